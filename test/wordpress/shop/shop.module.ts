import { Injectable, Module } from '@nestjs/common';
import {
  Capability,
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestException,
  RestModule,
  RestResponse,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';

type BookGenre = 'novel' | 'poetry' | 'comic';

interface Book {
  id: int;
  title: string;
  genre: BookGenre;
  pages?: int;
}

@Injectable()
export class BooksService {
  readonly all = new Map<int, Book>([[7, { id: 7, title: 'Momo', genre: 'novel' }]]);

  find(id: int): Book {
    const book = this.all.get(id);
    if (book !== undefined) return book;
    throw new RestException('book_not_found', 'There is no such book.', 404);
  }
}

@RestController('v1', '/books')
export class BooksController {
  constructor(private readonly books: BooksService) {}

  /**
   * @param page Current page of the collection.
   * @param per_page Maximum number of items to be returned in result set.
   * @param genre Limit result set to books of one genre.
   */
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(
    @Param({ minimum: 1 }) page: int = 1,
    @Param({ minimum: 1, maximum: 100 }) per_page: int = 10,
    genre?: BookGenre,
  ): RestResponse<Book[]> {
    const found = [...this.books.all.values()].filter(
      (book) => book.genre === (genre ?? book.genre),
    );
    const shown = found.slice((page - 1) * per_page, page * per_page);
    return new RestResponse(shown).paged(found.length, { page, per_page });
  }

  @RestRoute('', HttpMethod.Post, new Capability('edit_books'), { batch: true })
  create(
    @Param({ minLength: 2 }) title: string,
    genre: BookGenre = 'novel',
    @Param({ minimum: 1 }) pages?: int,
  ): RestResponse<Book> {
    const id = this.books.all.size + 7;
    const book: Book = pages === undefined ? { id, title, genre } : { id, title, genre, pages };
    this.books.all.set(id, book);
    return RestResponse.created(book, `/shop/v1/books/${id}`);
  }

  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  one(id: int): Book {
    return this.books.find(id);
  }

  @RestRoute(
    '/{id}',
    [HttpMethod.Post, HttpMethod.Put, HttpMethod.Patch],
    new Capability('edit_books'),
    { batch: true },
  )
  update(id: int, @Param({ minLength: 2 }) title?: string): Book {
    const book = this.books.find(id);
    book.title = title ?? book.title;
    return book;
  }

  @RestRoute('/{id}', HttpMethod.Delete, new Capability('edit_books'), { batch: true })
  remove(id: int): void {
    this.books.all.delete(this.books.find(id).id);
  }
}

@Module({
  imports: [RestModule.forRoot({ namespace: 'shop', prefix: 'wp-json' })],
  providers: [BooksController, BooksService],
})
export class AppModule {}
