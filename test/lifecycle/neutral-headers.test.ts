import type { INestApplication } from '@nestjs/common';
import {
  Capability,
  HttpMethod,
  PublicAccess,
  RestController,
  RestResponse,
  RestRoute,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../support/application.js';
import { signedAs, signedUser } from '../support/fixture-user.js';

@RestController('v1', '/items')
class ItemsController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list() {
    return new RestResponse(['a']).paged(1, { page: 1, per_page: 10 });
  }
  @RestRoute('/mine', HttpMethod.Get, new Capability('read'))
  mine() {
    return ['b'];
  }
}

const origin = 'https://example.com';

describe.each(ADAPTERS)("headers: 'neutral' on %s", (adapter) => {
  const app = useRoutes([ItemsController], {
    adapter,
    rest: {
      headers: 'neutral',
      user: signedUser,
    },
    cors: { origin, exposedHeaders: ['X-Own'] },
    configure: (nest: INestApplication) => {
      nest.setGlobalPrefix('api');
    },
  });

  test('none of them is of WordPress', async () => {
    for (const [path, user] of [
      ['/items', ''],
      ['/items/mine', 'ada'],
      ['/items/mine', ''],
      ['/nothing', ''],
    ] as const) {
      const { headers } = await app.fetch('GET', `/api/acme/v1${path}`, {
        headers: signedAs(user === '' ? undefined : { name: user, capabilities: ['read'] }),
      });
      const names = Object.keys(headers).filter((name) =>
        /^(?:expires|x-robots-tag|x-wp-.*)$/.test(name),
      );
      expect([path, names]).toEqual([path, []]);
      expect(String(headers.link)).not.toContain('api.w.org');
      expect(headers['x-content-type-options']).toBe('nosniff');
    }
    const mine = await app.fetch('GET', '/api/acme/v1/items/mine', {
      headers: signedAs({ name: 'ada', capabilities: ['read'] }),
    });
    expect(mine.headers['cache-control']).toContain('private');
  });

  test('scripts may read those that are sent, and no others', async () => {
    const exposed = async (path: string) =>
      (await app.fetch('GET', `/api/acme/v1${path}`, { headers: { origin } })).headers[
        'access-control-expose-headers'
      ];
    expect(await exposed('/items')).toBe('X-Own, X-Total-Count, Link, Allow');
    expect(await exposed('/nothing')).toBe('X-Own');
  });
});
