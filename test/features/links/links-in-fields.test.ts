import {
  HttpMethod,
  PublicAccess,
  RestController,
  RestResponse,
  RestRoute,
  withLinks,
  type int,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes, useRoutes } from '../../support/application.js';

const LINKS = { author: { href: '/acme/v1/books/9', embeddable: true } };

@RestController('v1', '/books')
class BooksController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(): object[] {
    return [withLinks({ id: 1, title: 'Momo' }, LINKS)];
  }

  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  one(id: int): object {
    return withLinks({ id, title: 'Momo' }, LINKS);
  }

  @RestRoute('/{id}/copy', HttpMethod.Post, new PublicAccess(), { publicWrite: true })
  copy(id: int): RestResponse<object> {
    return new RestResponse({ id, title: 'Momo' }, 201).link('author', '/acme/v1/books/9');
  }
}

describe.each(ADAPTERS)("with links.inFields: 'named', on %s,", (adapter) => {
  const app = useRoutes([BooksController], { adapter, rest: { links: { inFields: 'named' } } });
  const get = async (path: string) => (await app.fetch('GET', `/api/acme/v1/books${path}`)).body;

  test('a single object has its links only if they are named, as items of a list', async () => {
    expect(await get('/1?_fields=id')).toEqual({ id: 1 });
    expect(await get('?_fields=id')).toEqual([{ id: 1 }]);
    expect(await get('/1?_fields=id,_links')).toMatchObject({ id: 1, _links: { author: [{}] } });
    expect(await get('/1?_fields[]=_links.self')).toMatchObject({ _links: { author: [{}] } });
    expect(await get('/1?_envelope&_fields=id')).toMatchObject({ body: { id: 1 } });
    expect(JSON.stringify(await get('/1?_envelope&_fields=id'))).not.toContain('author');
  });

  test('so has a created one', async () => {
    const path = '/api/acme/v1/books/1/copy';
    const created = await app.fetch('POST', `${path}?_fields=title`);
    expect([created.status, created.body]).toEqual([201, { title: 'Momo' }]);
    expect((await app.fetch('POST', path)).body).toHaveProperty('_links.author');
  });

  test('what is embedded is embedded if it, or its links, are named', async () => {
    expect(await get('/1?_fields=id&_embed')).toEqual({ id: 1 });
    const embedded = { id: 1, _links: {}, _embedded: { author: [{ id: 9 }] } };
    expect(await get('/1?_fields=id,_links&_embed')).toMatchObject(embedded);
    expect(await get('/1?_fields=id,_embedded&_embed')).toMatchObject(embedded);
  });

  test('without _fields, the links are there', async () => {
    expect(await get('/1')).toHaveProperty('_links.author');
  });
});

test('another word is an error at startup', async () => {
  const rest = { links: { inFields: 'never' as 'named' } };
  await expect(startRoutes([BooksController], { adapter: 'fastify', rest })).rejects.toThrow(
    `RestModule: links.inFields is 'always' or 'named', not "never".`,
  );
});
