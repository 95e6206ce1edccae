import {
  Catch,
  HttpException,
  Injectable,
  Res,
  UseFilters,
  UseGuards,
  type ArgumentsHost,
  type CanActivate,
  type ExceptionFilter,
} from '@nestjs/common';
import {
  Cache,
  Capability,
  HttpMethod,
  PublicAccess,
  RestController,
  RestDispatcher,
  RestResponse,
  RestRoute,
  RestRoutes,
  type int,
} from 'nestjs-rest-routes';
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { openApiDocument } from 'nestjs-rest-routes/openapi';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ADAPTERS, startRoutes, useRoutes, type AdapterName } from '../../support/application.js';
import { signedAs, signedUser } from '../../support/fixture-user.js';

/** The response of both adapters. */
interface Sender {
  status(code: number): { send(body: unknown): void };
}

@Injectable()
class ClosedGuard implements CanActivate {
  canActivate(): boolean {
    throw new HttpException('closed', 423);
  }
}

@Catch()
class TeapotFilter implements ExceptionFilter {
  catch(_error: unknown, host: ArgumentsHost): void {
    host.switchToHttp().getResponse<Sender>().status(418).send({ code: 'teapot' });
  }
}

@RestController('v1', '/items')
class ItemsController {
  /**
   * Lists items.
   *
   * @deprecated 2026-01-01 sunset 2027-01-01
   * Use /v2/items.
   */
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(page: int = 1) {
    return [page];
  }

  @RestRoute('', HttpMethod.Post, new Capability('edit'), {
    batch: true,
    openapi: { deprecated: '2026-01-01. Use /v2/items.' },
  })
  create(title: string) {
    return { title };
  }

  @RestRoute('', HttpMethod.Delete, new PublicAccess(), { publicWrite: true })
  clear() {
    return [];
  }

  /** @deprecated 2026-01-01 sunset 2027-01-01 */
  @RestRoute('/cached', HttpMethod.Get, new PublicAccess())
  @Cache({ ttl: '1m', vary: 'none' })
  cached() {
    return { cached: true };
  }

  /** @deprecated 2026-01-01 sunset 2027-01-01 */
  @RestRoute('/closed', HttpMethod.Get, new PublicAccess())
  @UseGuards(ClosedGuard)
  closed() {
    return [];
  }

  /** @deprecated 2026-01-01 sunset 2027-01-01 */
  @RestRoute('/failed', HttpMethod.Get, new PublicAccess())
  failed(): string {
    throw new TypeError('no item');
  }

  /** @deprecated 2026-01-01 sunset 2027-01-01 */
  @RestRoute('/filtered', HttpMethod.Get, new PublicAccess())
  @UseFilters(TeapotFilter)
  filtered(): string {
    throw new TypeError('no item');
  }

  /** @deprecated 2026-01-01 sunset 2027-01-01 */
  @RestRoute('/unsent', HttpMethod.Get, new PublicAccess())
  unsent() {
    return {
      toJSON() {
        throw new TypeError('no text');
      },
    };
  }

  /** @deprecated 2026-01-01 sunset 2027-01-01 */
  @RestRoute('/sent', HttpMethod.Get, new PublicAccess())
  sent(@Res() response: Sender) {
    response.status(200).send({ sent: true });
  }

  /** @deprecated 2026-01-01 sunset 2027-01-01 */
  @RestRoute('/own', HttpMethod.Get, new PublicAccess())
  own() {
    return new RestResponse({}).header('Sunset', 'Sat, 01 Jan 2028 00:00:00 GMT');
  }

  /** @deprecated Use /v2/items. */
  @RestRoute('/undated', HttpMethod.Get, new PublicAccess())
  undated() {
    return [];
  }
}

const DATES = { deprecation: '@1767225600', sunset: 'Fri, 01 Jan 2027 00:00:00 GMT' };
const PATH = '/api/acme/v1/items';

/** The two headers, as far as a response has them. */
function datesIn({ deprecation, sunset }: Readonly<Record<string, unknown>>) {
  return { deprecation, sunset };
}

function useItems(adapter: AdapterName) {
  const rest = { batch: true, user: signedUser };
  return useRoutes([ItemsController], { adapter, rest });
}

