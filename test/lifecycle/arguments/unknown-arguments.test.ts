import {
  Body,
  createParamDecorator,
  Headers,
  Ip,
  Query,
  RawBody,
  Req,
  Res,
  type ExecutionContext,
} from '@nestjs/common';
import {
  Arguments,
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestDispatcher,
  RestRequest,
  RestRoute,
  RestRoutes,
  type int,
} from 'nestjs-rest-routes';
import { openApiDocument } from 'nestjs-rest-routes/openapi';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes, useRoutes } from '../../support/application.js';
import { signedAs, signedUser } from '../../support/fixture-user.js';

const CurrentUser = createParamDecorator(
  (_: unknown, context: ExecutionContext): unknown =>
    context.switchToHttp().getRequest<{ user?: unknown }>().user,
);

interface Profile {
  language?: string;
}

/** A product's routes on the own profile, each with another way to know more of the request. */
@RestController('v1', '/me')
class MeController {
  @RestRoute('', HttpMethod.Patch, new PublicAccess())
  update(request: RestRequest, language = 'en') {
    request.requireUser();
    return { language };
  }

  @RestRoute('/user', HttpMethod.Patch, new PublicAccess())
  byUser(@CurrentUser() user: unknown, language = 'en') {
    return { user, language };
  }

  @RestRoute('/headers', HttpMethod.Patch, new PublicAccess())
  byHeaders(@Headers('if-match') tag: string, @Ip() ip: string, language = 'en') {
    return { language, isKnown: tag === undefined && ip !== '' };
  }

  @RestRoute('/request', HttpMethod.Patch, new PublicAccess())
  byRequest(@Req() request: { readonly url: string }, language = 'en') {
    return { language, url: request.url };
  }

  @RestRoute('/response', HttpMethod.Patch, new PublicAccess())
  byResponse(@Res() response: { send(body: unknown): void }, language = 'en') {
    response.send({ language });
  }

  @RestRoute('/profile', HttpMethod.Patch, new PublicAccess())
  byProfile(request: RestRequest, @Arguments() profile: Profile) {
    return { ...profile, path: request.path };
  }

  @RestRoute('/open', HttpMethod.Patch, new PublicAccess(), { unknownArguments: 'ignore' })
  open(request: RestRequest, language = 'en') {
    return { language, body: request.body };
  }
}

const REFUSING = ['', '/user', '/headers', '/request', '/response', '/profile'];

/** What Nest's decorators say that a method reads. */
@RestController('v1', '/read')
class ReadController {
  @RestRoute('/query', HttpMethod.Get, new PublicAccess())
  query(@Query() query: object, page: int = 1) {
    return { query, page };
  }

  @RestRoute('/names', HttpMethod.Get, new PublicAccess())
  names(@Query('genre') genre: string, @Query('tags') tags: unknown, page: int = 1) {
    return { genre, tags, page };
  }

  @RestRoute('/body', HttpMethod.Post, new PublicAccess())
  body(@Body() body: unknown) {
    return { body };
  }

  @RestRoute('/raw', HttpMethod.Post, new PublicAccess())
  raw(@RawBody() body: Buffer | undefined) {
    return { length: body?.length };
  }

  @RestRoute('/property', HttpMethod.Post, new PublicAccess())
  property(@Body('title') title: string, year: int = 2000) {
    return { title, year };
  }

  @RestRoute('/strict', HttpMethod.Post, new PublicAccess(), { unknownArguments: 'refuse' })
  strict(@Param({ maximum: 3000 }) year: int = 2000) {
    return { year };
  }
}

const JSON_TYPE = { 'content-type': 'application/json' };

@RestController('v1', '/books')
class BooksController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(genre = 'any') {
    return { genre };
  }

  @RestRoute('/{id}', HttpMethod.Put, new PublicAccess())
  update(id: int, title: string) {
    return { id, title };
  }

  @RestRoute('/count', HttpMethod.Get, new PublicAccess())
  count() {
    return { count: 2 };
  }
}

