import {
  Controller,
  createParamDecorator,
  Get,
  Headers,
  Req,
  UseInterceptors,
  type ExecutionContext,
} from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { Cache, PublicAccess, RequirePermission, RestCacheInterceptor } from 'nestjs-rest-routes';
import { beforeEach, describe, expect, test } from 'vitest';
import { fixtureUser, signedAsUser } from '../../support/fixture-user.js';
import { ADAPTERS, useRoutes } from '../../support/application.js';

let calls = 0;
beforeEach(() => {
  calls = 0;
});

const CurrentUser = createParamDecorator((_data: unknown, context: ExecutionContext): unknown =>
  Reflect.get(context.switchToHttp().getRequest<object>(), 'headers'),
);

@Controller('cats')
@UseInterceptors(RestCacheInterceptor)
class CatsController {
  @Get('own')
  @Cache({ ttl: '5m' })
  own() {
    return { n: ++calls };
  }

  @Get('stated')
  @Cache({ ttl: '5m', vary: 'user' })
  stated(@Req() request: { headers: Record<string, string> }) {
    return { n: ++calls, user: request.headers['authorization'] ?? null };
  }

  @Get('unstated')
  @Cache({ ttl: '5m' })
  @RequirePermission(new PublicAccess())
  unstated(@CurrentUser() _user: unknown) {
    return { n: ++calls };
  }

  @Get('language')
  @Cache({ ttl: '5m', vary: { headers: ['Accept-Language'] } })
  @RequirePermission(new PublicAccess())
  language(@Headers('accept-language') language: string) {
    return { n: ++calls, language };
  }

  @Get('custom')
  @Cache({ ttl: '5m', vary: ({ headers }) => String(headers['x-shop']) })
  custom() {
    return { n: ++calls };
  }

  @Get('everyone')
  @Cache({ ttl: '5m', vary: 'none' })
  everyone() {
    return { n: ++calls };
  }
}

@Controller('dogs')
@RequirePermission(new PublicAccess())
class DogsController {
  @Get()
  @Cache({ ttl: '5m' })
  list() {
    return { n: ++calls };
  }
}

describe.each(ADAPTERS)('Responses of RestCacheInterceptor on %s', (adapter) => {
  const app = useRoutes([{ provide: APP_INTERCEPTOR, useClass: RestCacheInterceptor }], {
    adapter,
    rest: { ...fixtureUser, cache: { callerHeaders: ['authorization'] } },
    controllers: [CatsController, DogsController],
  });
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await app.fetch('GET', path, { headers });
    const status = String(response.headers['cache-status'] ?? '');
    const { n } = response.body as { n: number };
    return { ...response, status, n };
  };
  let turn = 0;
  /** A query of its own for each test: the application is shared. */
  beforeEach(() => {
    turn++;
  });
  const at = (path: string) => `${path}?turn=${turn}`;

  test('are of one user, where no permission makes the handler public', async () => {
    const first = await get(at('/cats/own'), signedAsUser(2));
    const stranger = await get(at('/cats/own'), signedAsUser(3));
    const again = await get(at('/cats/own'), signedAsUser(2));
    expect([first.n, stranger.n, again.n]).toEqual([1, 2, 1]);
    expect(first.headers['cache-control']).toBe('private, max-age=300');
    expect(first.headers['vary']).toBe('authorization');
  });

  test('are not cached for a request without a user', async () => {
    const first = await get(at('/cats/own'));
    const second = await get(at('/cats/own'));
    expect([first.n, second.n]).toEqual([1, 2]);
    expect(second.status).toBe('rest-cache; fwd=bypass');
    expect(second.headers['cache-control']).toBe('private, no-cache');
  });

  test('are of one user where the handler takes the request, and of no anonymous one', async () => {
    expect((await get(at('/cats/stated'), signedAsUser(2))).n).toBe(1);
    expect((await get(at('/cats/stated'), signedAsUser(2))).n).toBe(1);
    expect((await get(at('/cats/stated'))).n).toBe(2);
    expect((await get(at('/cats/stated'))).n).toBe(3);
  });

  test('are not cached where the handler takes more than its arguments and states no vary', async () => {
    expect([await get(at('/cats/unstated')), await get(at('/cats/unstated'))]).toMatchObject([
      { n: 1, status: '' },
      { n: 2, status: '' },
    ]);
  });

  test('differ by the headers that vary names', async () => {
    const language = (text: string) => get(at('/cats/language'), { 'accept-language': text });
    expect([(await language('de')).n, (await language('en')).n]).toEqual([1, 2]);
    const hit = await language('de');
    expect(hit.n).toBe(1);
    expect(hit.headers['vary']).toBe('Accept-Language');
    expect(hit.headers['cache-control']).toBe('public, max-age=300');
  });

  test('differ by the text of a vary function', async () => {
    const shop = (name: string) => get(at('/cats/custom'), { 'x-shop': name });
    expect([(await shop('a')).n, (await shop('b')).n, (await shop('a')).n]).toEqual([1, 2, 1]);
  });

  test('are shared by all users with vary none', async () => {
    expect((await get(at('/cats/everyone'), signedAsUser(2))).n).toBe(1);
    expect((await get(at('/cats/everyone'), { cookie: 'a=b' })).n).toBe(1);
  });

  test('are cached by an interceptor of the whole application', async () => {
    expect([(await get(at('/dogs'))).n, (await get(at('/dogs'))).n]).toEqual([1, 1]);
  });

  test('of an interceptor that is listed twice are cached once', async () => {
    expect((await get(at('/cats/everyone'))).status).toContain('fwd=miss; stored');
    expect((await get(at('/cats/everyone'))).status).toContain('hit');
  });
});
