import {
  Capability,
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestException,
  RestResponse,
  RestRoute,
  withLinks,
  type int,
} from 'nestjs-rest-routes';

interface Book {
  readonly id: int;
  title: string;
  author: int;
}

const BOOKS: readonly Book[] = [
  { id: 1, title: 'Momo', author: 3 },
  { id: 2, title: 'Emil', author: 4 },
];

@RestController('v1', '/books')
export class BooksController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(): RestResponse<Book[]> {
    return new RestResponse(BOOKS.map(linked)).linkHeader('next', 'https://example.com/next', {
      title: 'More',
    });
  }

  @RestRoute('', HttpMethod.Post, new Capability('edit_items'), { batch: true })
  create(@Param({ minLength: 2 }) title: string, author: int = 3): RestResponse<Book> {
    return new RestResponse({ id: 9, title, author }, 201).header('Location', '/books/9');
  }

  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  one(id: int): Book {
    const book = BOOKS.find((book) => book.id === id);
    if (book === undefined) throw new RestException('book_not_found', 'There is no book.', 404);
    return linked(book);
  }

  @RestRoute('/{id}', [HttpMethod.Put, HttpMethod.Patch], new Capability('edit_items'), {
    batch: true,
  })
  update(id: int, @Param({ minLength: 2 }) title: string): Pick<Book, 'id' | 'title'> {
    return { id, title };
  }

  @RestRoute('/{id}', HttpMethod.Delete, new Capability('delete_items'), { batch: true })
  remove(id: int): void {
    void id;
  }
}

function linked(book: Book): Book {
  return withLinks(book, {
    self: `/lib/v1/books/${book.id}`,
    collection: '/lib/v1/books',
    author: { href: `/lib/v1/authors/${book.author}`, embeddable: true },
    'https://api.w.org/secret': { href: '/lib/v1/secrets/1', embeddable: true, title: 'Hidden' },
    lost: { href: '/lib/v1/authors/99', embeddable: true },
    elsewhere: { href: 'https://example.com/x', embeddable: true },
  });
}
