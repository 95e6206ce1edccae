import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { UseInterceptors } from '@nestjs/common';
import {
  Cache,
  HttpMethod,
  PublicAccess,
  RestController,
  RestException,
  RestResponse,
  RestRoute,
  RestRoutes,
  ValueClass,
  type int,
  type StatedResponses,
} from 'nestjs-rest-routes';
import { openApiDocument } from 'nestjs-rest-routes/openapi';
import { map } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes, useRoutes } from '../../support/application.js';

const open = new PublicAccess();
const GET = HttpMethod.Get;

type Context = 'view' | 'edit' | 'embed';

/**
 * A category of abilities.
 *
 * @title ability-category
 */
interface AbilityCategory {
  /** @context view, edit, embed */
  readonly slug: string;
  /** The name for people. @context view,edit @title Label */
  label: string;
  /** @context edit */
  notes: string;
  count: int;
}

interface Comment {
  id: int;
  /** @context edit */
  ip: string;
  replies: Comment[];
}

interface Cat {
  kind: 'cat';
  /** @context edit */
  chip: string;
  born: Date;
}

interface Dog {
  kind: 'dog';
  chip: string;
}

interface Shelter {
  /** @context view edit */
  pets: (Cat | Dog)[];
  /** @context edit */
  owner?: { name: string };
  rooms: Record<string, { /** @context edit */ key: string; size: int }>;
}

@ValueClass()
class Member {
  /** @context edit */
  email: string = 'ada@example.com';
  name: string = 'Ada';
}

class Record1 {
  constructor(private readonly data: Comment) {}

  toJSON(): Comment {
    return this.data;
  }
}

/** Upper-cases a property that leaves in the context `edit` only. */
class Shout implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler<AbilityCategory>) {
    return next.handle().pipe(map((one) => ({ ...one, notes: one.notes.toUpperCase() })));
  }
}

const CATEGORY: AbilityCategory = { slug: 'site', label: 'Site', notes: 'mine', count: 2 };
const COMMENT: Comment = {
  id: 1,
  ip: '192.0.2.1',
  replies: [{ id: 2, ip: '192.0.2.2', replies: [{ id: 3, ip: '192.0.2.3', replies: [] }] }],
};

const ABILITY: StatedResponses = {
  schema: {
    title: 'ability',
    type: 'object',
    properties: {
      name: { type: 'string', context: ['view', 'edit', 'embed'], readonly: true },
      meta: {
        type: 'object',
        context: ['view', 'edit'],
        properties: { secret: { type: 'string', context: ['edit'] } },
        patternProperties: { '^x_': { type: 'string', context: ['edit'] } },
      },
    },
  },
};

let calls = 0;

@RestController('v1', '/contexts')
class ContextsController {
  @RestRoute('/category', GET, open)
  category(context: Context = 'view'): AbilityCategory {
    void context;
    return CATEGORY;
  }

  @RestRoute('/categories', GET, open)
  @Cache({ ttl: '1m' })
  categories(context: Context = 'view'): Promise<AbilityCategory[]> {
    void context;
    calls++;
    return Promise.resolve([CATEGORY, CATEGORY]);
  }

  @RestRoute('/response', GET, open, { responses: 'declared' })
  response(context?: Context | null): RestResponse<AbilityCategory, 203> {
    void context;
    const more = { ...CATEGORY, undeclared: 1 };
    return new RestResponse<AbilityCategory, 203>(more, 203, { 'X-Own': 'yes' }).link('up', '/x');
  }

  @RestRoute('/shouted', GET, open)
  @UseInterceptors(Shout)
  shouted(context: Context = 'view'): AbilityCategory {
    void context;
    return CATEGORY;
  }

  @RestRoute('/comment', GET, open)
  comment(context: Context = 'view'): Comment {
    void context;
    return COMMENT;
  }

  @RestRoute('/class', GET, open)
  ofClass(context: Context = 'view'): Comment {
    void context;
    return new Record1(COMMENT) as unknown as Comment;
  }

  @RestRoute('/shelter', GET, open)
  shelter(context: Context = 'view'): Shelter {
    void context;
    const cat: Cat = { kind: 'cat', chip: 'c', born: new Date(0) };
    const key = { key: 'k', size: 1 };
    return { pets: [cat, { kind: 'dog', chip: 'd' }], owner: { name: 'Ada' }, rooms: { a: key } };
  }

