import {
  Callback,
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  type int,
  type StandardSchema,
} from 'nestjs-rest-routes';
import { type } from 'arktype';
import * as v from 'valibot';
import { z } from 'zod';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../../support/application.js';

const author = z.object({
  name: z.string().min(2),
  books: z
    .array(z.object({ title: z.string() }))
    .max(3)
    .default([]),
  born: z.coerce.date().optional(),
});

type Author = z.output<typeof author>;

const free = z.string().refine(async (name) => Promise.resolve(name !== 'taken'), 'is taken');

/** A schema of no library: the interface is all that counts. */
const own: StandardSchema = {
  '~standard': {
    version: 1,
    vendor: 'own',
    validate: (value) => {
      if (value === 'throw') throw new Error('a bug in a schema');
      return typeof value === 'string'
        ? { value: value.length }
        : { issues: [{ message: 'no text' }] };
    },
  },
};

@RestController('v1', '/authors')
class AuthorsController {
  @RestRoute('/zod', HttpMethod.Post, new PublicAccess())
  ofZod(@Param({ schema: author }) author: Author) {
    return { ...author, isDate: author.born instanceof Date };
  }

  @RestRoute('/arktype', HttpMethod.Post, new PublicAccess())
  ofArktype(@Param({ schema: type({ name: 'string >= 2' }) }) author: { name: string }) {
    return author;
  }

  @RestRoute('/valibot', HttpMethod.Post, new PublicAccess())
  ofValibot(
    @Param({ schema: v.object({ name: v.pipe(v.string(), v.minLength(2)) }) })
    author: {
      name: string;
    },
  ) {
    return author;
  }

  @RestRoute('/own', HttpMethod.Post, new PublicAccess())
  ofOwn(@Param({ schema: own }) length: number) {
    return { length };
  }

  @RestRoute('/async', HttpMethod.Post, new PublicAccess())
  asynchronous(@Param({ schema: free }) name: string, @Param({ schema: free }) other?: string) {
    return { name, other };
  }

  @RestRoute('/async', HttpMethod.Put, new Callback(AuthorsController.mayPut))
  put(@Param({ schema: free }) name: string) {
    return { name };
  }

  @RestRoute('/absent', HttpMethod.Get, new PublicAccess())
  absent(
    @Param({ schema: z.coerce.number().int().default(1) }) page: number,
    @Param({ schema: z.enum(['asc', 'desc']) }) sort = 'asc',
    @Param({ schema: z.string().optional() }) q?: string,
  ) {
    return { page, sort, hasQuery: q !== undefined };
  }

  static mayPut(name: string): boolean {
    return name === 'me';
  }
}

describe.each(ADAPTERS)('@Param({ schema }) with a Standard Schema on %s', (adapter) => {
  const app = useRoutes([AuthorsController], { adapter });
  const send = async (method: string, path: string, body: unknown) =>
    app.fetch(method, `/api/acme/v1/authors${path}`, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  test('the output of the schema is the argument', async () => {
    const { body } = await send('POST', '/zod', { author: { name: 'Ende', born: '1929-11-12' } });
    expect(body).toMatchObject({ name: 'Ende', books: [], isDate: true });
    expect((await send('POST', '/own', { length: 'abc' })).body).toEqual({ length: 3 });
  });

  test('its issues are the details of the error, each with its place', async () => {
    const wrong = { author: { name: 'E', books: [{ title: 'Momo' }, {}] } };
    const { status, body } = await send('POST', '/zod', wrong);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'rest_invalid_param' });
    const { details, params } = (
      body as {
        data: { details: Record<string, { code: string; message: string }>; params: object };
      }
    ).data;
    expect(details['author']?.code).toBe('rest_invalid_param');
    expect(details['author']?.message).toContain('author.name: ');
    expect(details['author']?.message).toContain('author.books[1].title: ');
    expect(Object.keys(params)).toEqual(['author']);
  });

  test.each(['zod', 'arktype', 'valibot'])('%s validates by its own rules', async (path) => {
    expect((await send('POST', `/${path}`, { author: { name: 'Ende' } })).status).toBe(200);
    const { status, body } = await send('POST', `/${path}`, { author: { name: 'E' } });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain('author.name: ');
  });

  test('an asynchronous schema is awaited, for every argument that the request has', async () => {
    expect((await send('POST', '/async', { name: 'Ende' })).body).toEqual({ name: 'Ende' });
    const { status, body } = await send('POST', '/async', { name: 'taken', other: 'taken' });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      data: { params: { name: 'name: is taken.', other: 'other: is taken.' } },
    });
  });

  test('a callback, and the Allow of another method, see the validated value', async () => {
    expect((await send('PUT', '/async', { name: 'me' })).body).toEqual({ name: 'me' });
    expect((await send('PUT', '/async', { name: 'you' })).status).toBe(401);
    const allowed = await send('POST', '/async', { name: 'me' });
    expect(String(allowed.headers.allow).split(', ').toSorted()).toEqual(['POST', 'PUT']);
    expect((await send('POST', '/async', { name: 'taken' })).headers.allow).toBe('POST');
  });

  test('a schema that throws is an internal error, not an accepted value', async () => {
    const { status, body } = await send('POST', '/own', { length: 'throw' });
    expect(status).toBe(500);
    expect(body).toMatchObject({ code: 'framework_internal_error' });
  });

  test('the schema decides what an absent argument becomes', async () => {
    expect((await app.fetch('GET', '/api/acme/v1/authors/absent')).body).toEqual({
      page: 1,
      sort: 'asc',
      hasQuery: false,
    });
    expect((await app.fetch('GET', '/api/acme/v1/authors/absent?page=7&q=x')).body).toEqual({
      page: 7,
      sort: 'asc',
      hasQuery: true,
    });
    expect((await send('POST', '/own', {})).body).toMatchObject({
      code: 'rest_missing_callback_param',
    });
  });

  test('OPTIONS shows the JSON Schema that the library can give, else an argument of any type', async () => {
    const argsOf = async (path: string) => {
      const { body } = await app.fetch('OPTIONS', `/api/acme/v1/authors${path}`);
      return (body as { endpoints: [{ args: Record<string, unknown> }] }).endpoints[0].args;
    };
    expect(await argsOf('/zod')).toEqual({
      author: {
        type: 'object',
        required: true,
        properties: {
          name: { type: 'string', minLength: 2, required: true },
          books: {
            type: 'array',
            maxItems: 3,
            default: [],
            items: { type: 'object', properties: { title: { type: 'string', required: true } } },
          },
          born: {},
        },
      },
    });
    expect(await argsOf('/arktype')).toMatchObject({
      author: { properties: { name: { type: 'string', minLength: 2, required: true } } },
    });
    expect(await argsOf('/valibot')).toEqual({ author: { required: true } });
    expect(await argsOf('/absent')).toEqual({
      page: expect.objectContaining({ required: false, default: 1 }),
      sort: { type: 'string', enum: ['asc', 'desc'], default: 'asc', required: false },
      q: { type: 'string', required: false },
    });
  });
});