const BOOKS = '/api/acme/v1/books';

describe.each(ADAPTERS)('parameters that no argument takes on %s', (adapter) => {
  const rest = { unknownArguments: 'refuse' } as const;
  const app = useRoutes([BooksController], { adapter, rest });
  const lenient = useRoutes([BooksController], { adapter });

  test('are ignored by default, as in WordPress', async () => {
    const { status, body } = await lenient.fetch('GET', `${BOOKS}?gnere=novel`);
    expect({ status, body }).toEqual({ status: 200, body: { genre: 'any' } });
  });

  test('of the query are a 400 that names the known ones', async () => {
    const { status, body } = await app.fetch('GET', `${BOOKS}?gnere=novel`);
    expect(status).toBe(400);
    expect(body).toMatchObject({
      code: 'rest_invalid_param',
      data: {
        params: { gnere: 'gnere is not a known argument. Known: genre.' },
        details: { gnere: { code: 'rest_additional_properties_forbidden' } },
      },
    });
  });

  test('of a body are a 400 too, each once', async () => {
    const { status, body } = await app.fetch('PUT', `${BOOKS}/1?titel=a`, {
      headers: { 'content-type': 'application/json' },
      body: '{"title":"a","titel":"b","constructor":1}',
    });
    expect(status).toBe(400);
    const { params } = (body as { data: { params: object } }).data;
    expect(Object.keys(params)).toEqual(['titel', 'constructor']);
  });

  test('a route without arguments says so', async () => {
    const { body } = await app.fetch('GET', `${BOOKS}/count?page=2`);
    expect(body).toMatchObject({
      data: { params: { page: 'page is not a known argument. This route has none.' } },
    });
  });

  test('a missing argument is reported first', async () => {
    const { body } = await app.fetch('PUT', `${BOOKS}/1?titel=a`);
    expect(body).toMatchObject({ code: 'rest_missing_callback_param' });
  });

  test.each(['?genre=novel', '?_fields=genre', '?_envelope', '?_locale=user', '?_embed&genre=a'])(
    '%s is accepted',
    async (query) => {
      expect((await app.fetch('GET', `${BOOKS}${query}`)).status).toBe(200);
    },
  );

  test('a body without names is a 400, unless nothing is lost of it', async () => {
    const send = (body: string) =>
      app.fetch('PUT', `${BOOKS}/1?title=a`, { headers: JSON_TYPE, body });
    expect(await send('[{"titel":"b"}]')).toMatchObject({
      status: 400,
      body: { code: 'rest_invalid_body', message: expect.stringContaining('it is a list') },
    });
    expect((await send('[]')).status).toBe(200);
  });

  test('the index accepts what WordPress sends to its own', async () => {
    expect((await app.fetch('GET', '/api/acme/v1?context=help')).status).toBe(200);
  });

  test('another value of the option stops the start', async () => {
    const options = { adapter, rest: { unknownArguments: 'reject' as 'refuse' } };
    await expect(startRoutes([BooksController], options)).rejects.toThrow(
      "unknownArguments is 'ignore' or 'refuse', not \"reject\"",
    );
  });
});