  @RestRoute('/member', GET, open)
  member(context: Context = 'view'): Member {
    void context;
    return new Member();
  }

  @RestRoute('/none', GET, open)
  none(context: Context = 'view'): AbilityCategory | null {
    if (context === 'embed') throw new RestException('acme_gone', 'Gone.', 410, { notes: 'mine' });
    return null;
  }

  @RestRoute('/without', GET, open)
  without(): AbilityCategory {
    return CATEGORY;
  }

  @RestRoute('/ability', GET, open, { responses: ABILITY })
  ability(context: Context = 'view'): unknown {
    void context;
    return { name: 'a', meta: { secret: 's', x_y: 'x', other: 1 }, other: { secret: 't' } };
  }

  @RestRoute('/abilities', GET, open, {
    responses: { schema: { type: 'array', items: ABILITY.schema } },
  })
  abilities(context: Context = 'view'): object[] {
    return [{ name: 'a', meta: { secret: context } }];
  }
}

describe.each(ADAPTERS)('the argument context on %s', (adapter) => {
  const app = useRoutes([ContextsController], { adapter });
  const get = async (path: string) => app.fetch('GET', `/api/acme/v1/contexts${path}`);
  const data = async (path: string) => (await get(path)).body;

  test('leaves out the properties that do not belong to its value', async () => {
    const { slug, label, count } = CATEGORY;
    expect(await data('/category')).toEqual({ slug, label, count });
    expect(await data('/category?context=view')).toEqual({ slug, label, count });
    expect(await data('/category?context=edit')).toEqual(CATEGORY);
    expect(await data('/category?context=embed')).toEqual({ slug, count });
    expect(await data('/category?_fields=slug,notes')).toEqual({ slug });
  });

  test('does so in lists, and the cache has an entry for each value', async () => {
    const { slug, label, count } = CATEGORY;
    const before = calls;
    for (const _again of [1, 2]) {
      expect(await data('/categories')).toEqual([
        { slug, label, count },
        { slug, label, count },
      ]);
      expect(await data('/categories?context=edit')).toEqual([CATEGORY, CATEGORY]);
    }
    expect(calls - before).toBe(2);
  });

  test('keeps status, headers and links, and is view if it has no value', async () => {
    const { slug, label, count } = CATEGORY;
    const { status, headers, body } = await get('/response');
    expect([status, headers['x-own']]).toEqual([203, 'yes']);
    expect(body).toMatchObject({ slug, label, count, _links: { up: [{}] } });
    expect(Object.keys(body as object)).toEqual(['slug', 'label', 'count', '_links']);
    expect((await get('/response?context=edit')).body).toMatchObject(CATEGORY);
  });

  test('does so after the interceptors of the application', async () => {
    expect(await data('/shouted?context=edit')).toEqual({ ...CATEGORY, notes: 'MINE' });
    expect(await data('/shouted')).not.toHaveProperty('notes');
  });

  test.each(['/comment', '/class'])(
    'does so in objects that contain themselves: %s',
    async (path) => {
      expect(await data(path)).toEqual({
        id: 1,
        replies: [{ id: 2, replies: [{ id: 3, replies: [] }] }],
      });
      expect(await data(`${path}?context=edit`)).toEqual(COMMENT);
    },
  );

  test('does so in unions, maps and classes', async () => {
    const born = '1970-01-01T00:00:00.000Z';
    expect(await data('/shelter')).toEqual({
      pets: [
        { kind: 'cat', born },
        { kind: 'dog', chip: 'd' },
      ],
      rooms: { a: { size: 1 } },
    });
    expect(await data('/shelter?context=edit')).toEqual({
      pets: [
        { kind: 'cat', chip: 'c', born },
        { kind: 'dog', chip: 'd' },
      ],
      owner: { name: 'Ada' },
      rooms: { a: { key: 'k', size: 1 } },
    });
    expect(await data('/shelter?context=embed')).toEqual({ rooms: { a: { size: 1 } } });
    expect(await data('/member')).toEqual({ name: 'Ada' });
    expect(await data('/member?context=edit')).toEqual({ email: 'ada@example.com', name: 'Ada' });
  });

  test('changes neither null nor errors, nor a route without the argument', async () => {
    expect(await data('/none')).toBe(null);
    expect(await data('/none?context=embed')).toMatchObject({
      code: 'acme_gone',
      data: { notes: 'mine' },
    });
    expect(await data('/without?context=view')).toEqual(CATEGORY);
  });

  test('follows a schema that the route states', async () => {
    expect(await data('/ability')).toEqual({
      name: 'a',
      meta: { other: 1 },
      other: { secret: 't' },
    });
    expect(await data('/ability?context=edit')).toMatchObject({ meta: { secret: 's', x_y: 'x' } });
    expect(await data('/abilities')).toEqual([{ name: 'a', meta: {} }]);
    expect(await data('/abilities?context=embed')).toEqual([{ name: 'a' }]);
  });

  test('is described by the schema of OPTIONS, as WordPress writes it', async () => {
    const schemaOf = async (path: string) => {
      const { body } = await app.fetch('OPTIONS', `/api/acme/v1/contexts${path}`);
      return (body as { readonly schema: unknown }).schema;
    };
    const $schema = 'http://json-schema.org/draft-04/schema#';
    const category = {
      $schema,
      title: 'ability-category',
      type: 'object',
      properties: {
        slug: { type: 'string', readonly: true, context: ['view', 'edit', 'embed'] },
        label: {
          type: 'string',
          description: 'The name for people.',
          title: 'Label',
          context: ['view', 'edit'],
        },
        notes: { type: 'string', context: ['edit'] },
        count: { type: 'integer' },
      },
    };
    expect(await schemaOf('/category')).toEqual(category);
    expect(await schemaOf('/categories')).toEqual(category);
    expect(await schemaOf('/ability')).toEqual({ $schema, ...ABILITY.schema });
    expect(await schemaOf('/abilities')).toEqual({ $schema, ...ABILITY.schema });
    expect(await schemaOf('/member')).toMatchObject({
      properties: { email: { context: ['edit'] } },
    });
  });

  test('a document has the title and the stated schema, without contexts', async () => {
    const document = openApiDocument(await app.nest.get(RestRoutes).list());
    const text = JSON.stringify(document);
    expect(text).toContain('"title":"ability-category"');
    expect(text).not.toContain('"context":[');
    const responseOf = (path: string) =>
      JSON.stringify(document.paths[`/api/acme/v1/contexts${path}`]?.get?.responses['200']);
    expect(responseOf('/ability')).toContain('"title":"ability"');
    expect(responseOf('/ability')).toContain('"name":{"type":"string","readOnly":true}');
    expect(responseOf('/abilities')).toContain('"type":"array"');
  });
});

