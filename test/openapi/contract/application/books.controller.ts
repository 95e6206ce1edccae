import { StreamableFile } from '@nestjs/common';
import {
  Arguments,
  Cache,
  Callback,
  Capability,
  Format,
  HttpMethod,
  ListOf,
  Param,
  PublicAccess,
  RestController,
  RestException,
  RestResponse,
  RestRoute,
  UploadedFile,
  type int,
} from 'nestjs-rest-routes';
import { book, Kind, type Author, type Book, type Copy, type Paging } from './books.js';

/** Books with these numbers exist. */
const LAST = 50;

/** Resources: lists with pages, statuses of their own, protected routes, errors, files. */
@RestController('v1', '/books')
export class BooksController {
  /** Lists books. */
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(
    @Arguments() { page, per_page }: Paging,
    @Param({ minLength: 2, maxLength: 12 }) search?: string,
    kind: Kind | null = null,
    sort: 'title' | 'price' = 'title',
    @ListOf('string', { maxItems: 3 }) tags: string[] = [],
    @ListOf('integer', { uniqueItems: true }) include: int[] = [],
    since?: Date,
    in_stock?: boolean,
  ): RestResponse<Book[], 200> {
    void [search, sort, include, since, in_stock];
    const ids = Array.from({ length: 5 }, (_, at) => at + 1);
    const books = ids.map((id) => book(id, { tags, kind: kind ?? Kind.Essay }));
    return new RestResponse(books, 200).paged(5, { page, per_page });
  }

  /** Adds a book. */
  @RestRoute('', HttpMethod.Post, new Capability('edit_books'))
  create(
    @Param({ minLength: 1, maxLength: 30 }) title: string,
    @Param({ minItems: 1, maxItems: 3 }) authors: Author[],
    kind: Kind = Kind.Novel,
    @Param({ minimum: 0, exclusiveMinimum: true }) price: number | null = null,
    tags: string[] = [],
    copies?: Copy[],
  ): RestResponse<Book, 201> {
    void copies;
    const made = book(51, { title, authors, kind, price, tags });
    return new RestResponse(made, 201).header('Location', '/acme/v1/books/51');
  }

  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  one(id: int): Book {
    return book(existing(id), { sequel: book(1) });
  }

  @RestRoute('/{id}', [HttpMethod.Put, HttpMethod.Patch], new Callback(BooksController.mayEdit))
  update(id: int, title?: string, author?: Author, price?: number | null): Book {
    return book(existing(id), {
      ...(title === undefined ? {} : { title }),
      ...(author === undefined ? {} : { authors: [author] }),
      ...(price === undefined ? {} : { price }),
    });
  }

  @RestRoute('/{id}', HttpMethod.Delete, new Capability('delete_books'))
  remove(id: int, force: boolean = false): void {
    void [existing(id), force];
  }

  @RestRoute('/{id}/cover', HttpMethod.Get, new PublicAccess())
  cover(id: int): StreamableFile {
    return new StreamableFile(Buffer.from(`picture ${existing(id)}`));
  }

  @RestRoute('/{id}/cover', HttpMethod.Post, new PublicAccess())
  upload(
    id: int,
    @Param({ maxSize: '1 KiB', mediaTypes: ['image/*'] }) cover: UploadedFile,
    @Param({ maxLength: 5 }) caption: string | null = null,
    @ListOf(UploadedFile, { maxItems: 2 }) pages: UploadedFile[] = [],
    tags: string[] = [],
    size?: { width: int; height: int },
  ): { id: int; bytes: int; caption: string | null; pages: int; tags: string[]; width?: int } {
    const width = size === undefined ? {} : { width: size.width };
    return { id, bytes: cover.size, caption, pages: pages.length, tags, ...width };
  }

  @RestRoute('/{id}/notes', HttpMethod.Put, new PublicAccess())
  notes(id: int, text: string, scan: UploadedFile | null = null): { text: string; scan: boolean } {
    return { text: `${id} ${text}`, scan: scan !== null };
  }

  @RestRoute('/by-key/{key}', HttpMethod.Get, new PublicAccess())
  byKey(@Param({ format: Format.Uuid }) key: string): Book {
    return book(7, { key });
  }

  @RestRoute('/by-kind/{kind}', HttpMethod.Get, new PublicAccess())
  @Cache({ ttl: '5m' })
  byKind(kind: Kind): Promise<Book[]> {
    return Promise.resolve([book(1, { kind }), book(2, { kind })]);
  }

  @RestRoute('/by-title/{title}', HttpMethod.Get, new PublicAccess())
  byTitle(@Param({ maxLength: 9 }) title: string): Book {
    return book(7, { title });
  }

  @RestRoute('/by-slug/{slug}', HttpMethod.Get, new PublicAccess())
  bySlug(@Param({ match: '[a-z]+(?:-[a-z]+)*' }) slug: string): Book {
    return book(8, { title: slug });
  }

  static mayEdit(id: int): boolean {
    return id !== LAST;
  }
}

function existing(id: int): int {
  if (id > LAST) throw new RestException('book_not_found', 'No such book.', 404, { id });
  return id;
}
