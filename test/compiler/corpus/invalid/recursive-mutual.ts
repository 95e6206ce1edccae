import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

interface Author {
  books: Book[];
}
interface Book {
  author?: Author;
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(author: Author, book: Book) {}
}

// RR2020 at 7:12
// RR2020 at 4:10
