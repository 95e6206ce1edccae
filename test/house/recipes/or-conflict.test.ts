import { PGlite } from '@electric-sql/pglite';
import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../../support/application.js';
import { orConflict } from './or-conflict.js';

let database: PGlite;
beforeAll(async () => {
  database = await PGlite.create();
  await database.exec('CREATE TABLE books (title text UNIQUE)');
});
afterAll(() => database.close());

/** As Drizzle throws the error of the driver. */
class DrizzleQueryError extends Error {}

@RestController('v1', '/books')
class BooksController {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  async create(title: string, wrapped = false) {
    const insert = database
      .query('INSERT INTO books VALUES ($1)', [title])
      .catch((cause: unknown) => {
        throw wrapped ? new DrizzleQueryError('Failed query', { cause }) : cause;
      });
    await orConflict(insert, 'title_taken');
    return { title };
  }

  @RestRoute('/prisma', HttpMethod.Post, new PublicAccess())
  prisma(code: string) {
    return orConflict(Promise.reject(Object.assign(new Error('failed'), { code })), 'title_taken');
  }
}

describe.each(ADAPTERS)('an index that rejects a row, on %s', (adapter) => {
  const app = useRoutes([BooksController], { adapter });
  const post = (path: string, body: object) =>
    app.fetch('POST', `/api/acme/v1/books${path}`, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  test('is a 409, also as the cause of another error', async () => {
    expect(await post('', { title: adapter })).toMatchObject({ status: 200 });
    for (const wrapped of [false, true]) {
      expect(await post('', { title: adapter, wrapped })).toMatchObject({
        status: 409,
        body: { code: 'title_taken' },
      });
    }
    expect(await post('/prisma', { code: 'P2002' })).toMatchObject({ status: 409 });
  });

  test('any other error is a 500 that says nothing', async () => {
    expect(await post('/prisma', { code: 'P2024' })).toMatchObject({
      status: 500,
      body: { code: 'framework_internal_error' },
    });
  });
});

test('docs/recipes.md has the recipe as it is tested', () => {
  const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
  expect(read('../../../docs/recipes.md')).toContain(read('./or-conflict.ts').trimEnd());
});