describe.each(ADAPTERS)('a route that is deprecated with dates, on %s', (adapter) => {
  const app = useItems(adapter);

  test.each(['GET', 'HEAD'])('has both headers in the response of a %s', async (method) => {
    const { status, headers } = await app.fetch(method, PATH);
    expect([status, datesIn(headers)]).toEqual([200, DATES]);
  });

  test('without a sunset has one header, for each user, and in each of its errors', async () => {
    const only = { deprecation: '@1767225600', sunset: undefined };
    const type = { 'content-type': 'application/json' };
    const user = { ...type, ...signedAs({ id: 1, capabilities: ['edit'] }) };
    const send = (body: string, headers: Readonly<Record<string, string>>) =>
      app.fetch('POST', PATH, { body, headers });
    const all = [
      await send('{"title":"a"}', user),
      await send('{}', user),
      await send('{', user),
      await send('{"title":"a"}', type),
      await send('{"title":"a"}', { ...type, ...signedAs({ id: 2 }) }),
    ];
    expect(all.map(({ status, headers }) => [status, datesIn(headers)])).toEqual([
      [200, only],
      [400, only],
      [400, only],
      [401, only],
      [403, only],
    ]);
  });

  test.each([
    ['a rejected argument', '?page=x', 400],
    ['a guard', '/closed', 423],
    ['an exception', '/failed', 500],
    ['an exception filter that responds itself', '/filtered', 418],
    ['a result that cannot be sent', '/unsent', 500],
    ['a method that responds itself', '/sent', 200],
  ])('has both headers in the response of %s', async (_, path, status) => {
    const response = await app.fetch('GET', `${PATH}${path}`);
    expect([response.status, datesIn(response.headers)]).toEqual([status, DATES]);
  });

  test('has both headers in a new response, in one of the cache, and in a 304', async () => {
    const fresh = await app.fetch('GET', `${PATH}/cached`);
    const hit = await app.fetch('GET', `${PATH}/cached`);
    const condition = { 'if-none-match': String(hit.headers.etag) };
    const unchanged = await app.fetch('GET', `${PATH}/cached`, { headers: condition });
    const all = [fresh, hit, unchanged];
    expect(all.map(({ status }) => status)).toEqual([200, 200, 304]);
    expect(hit.headers['cache-status']).toContain('; hit');
    expect(all.map(({ headers }) => datesIn(headers))).toEqual([DATES, DATES, DATES]);
  });

  test('has the header that the method states in place of its own', async () => {
    const { headers } = await app.fetch('GET', `${PATH}/own`);
    expect(datesIn(headers)).toEqual({ ...DATES, sunset: 'Sat, 01 Jan 2028 00:00:00 GMT' });
  });

  test('has both headers in an envelope', async () => {
    const written = { Deprecation: DATES.deprecation, Sunset: DATES.sunset };
    const { body } = await app.fetch('GET', `${PATH}?_envelope`);
    expect(body).toMatchObject({ body: [1], status: 200, headers: written });
    const missing = await app.fetch('GET', `${PATH}?page=x&_envelope`);
    expect(missing.body).toMatchObject({ status: 400, headers: written });
    const rejected = await app.fetch('GET', `${PATH}/closed?_envelope`);
    expect(rejected.body).toMatchObject({ status: 423, headers: written });
  });

  test('has its headers in a batch and in the process', async () => {
    const requests = [
      { method: 'POST', path: '/acme/v1/items', body: { title: 'a' } },
      { method: 'DELETE', path: '/acme/v1/items' },
    ];
    const headers = {
      'content-type': 'application/json',
      ...signedAs({ id: 1, capabilities: ['edit'] }),
    };
    const body = JSON.stringify({ requests });
    const batch = await app.fetch('POST', '/api/batch/v1', { body, headers });
    const { responses } = batch.body as {
      readonly responses: readonly { readonly headers: Readonly<Record<string, unknown>> }[];
    };
    const names = Object.entries(responses[0]?.headers ?? {}).map(
      ([name, value]) => [name.toLowerCase(), value] as const,
    );
    expect(datesIn(Object.fromEntries(names))).toEqual({
      deprecation: '@1767225600',
      sunset: undefined,
    });
    expect(datesIn(batch.headers)).toEqual({ deprecation: undefined, sunset: undefined });
    const inside = await app.nest.get(RestDispatcher).request({ path: '/acme/v1/items' });
    expect(datesIn(inside.headers)).toEqual(DATES);
  });

  test('leaves other methods of its path, OPTIONS, routes without dates and other paths without the headers', async () => {
    const all = [
      await app.fetch('DELETE', PATH),
      await app.fetch('PUT', PATH),
      await app.fetch('OPTIONS', PATH),
      await app.fetch('GET', `${PATH}/undated`),
      await app.fetch('GET', '/api/acme/v1'),
    ];
    expect(all.map(({ status }) => status)).toEqual([200, 404, 200, 200, 200]);
    for (const { headers } of all) {
      expect(datesIn(headers)).toEqual({ deprecation: undefined, sunset: undefined });
    }
  });

  test('is deprecated in the OpenAPI document, with its text', async () => {
    const { paths } = openApiDocument(await app.nest.get(RestRoutes).list());
    const operations = paths[PATH];
    expect(operations?.get).toMatchObject({ deprecated: true });
    expect(operations?.get?.description).toContain('2026-01-01 sunset 2027-01-01');
    expect(operations?.delete).not.toHaveProperty('deprecated');
  });
});

