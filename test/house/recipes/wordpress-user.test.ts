import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes, type TestApplication } from '../../support/application.js';
import { RootController } from '../../support/root.controller.js';
import { wordpressUser } from './wordpress-user.js';

const COOKIE = 'wordpress_logged_in_x=ada';
const BASIC = `Basic ${Buffer.from('ada:abcd EFGH').toString('base64')}`;
const USER = {
  id: 1,
  roles: ['editor'],
  capabilities: { read: true, edit_posts: true, exist: false },
};

/** What WordPress responds at `/wp/v2/users/me`. */
function currentUser(headers: IncomingHttpHeaders): readonly [number, object] {
  if (headers.authorization === BASIC) return [200, USER];
  if (headers.authorization === 'Basic down') return [502, {}];
  if (headers.authorization !== undefined)
    return [401, { code: 'incorrect_password', message: 'Wrong.' }];
  if (headers['x-wp-nonce'] !== 'fresh')
    return [403, { code: 'rest_cookie_invalid_nonce', message: 'Old.' }];
  if (headers.cookie === COOKIE) return [200, USER];
  return [401, { code: 'rest_not_logged_in', message: 'Nobody.' }];
}

describe.each(ADAPTERS)('users of WordPress on %s', (adapter) => {
  let wordpress: Server;
  let app: TestApplication;
  const asked: string[] = [];
  beforeAll(async () => {
    wordpress = createServer(({ url = '', headers }, response) => {
      asked.push(url);
      const [status, body] = currentUser(headers);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    }).listen(0, '127.0.0.1');
    await once(wordpress, 'listening');
    const { port } = wordpress.address() as AddressInfo;
    const user = wordpressUser(`http://127.0.0.1:${port}/wp-json`);
    app = await startRoutes([RootController], { adapter, rest: { user } });
  });
  afterAll(async () => {
    await app.close();
    wordpress.close();
  });

  const me = async (headers: Record<string, string>, query = '') => {
    const { status, body } = await app.fetch('GET', `/api/acme/v1/me${query}`, { headers });
    return [status, (body as { code?: string }).code];
  };

  test('a cookie with its nonce authenticates, in the header or in the query', async () => {
    expect(await me({ cookie: COOKIE, 'x-wp-nonce': 'fresh' })).toEqual([200, undefined]);
    expect(await me({ cookie: COOKIE }, '?_wpnonce=fresh')).toEqual([200, undefined]);
    expect(asked.at(-1)).toBe('/wp-json/wp/v2/users/me?context=edit');
  });

  test('an application password authenticates', async () => {
    expect(await me({ authorization: BASIC })).toEqual([200, undefined]);
  });

  test('a cookie without a nonce is anonymous, and WordPress is not asked', async () => {
    asked.length = 0;
    expect(await me({ cookie: COOKIE })).toEqual([401, 'rest_forbidden']);
    expect(await me({})).toEqual([401, 'rest_forbidden']);
    expect(asked).toEqual([]);
  });

  test('an old cookie is anonymous', async () => {
    expect(await me({ cookie: 'old=1', 'x-wp-nonce': 'fresh' })).toEqual([401, 'rest_forbidden']);
  });

  test('a wrong nonce and a wrong password are the errors of WordPress', async () => {
    expect(await me({ cookie: COOKIE, 'x-wp-nonce': 'old' })).toEqual([
      403,
      'rest_cookie_invalid_nonce',
    ]);
    expect(await me({ authorization: 'Basic x' })).toEqual([401, 'incorrect_password']);
  });

  test('a WordPress that fails makes no one anonymous', async () => {
    expect(await me({ authorization: 'Basic down' })).toEqual([503, 'user_unknown']);
  });
});
