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
  type Link,
} from 'nestjs-rest-routes';

/** The library of the recorded exchanges, as far as links need it, declared by hand. */

const BOOKS = [
  { id: 1, title: 'Momo', author: 3 },
  { id: 2, title: 'Emil', author: 4 },
];

type Book = (typeof BOOKS)[number];

function linksOf({ id: book, author }: Book): Record<string, Link> {
  return {
    self: { href: `/lib/v1/books/${book}` },
    collection: { href: '/lib/v1/books' },
    author: { href: `/lib/v1/authors/${author}`, embeddable: true },
    'https://api.w.org/secret': { href: '/lib/v1/secrets/1', embeddable: true, title: 'Hidden' },
    lost: { href: '/lib/v1/authors/99', embeddable: true },
    elsewhere: { href: 'https://example.com/x', embeddable: true },
  };
}

@RestController('v1', '/books')
export class BooksController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list() {
    return new RestResponse(BOOKS.map((book) => withLinks(book, linksOf(book)))).linkHeader(
      'next',
      'https://example.com/next',
      { title: 'More' },
    );
  }

  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  one(id: int) {
    const book = BOOKS.find((one) => one.id === id);
    if (book === undefined) throw new RestException('book_not_found', 'No such book.', 404);
    const response = new RestResponse(book);
    for (const [rel, { href, ...attributes }] of Object.entries(linksOf(book))) {
      response.link(rel, href, attributes);
    }
    return response;
  }

  @RestRoute('/{id}', [HttpMethod.Put, HttpMethod.Patch], new Capability('edit_items'))
  update(id: int, @Param({ minLength: 2 }) title: string) {
    return { id, title };
  }

  @RestRoute('/{id}', HttpMethod.Delete, new Capability('delete_items'))
  remove(id: int): void {}
}
