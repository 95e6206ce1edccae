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
} from 'nestjs-rest-routes';
import type { Type } from '@nestjs/common';
import { classLayers, layers, type Stacks } from '../../support/wrapping-decorators.js';
import { expectTypes } from './expect-types.js';

const open = new PublicAccess();
const batch = { batch: true } as const;
const optional = { required: false } as const;
const id = { name: 'id', type: 'integer' } as const;

/** Headers that the requests of a batch may state, and others that are those of the batch. */
const ECHOED = [
  ...'accept accept-language content-language if-match if-none-match if-modified-since'.split(' '),
  ...'authorization cookie origin x-test-user x-http-method-override'.split(' '),
];

@ValueClass()
class Line {
  @Param({ type: 'string', minLength: 1, maxLength: 20 }) sku!: string;
  @Param({ type: 'integer', minimum: 1, maximum: 99 }) qty!: number;
  @Param({ type: 'boolean', default: false }) gift!: boolean;
  @Param({ ...optional, nullable: true, type: 'date' }) due?: Date | null;
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
      @Param({ name: 'page', type: 'integer', minimum: 1, default: 1 }) page: unknown,
      @Param({ name: 'search', type: 'string', nullable: true, default: null }) search: unknown,
      @Param({ name: 'tags', default: [] }) @ListOf(['new', 'sale'], { maxItems: 2 }) tags: unknown,
      @Param({ ...optional, name: 'since', type: 'date' }) since: unknown,
      @Param({ ...optional, name: 'ratio', type: 'number', maximum: 5 }) ratio: unknown,
      @Param({ ...optional, name: 'flag', type: 'boolean' }) flag: unknown,
      @Param({ ...optional, name: 'ids' }) @ListOf('integer') ids: unknown,
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
      return page === 2 ? response.paged({ total: 50, page: 2, perPage: 10 }) : response;
    }

    @layers(above)
    @RestRoute('', HttpMethod.Post, new Capability('edit'), batch)
    @layers(below)
    create(
      @Param({ name: 'title', type: 'string', minLength: 2, maxLength: 40 }) title: unknown,
      @Param({ name: 'lines', default: [] }) @ListOf(Line, { maxItems: 3 }) lines: unknown,
      @Param({ ...optional, name: 'email', type: 'string', format: Format.Email }) email: unknown,
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
      @Param({ ...optional, name: 'email', type: 'string', format: Format.Email }) email: unknown,
      @Param({ ...optional, name: 'uri', type: 'string', format: Format.Uri }) uri: unknown,
      @Param({ ...optional, name: 'ip', type: 'string', format: Format.Ip }) ip: unknown,
      @Param({ ...optional, name: 'uuid', type: 'string', format: Format.Uuid }) uuid: unknown,
      @Param({ ...optional, name: 'color', type: 'string', format: Format.HexColor })
      color: unknown,
      @Param({ ...optional, name: 'word', type: 'string', pattern: '^\\w+$' }) word: unknown,
      @Param({ ...optional, name: '__proto__', type: 'string' }) proto: unknown,
    ) {
      const args = { email, uri, ip, uuid, color, word, proto };
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
    @Cache({ ttl: '1h' })
    @layers(below)
    cached(@Param({ name: 'page', type: 'integer', default: 1, maximum: 9 }) page: unknown) {
      expectTypes({ page }, { page: 'integer' });
      return { page };
    }

    @layers(above)
    @RestRoute('/{id}', HttpMethod.Get, open)
    @layers(below)
    one(@Param(id) value: unknown) {
      expectTypes({ value }, { value: 'integer' });
      return { value };
    }

    @layers(above)
    @RestRoute(
      '/{id}',
      [HttpMethod.Put, HttpMethod.Patch],
      new Callback(FuzzedController.isEven),
      batch,
    )
    @layers(below)
    update(
      @Param(id) value: unknown,
      @Param({ name: 'title', type: 'string', minLength: 2 }) title: unknown,
      @Param({ inject: RestRequest }) request: RestRequest,
    ) {
      expectTypes({ value, title }, { value: 'integer', title: 'string' });
      return { value, title, query: request.query, body: request.body ?? null };
    }

    @layers(above)
    @RestRoute('/{id}', HttpMethod.Delete, new Capability('delete'), batch)
    @layers(below)
    remove(@Param(id) value: unknown): void {
      expectTypes({ value }, { value: 'integer' });
    }

    @layers(above)
    @RestRoute('/{slug}', HttpMethod.Get, open)
    @layers(below)
    slug(@Param({ name: 'slug', type: 'string' }) slug: unknown) {
      expectTypes({ slug }, { slug: 'string' });
      if (slug === 'gone') throw new RestException('thing_gone', 'Gone.', 410, { reason: 'sold' });
      return { slug };
    }

    @layers(above)
    @RestRoute('/{kind}/top', HttpMethod.Get, open)
    @layers(below)
    top(@Param({ name: 'kind', enum: ['book', 'film'] }) kind: unknown) {
      expectTypes({ kind }, { kind: 'string' });
      return { kind };
    }

    @layers(above)
    @RestRoute('/of/{from}-{to}', HttpMethod.Get, open)
    @layers(below)
    between(
      @Param({ name: 'from', type: 'integer' }) from: unknown,
      @Param({ name: 'to', type: 'string' }) to: unknown,
    ) {
      expectTypes({ from, to }, { from: 'integer', to: 'string' });
      return { from, to };
    }

    @layers(above)
    @RestRoute('/{slug}/notes', [HttpMethod.Get, HttpMethod.Post], open, batch)
    @layers(below)
    notes(
      @Param({ name: 'slug', type: 'string' }) slug: unknown,
      @Param({ ...optional, name: 'lines', schema: {} }) lines: unknown,
      @Param({ inject: RestRequest }) { method, query, body, headers }: RestRequest,
    ) {
      expectTypes({ slug }, { slug: 'string' });
      const some = ECHOED.map((name) => headers[name] ?? null);
      return { slug, lines, method, query, body: body ?? null, headers: some };
    }

    /** `{half}` stands for half of a character, which no query can have. */
    @layers(above)
    @RestRoute('/links', HttpMethod.Get, open)
    @layers(below)
    links(@Param({ name: 'hrefs', default: [] }) @ListOf('string') hrefs: unknown) {
      expectTypes({ hrefs }, { hrefs: 'string[]' });
      const response = new RestResponse({ linked: true });
      for (const href of hrefs as readonly string[]) {
        response.link('to', href.replaceAll('{half}', '\ud83d'), { embeddable: true });
      }
      return response;
    }

    @layers(above)
    static isEven(@Param({ name: 'id' }) value: unknown): boolean {
      expectTypes({ value }, { value: 'integer' });
      return Number(value) % 2 === 0;
    }
  }
  return FuzzedController;
}