describe.each(ADAPTERS)('a method that knows more of the request on %s', (adapter) => {
  const rest = { style: 'nest', errors: 'wordpress', user: signedUser } as const;
  const app = useRoutes([MeController, ReadController], {
    adapter,
    rest,
    create: { rawBody: true },
  });
  const lenient = useRoutes([ReadController], { adapter });
  const headers = { ...JSON_TYPE, ...signedAs({ name: 'ada' }) };
  const patch = (path: string, body: object, query = '') =>
    app.fetch('PATCH', `/api/acme/v1/me${path}${query}`, { headers, body: JSON.stringify(body) });
  const post = (path: string, body: unknown, query = '') =>
    app.fetch('POST', `/api/acme/v1/read${path}${query}`, { headers, body: JSON.stringify(body) });
  const get = (path: string) => app.fetch('GET', `/api/acme/v1/read${path}`, { headers });

  test.each(REFUSING)('rejects a misspelt name at /me%s', async (path) => {
    const sent = await patch(path, { language: 'de' });
    expect(sent.body).toMatchObject({ language: 'de' });
    for (const wrong of [
      await patch(path, { langauge: 'de' }),
      await patch(path, {}, '?langauge=de'),
    ]) {
      expect(wrong.status).toBe(400);
      expect(wrong.text).toContain('langauge is not a known argument. Known: language.');
    }
  });

  test('reads them itself if its route states it', async () => {
    const { status, body } = await patch('/open', { langauge: 'de' });
    expect({ status, body }).toEqual({
      status: 200,
      body: { language: 'en', body: { langauge: 'de' } },
    });
  });

  test('reads all of the query with @Query(), and nothing else', async () => {
    const all = await get('/query?genre=novel&page=2');
    expect(all.body).toEqual({ query: { genre: 'novel', page: '2' }, page: 2 });
  });

  test("reads the names of @Query('name'), and no others", async () => {
    const named = await get('/names?genre=novel&tags[]=a&tags[]=b&page=2');
    expect(named.body).toEqual({ genre: 'novel', tags: ['a', 'b'], page: 2 });
    const other = await get('/names?gnere=novel');
    expect(other.status).toBe(400);
    expect(other.text).toContain('Known: page, genre, tags.');
  });

  test('reads all of the body with @Body(), and no more of the query', async () => {
    for (const body of [{ any: 1 }, [1, 2]])
      expect((await post('/body', body)).body).toEqual({ body });
    expect((await post('/body', { any: 1 }, '?any=1')).status).toBe(400);
    expect((await post('/raw', { any: 1 })).body).toEqual({ length: 9 });
  });

  test("reads the names of @Body('name'), and no others, of forms too", async () => {
    const named = await post('/property', { title: 'a', year: 2 });
    expect(named.body).toEqual({ title: 'a', year: 2 });
    expect((await post('/property', { titel: 'a' })).status).toBe(400);
    expect((await post('/property', {}, '?title=a')).status).toBe(400);
    const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' };
    const sent = await app.fetch('POST', '/api/acme/v1/read/property', {
      headers: form,
      body: 'title=a&titel=b',
    });
    expect(sent.status).toBe(400);
  });

  test('one route may reject them if the application ignores them', async () => {
    const send = (query: string) => lenient.fetch('POST', `/api/acme/v1/read/strict${query}`);
    expect((await send('?year=5')).body).toEqual({ year: 5 });
    expect((await send('?yaer=5')).status).toBe(400);
    expect((await send('?_locale=user')).status).toBe(200);
  });

  test('requests in process are treated alike', async () => {
    const response = await app.nest
      .get(RestDispatcher)
      .request({ method: 'PATCH', path: '/acme/v1/me/profile', body: { langauge: 'de' } });
    expect(response.status).toBe(400);
  });

  test('descriptions and documents say so', async () => {
    const routes = await app.nest.get(RestRoutes).list();
    const treatments = new Map(routes.map((one) => [one.handler, one.unknownArguments]));
    expect(Object.fromEntries(treatments)).toMatchObject({
      'MeController.update': 'refuse',
      'MeController.byUser': 'refuse',
      'MeController.open': 'ignore',
      'ReadController.property': 'ignore',
      'ReadController.strict': 'refuse',
    });
    const { components } = openApiDocument(routes);
    const schemaOf = (name: string) =>
      components.requestBodies?.[name]?.content['application/json']?.schema;
    expect(schemaOf('Me_update')).toMatchObject({ additionalProperties: false });
    expect(schemaOf('Me_open')).toMatchObject({ type: 'object' });
    expect(schemaOf('Me_open')).not.toHaveProperty('additionalProperties');
    expect(schemaOf('Read_property')).not.toHaveProperty('additionalProperties');
  });
});