test.each(ADAPTERS)(
  'who calls a deprecated route is known where its event is published, on %s',
  async (adapter) => {
    const clients = new AsyncLocalStorage<unknown>();
    const events: unknown[] = [];
    const note = (event: unknown) => events.push([clients.getStore(), event]);
    const app = await startRoutes([ItemsController], {
      adapter,
      configure: (nest) => {
        nest.use(
          (
            { headers }: { readonly headers: Readonly<Record<string, unknown>> },
            _: unknown,
            next: () => void,
          ) => {
            clients.run(headers['x-client'], next);
          },
        );
      },
    });
    onTestFinished(() => app.close());
    subscribe('nestjs-rest-routes:deprecated', note);
    onTestFinished(() => void unsubscribe('nestjs-rest-routes:deprecated', note));
    const get = (path: string, client: string) =>
      app.fetch('GET', `${PATH}${path}`, { headers: { 'x-client': client } });
    await get('?page=x', 'first');
    await get('/cached', 'second');
    await get('/cached', 'third');
    await get('/undated', 'none');
    await get('/closed', 'rejected');
    await app.fetch('DELETE', PATH);
    const cached = { route: `${PATH}/cached`, method: 'GET', handler: 'ItemsController.cached' };
    expect(events).toEqual([
      ['first', { route: PATH, method: 'GET', handler: 'ItemsController.list' }],
      ['second', cached],
      ['third', cached],
    ]);
  },
);

/** Starts an application whose only route has a text, and requests it. */
async function startWith(adapter: AdapterName, deprecated: string | boolean) {
  @RestController('v1', '/notes')
  class NotesController {
    @RestRoute('/{id}', HttpMethod.Get, new PublicAccess(), { openapi: { deprecated } })
    one(id: int) {
      return { id };
    }
  }
  const warnings: string[] = [];
  const nothing = () => undefined;
  const logger = { log: nothing, error: nothing, warn: (text: string) => warnings.push(text) };
  const app = await startRoutes([NotesController], { adapter, create: { logger } });
  try {
    const { headers } = await app.fetch('GET', '/api/acme/v1/notes/1');
    return { ...datesIn(headers), warnings };
  } finally {
    await app.close();
  }
}

describe.each(ADAPTERS)('the text of a deprecation, on %s', (adapter) => {
  test.each([
    ['2024-02-29', '@1709164800', undefined],
    ['2026-01-01: use /v2.', '@1767225600', undefined],
    ['  2026-01-01\n SUNSET 2027-01-01.', '@1767225600', 'Fri, 01 Jan 2027 00:00:00 GMT'],
    ['2026-01-01, sunset 2026-01-01, use /v2', '@1767225600', 'Thu, 01 Jan 2026 00:00:00 GMT'],
    ['2026-01-01 Use /v2, which came 2025-06-01', '@1767225600', undefined],
    ['1969-12-31', '@-86400', undefined],
  ])('%j states dates', async (text, deprecation, sunset) => {
    expect(await startWith(adapter, text)).toEqual({ deprecation, sunset, warnings: [] });
  });

  test.each([
    true,
    '',
    'Use /v2/items.',
    '2.0 has another list.',
    '3 other routes do this.',
    '2000000 items are too many.',
    'Use /v2/2026-01-01/items.',
    'Watch the sunset. 2 other routes do this.',
    'May be removed.',
  ])('%j states no date, and causes no warning', async (text) => {
    const none = { deprecation: undefined, sunset: undefined, warnings: [] };
    expect(await startWith(adapter, text)).toEqual(none);
  });

  test.each([
    ['2026-13-01 Use /v2.', '2026-13-01 is not a date'],
    ['2026-02-30', '2026-02-30 is not a date'],
    ['2026-01-01 sunset 2027-02-29', '2027-02-29 is not a date'],
    ['2026-01-01 sunset 2025-12-31', 'its sunset is before its date'],
    ['2026-01-01 sunset 2027-1-1', 'its sunset does not follow the date'],
    ['2026-01-01 sunset in 2027', 'its sunset does not follow the date'],
    ['2026-01-01 Use /v2. Sunset: 2027-01-01', 'its sunset does not follow the date'],
    ['sunset 2027-01-01', 'its sunset does not follow the date'],
    ...[
      '2026-1-1',
      '2026/01/01 Use /v2.',
      '2026-01-01T00:00:00Z',
      '2026-01-011',
      '01.01.2026',
      '1/1/26',
      '20260101',
      '@1767225600',
      '2026',
      'since 2026-01-01',
      'Since January 2026',
      '1 Jan 2026',
      'Use /v2 from 2026-01-01.',
    ].map((text) => [text, 'it does not begin with a date of the form 2026-01-01']),
  ])('%j is a warning at startup, and no header', async (text, problem) => {
    const { warnings, ...dates } = await startWith(adapter, text);
    expect(dates).toEqual({ deprecation: undefined, sunset: undefined });
    expect(warnings).toEqual([
      `Responses of deprecated routes have no Deprecation header, because no date could be read. Write the date first, with or without a sunset: "@deprecated 2026-01-01 sunset 2027-01-01 Use /v2/items." NotesController.one (GET /acme/v1/notes/{id}): ${problem}: ${JSON.stringify(text)}.`,
    ]);
  });
});
