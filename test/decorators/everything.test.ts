import {
  Arguments,
  Callback,
  HttpMethod,
  ListOf,
  Param,
  PublicAccess,
  RestController,
  RestRequest,
  RestRoute,
  RestRoutes,
  UploadedFile,
  ValueClass,
  type RouteDescription,
} from 'nestjs-rest-routes';
import type { Type } from '@nestjs/common';
import { describe, expect, test } from 'vitest';
import { EverythingController as Signed } from '../lifecycle/arguments/everything.controller.js';
import { startRoutes } from '../support/application.js';
import { Kind, Tag } from '../support/kinds.js';

@ValueClass()
class Part {
  @Param({ type: 'number' }) weight!: number;
}

@ValueClass()
class Line {
  @Param({ type: 'string', minLength: 1 }) sku!: string;
  @Param({ type: 'integer', minimum: 1, default: 1 }) quantity = 1;
  @Param({ type: 'string', required: false }) note?: string;
  @Param({ default: [] }) @ListOf(Part) parts: Part[] = [];
}

@ValueClass()
class Paging {
  @Param({ type: 'integer', minimum: 1, default: 1 }) page = 1;
  @Param({ type: 'string', nullable: true, default: null }) search: string | null = null;
}

const id = { name: 'id', type: 'integer' } as const;

@RestController('v1', '/everything')
class EverythingController {
  @RestRoute('/scalars/{id}/{slug}/{kind}', HttpMethod.Get, new PublicAccess())
  scalars(
    @Param(id) _id: unknown,
    @Param({ name: 'slug', type: 'string' }) _slug: unknown,
    @Param({ name: 'kind', enum: Kind }) _kind: unknown,
    @Param({ name: 'ratio', type: 'number' }) _ratio: unknown,
    @Param({ name: 'active', type: 'boolean' }) _active: unknown,
    @Param({ name: 'since', type: 'date' }) _since: unknown,
    @Param({ name: 'size', enum: ['small', 'large'] }) _size: unknown,
    @Param({ name: 'anything', type: 'any' }) _anything: unknown,
  ) {}

  @RestRoute('/absent', HttpMethod.Get, new PublicAccess())
  absent(
    @Param({ name: 'page', type: 'integer', default: 1 }) _page: unknown,
    @Param({ name: 'title', type: 'string', default: 'none' }) _title: unknown,
    @Param({ name: 'kind', enum: Kind, default: Kind.Book }) _kind: unknown,
    @Param({ name: 'search', type: 'string', nullable: true, default: null }) _search: unknown,
    @Param({ name: 'parent', type: 'integer', required: false }) _parent: unknown,
    @Param({ name: 'either', type: 'string', nullable: true, required: false }) _either: unknown,
  ) {}

  @RestRoute('/lists', HttpMethod.Post, new PublicAccess())
  lists(
    @Param({ name: 'tags' }) @ListOf(Tag) _tags: unknown,
    @Param({ name: 'ids' }) @ListOf('integer') _ids: unknown,
    @Param({ name: 'lines' }) @ListOf(Line) _lines: unknown,
    @Param({ name: 'rows', items: { items: { type: 'integer' } } }) _rows: unknown,
    @Param({ name: 'names' })
    @ListOf('string', { minItems: 1, uniqueItems: true })
    _names: unknown,
    @Param({ name: 'dates', default: [] }) @ListOf('date') _dates: unknown,
  ) {}

  @RestRoute('/objects', HttpMethod.Post, new PublicAccess())
  objects(
    @Param({
      name: 'publisher',
      properties: {
        name: { type: 'string' },
        address: {
          properties: {
            city: { type: 'string' },
            floors: { items: { type: 'integer' }, required: false },
          },
        },
        founded: { type: 'date', nullable: true, required: false },
      },
    })
    _publisher: unknown,
    @Param({ name: 'counts', additionalProperties: { type: 'integer' } }) _counts: unknown,
    @Param({ name: 'open', type: 'object' }) _open: unknown,
    @Param({ name: 'line', type: Line }) _line: unknown,
    @Param({ name: 'union', type: ['string', 'integer'] }) _union: unknown,
    @Param({ name: 'alternatives', anyOf: [{ type: Line }, { type: Part }, { type: 'date' }] })
    _alternatives: unknown,
  ) {}

  @RestRoute('/limits/{code}', HttpMethod.Post, new PublicAccess())
  limits(
    @Param({ name: 'code', type: 'string', match: '[a-z]+' }) _code: unknown,
    @Param({
      name: 'text',
      type: 'string',
      minLength: 2,
      maxLength: 9,
      pattern: '^x',
      description: 'A text.',
    })
    _text: unknown,
    @Param({
      name: 'count',
      type: 'integer',
      minimum: 1,
      exclusiveMaximum: true,
      maximum: 9,
      multipleOf: 2,
    })
    _count: unknown,
    @Param({ name: 'email', type: 'string', format: 'email' }) _email: unknown,
    @Param({ name: 'few', additionalProperties: { type: 'string' }, maxProperties: 2 })
    _few: unknown,
    @Param({
      name: 'own',
      schema: { type: 'integer', oneOf: [{ minimum: 3 }, { maximum: 1 }] },
    })
    _own: unknown,
  ) {}

  @RestRoute('/files', HttpMethod.Post, new PublicAccess())
  files(
    @Param({ name: 'cover', type: UploadedFile, mediaTypes: ['image/*'], maxSize: '1 KiB' })
    _cover: unknown,
    @Param({ name: 'pages' }) @ListOf(UploadedFile, { maxItems: 2 }) _pages: unknown,
    @Param({ name: 'back', type: UploadedFile, nullable: true, default: null }) _back: unknown,
  ) {}

  @RestRoute('/spread/{id}', HttpMethod.Put, new Callback(EverythingController.mayWrite))
  spread(
    @Arguments(Paging) _paging: unknown,
    @Arguments({ id: { type: 'integer' }, title: { type: 'string' } }) _item: unknown,
    @Param({ inject: RestRequest }) _request: unknown,
  ) {}

  static mayWrite(
    @Param({ name: 'id' }) _id: unknown,
    @Param({ inject: RestRequest }) _request: unknown,
    @Param({ name: 'page' }) _page: unknown,
  ): boolean {
    return true;
  }
}

async function described(controller: Type): Promise<ReadonlyMap<string, unknown>> {
  const app = await startRoutes([controller], { adapter: 'express' });
  try {
    const routes = await app.nest.get(RestRoutes).list();
    return new Map(routes.map((route) => [route.handler, comparable(route)]));
  } finally {
    await app.close();
  }
}

/** Without what is known of results, which have no declaration by hand. */
function comparable({
  returns: _,
  schemaNames: _names,
  moments: _times,
  ...route
}: RouteDescription): object {
  return route;
}

describe('a declaration by hand reaches what a signature reaches:', () => {
  test.each(['scalars', 'absent', 'lists', 'objects', 'limits', 'files', 'spread'])(
    'the routes are described the same for %s',
    async (method) => {
      const [byHand, signed] = [await described(EverythingController), await described(Signed)];
      const handler = `EverythingController.${method}`;
      expect(signed.get(handler)).toBeDefined();
      // The doc comment of a class has no form by hand.
      expect(byHand.get(handler)).toEqual(
        Object.assign({}, signed.get(handler), { controller: undefined }),
      );
    },
  );
});