@RestController('v1', '/titles')
class TitlesController {
  @RestRoute('', HttpMethod.Post, open)
  create(/** @title Heading */ title: string, card: AbilityCategory, choice?: Titled | Named) {
    return { title, card, choice };
  }
}

/** @title By number */
interface Titled {
  id: int;
}

/** @title By name */
interface Named {
  name: string;
}

test.each(ADAPTERS)('@title is in the schemas of arguments on %s', async (adapter) => {
  const app = await startRoutes([TitlesController], { adapter });
  const { body } = await app.fetch('OPTIONS', '/api/acme/v1/titles');
  expect(body).toMatchObject({
    endpoints: [
      {
        args: {
          title: { type: 'string', title: 'Heading' },
          card: { title: 'ability-category', properties: { label: { title: 'Label' } } },
          choice: { anyOf: [{ title: 'By number' }, { title: 'By name' }] },
        },
      },
    ],
  });
  await app.close();
});

test.each<[unknown, RegExp]>([
  [{}, /'declared', 'returned' or \{ schema \}/],
  [null, /'declared', 'returned' or \{ schema \}/],
  [{ schema: 'x' }, /'declared', 'returned' or \{ schema \}/],
  [{ schema: {}, more: 1 }, /'declared', 'returned' or \{ schema \}/],
  [{ schema: { type: 'strin' } }, /type of the schema/],
  [{ schema: { type: 'object', properties: { a: { type: 'integer', minimum: 'x' } } } }, /minimum/],
])('responses: %j is a startup error', async (responses, text) => {
  @RestController('v1', '/wrong')
  class WrongController {
    read(): unknown {
      return {};
    }
  }
  const descriptor = Object.getOwnPropertyDescriptor(WrongController.prototype, 'read') ?? {};
  const options = { responses: responses as StatedResponses };
  RestRoute('', GET, open, options)(WrongController.prototype, 'read', descriptor);
  await expect(startRoutes([WrongController], { adapter: 'fastify' })).rejects.toThrow(text);
});
