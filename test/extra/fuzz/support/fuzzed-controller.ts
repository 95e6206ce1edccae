import {
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
  RestRequest,
  RestResponse,
  RestRoute,
  ValueClass,
  type int,
} from 'nestjs-rest-routes';
import type { Type } from '@nestjs/common';
import { classLayers, layers, type Stacks } from '../../../support/wrapping-decorators.js';
import { expectTypes } from './expect-types.js';

const open = new PublicAccess();
const batch = { batch: true } as const;

/** Headers that the requests of a batch may state, and others that are those of the batch. */
const ECHOED = [
  ...'accept accept-language content-language if-match if-none-match if-modified-since'.split(' '),
  ...'authorization cookie origin x-test-user x-http-method-override'.split(' '),
];

@ValueClass()
class Line {
  @Param({ minLength: 1, maxLength: 20 }) sku!: string;
  @Param({ minimum: 1, maximum: 99 }) qty!: int;
  gift = false;
  due?: Date | null;
}

/**
 * Routes of every kind. Each method checks what it is given; what is wrong becomes a 500.
 *
 * @param stacks Decorators that replace classes and methods, which must change nothing.
 */
export function fuzzedController(
  base: string,
  { aboveClass, belowClass, above, between, below }: Stacks,
): Type {
  @classLayers(aboveClass)
  @RestController('v1', base)
  @classLayers(belowClass)
  class FuzzedController {
    @layers(above)
    @RestRoute('', HttpMethod.Get, open)
    @layers(below)
    list(
      @Param({ minimum: 1 }) page: int = 1,
      search: string | null = null,
      @ListOf(['new', 'sale'], { maxItems: 2 }) tags: ('new' | 'sale')[] = [],
      since?: Date,
      @Param({ maximum: 5 }) ratio?: number,
      flag?: boolean,
      ids?: int[],
    ) {
      const args = { page, search, tags, since, ratio, flag, ids };
      expectTypes(args, {
        page: 'integer',
        search: 'string?',
        tags: 'string[]',
        since: 'date?',
        ratio: 'number?',
        flag: 'boolean?',
        ids: 'integer[]?',
      });
      const response = new RestResponse(args);
      return page === 2 ? response.paged(50, { page: 2, per_page: 10 }) : response;
    }

    @layers(above)
    @RestRoute('', HttpMethod.Post, new Capability('edit'), batch)
    @layers(below)
    create(
      @Param({ minLength: 2, maxLength: 40 }) title: string,
      @ListOf(Line, { maxItems: 3 }) lines: Line[] = [],
      @Param({ format: Format.Email }) email?: string,
    ) {
      expectTypes({ title, lines, email }, { title: 'string', lines: 'list', email: 'string?' });
      for (const line of lines as readonly unknown[]) {
        if (!(line instanceof Line)) throw new TypeError('A line is an instance of its class.');
        const { sku, qty, gift, due } = line;
        expectTypes(
          { sku, qty, gift, due },
          { sku: 'string', qty: 'integer', gift: 'boolean', due: 'date?' },
        );
      }
      return new RestResponse({ title, lines, email }, 201).header('Location', '/fuzz/1');
    }

    @layers(above)
    @RestRoute('/formats', [HttpMethod.Get, HttpMethod.Post], open)
    @layers(below)
    formats(
      @Param({ format: Format.Email }) email?: string,
      @Param({ format: Format.Uri }) uri?: string,
      @Param({ format: Format.Ip }) ip?: string,
      @Param({ format: Format.Uuid }) uuid?: string,
      @Param({ format: Format.HexColor }) color?: string,
      @Param({ pattern: '^\\w+$' }) word?: string,
      __proto__?: string,
    ) {
      const args = { email, uri, ip, uuid, color, word, proto: __proto__ };
      expectTypes(args, {
        email: 'string?',
        uri: 'string?',
        ip: 'string?',
        uuid: 'string?',
        color: 'string?',
        word: 'string?',
        proto: 'string?',
      });
      return args;
    }

    @layers(above)
    @RestRoute('/cached', HttpMethod.Get, open)
    @layers(between)
    @Cache({ ttl: '1h', vary: 'none' })
    @layers(below)
    cached(@Param({ maximum: 9 }) page: int = 1) {
      expectTypes({ page }, { page: 'integer' });
      return { page };
    }

    @layers(above)
    @RestRoute('/{id}', HttpMethod.Get, open)
    @layers(below)
    one(id: int) {
      expectTypes({ value: id }, { value: 'integer' });
      return { value: id };
    }

    @layers(above)
    @RestRoute(
      '/{id}',
      [HttpMethod.Put, HttpMethod.Patch],
      new Callback(FuzzedController.isEven),
      batch,
    )
    @layers(below)
    update(id: int, @Param({ minLength: 2 }) title: string, request: RestRequest) {
      expectTypes({ value: id, title }, { value: 'integer', title: 'string' });
      return { value: id, title, query: request.query, body: request.body ?? null };
    }

    @layers(above)
    @RestRoute('/{id}', HttpMethod.Delete, new Capability('delete'), batch)
    @layers(below)
    remove(id: int): void {
      expectTypes({ value: id }, { value: 'integer' });
    }

    @layers(above)
    @RestRoute('/{slug}', HttpMethod.Get, open)
    @layers(below)
    slug(slug: string) {
      expectTypes({ slug }, { slug: 'string' });
      if (slug === 'gone') throw new RestException('thing_gone', 'Gone.', 410, { reason: 'sold' });
      return { slug };
    }

    @layers(above)
    @RestRoute('/{kind}/top', HttpMethod.Get, open)
    @layers(below)
    top(kind: 'book' | 'film') {
      expectTypes({ kind }, { kind: 'string' });
      return { kind };
    }

    @layers(above)
    @RestRoute('/of/{from}-{to}', HttpMethod.Get, open)
    @layers(below)
    between(from: int, to: string) {
      expectTypes({ from, to }, { from: 'integer', to: 'string' });
      return { from, to };
    }

    @layers(above)
    @RestRoute('/{slug}/notes', [HttpMethod.Get, HttpMethod.Post], open, batch)
    @layers(below)
    notes(
      slug: string,
      @Param({ schema: {} }) lines: unknown,
      { method, query, body, headers }: RestRequest,
    ) {
      expectTypes({ slug }, { slug: 'string' });
      const some = ECHOED.map((name) => headers[name] ?? null);
      return { slug, lines, method, query, body: body ?? null, headers: some };
    }

    /** `{half}` stands for half of a character, which no query can have. */
    @layers(above)
    @RestRoute('/links', HttpMethod.Get, open)
    @layers(below)
    links(hrefs: string[] = []) {
      expectTypes({ hrefs }, { hrefs: 'string[]' });
      const response = new RestResponse({ linked: true });
      for (const href of hrefs as readonly string[]) {
        response.link('to', href.replaceAll('{half}', '\ud83d'), { embeddable: true });
      }
      return response;
    }

    @layers(above)
    static isEven(id: int): boolean {
      expectTypes({ value: id }, { value: 'integer' });
      return Number(id) % 2 === 0;
    }
  }
  return FuzzedController;
}
