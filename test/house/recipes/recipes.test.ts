import fastifyCookie from '@fastify/cookie';
import fastifySession from '@fastify/session';
import type { INestApplication } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import session from 'express-session';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  ADAPTERS,
  startApplication,
  useApplication,
  type AdapterName,
  type RequestOptions,
  type TestResponse,
} from '../../support/application.js';
import { REPOSITORY } from '../../support/repository.js';
import { AppModule as ApiKeyModule } from './callers/api-key.js';
import { AppModule as JwtModule } from './callers/jwt/app.module.js';
import { Sessions, TokensController } from './callers/jwt/refresh-tokens.js';
import { AppModule as SessionModule } from './callers/session.js';

// Without the usual parts: the recipes state how users are found.

const json = { 'content-type': 'application/json' };
const API = '/api/acme/v1';

test.each(['jwt/app.module', 'jwt/refresh-tokens', 'api-key', 'session'])(
  'docs/authentication.md has the whole of %s.ts',
  (name) => {
    const page = readFileSync(join(REPOSITORY, 'docs/authentication.md'), 'utf8');
    const file = readFileSync(join(REPOSITORY, `test/house/recipes/callers/${name}.ts`), 'utf8');
    expect(page).toContain(`\`\`\`ts\n${file}\`\`\`\n`);
  },
);

/** A JSON body, and further headers. */
function sent(body: object, headers: Readonly<Record<string, string>> = {}): RequestOptions {
  return { headers: { ...json, ...headers }, body: JSON.stringify(body) };
}

function messageOf({ status, body }: TestResponse): readonly unknown[] {
  return [status, (body as { readonly message?: unknown }).message];
}

describe.each(ADAPTERS)('the recipe of tokens on %s', (adapter) => {
  const app = useApplication(() => startApplication({ imports: [JwtModule] }, { adapter }));
  const login = (name: string, password: string): Promise<TestResponse> =>
    app.fetch('POST', `${API}/login`, sent({ login: name, password }));
  const tokenOf = async (name: string, password: string) => {
    const { body } = await login(name, password);
    return { authorization: `Bearer ${(body as { readonly token: string }).token}` };
  };

  test('a login is exchanged for a token, and roles decide', async () => {
    const ada = await tokenOf('ada', 'lovelace');
    const bob = await tokenOf('bob', 'builder');
    const list = await app.fetch('GET', `${API}/notes`, { headers: bob });
    expect(list.body).toEqual({ of: 'bob' });
    const denied = await app.fetch('POST', `${API}/notes`, sent({ text: 'Milk' }, bob));
    expect(messageOf(denied)).toEqual([403, 'Forbidden resource']);
    const created = await app.fetch('POST', `${API}/notes`, sent({ text: 'Milk' }, ada));
    expect(created.body).toEqual({ text: 'Milk' });
  });

  test('a wrong password, an unknown login, a wrong token and no token are a 401', async () => {
    expect(messageOf(await login('ada', 'builder'))).toEqual([
      401,
      'The login or the password is wrong.',
    ]);
    expect(messageOf(await login('eve', 'lovelace'))).toEqual([
      401,
      'The login or the password is wrong.',
    ]);
    const headers = { authorization: 'Bearer none' };
    const wrong = await app.fetch('GET', `${API}/notes`, { headers });
    expect(messageOf(wrong)).toEqual([401, 'jwt malformed']);
    const anonymous = await app.fetch('GET', `${API}/notes`);
    expect(messageOf(anonymous)).toEqual([401, 'Unauthorized']);
    expect(anonymous.headers['www-authenticate']).toBe('Bearer');
  });
});

describe.each(ADAPTERS)('the recipe of refresh tokens on %s', (adapter) => {
  const app = useApplication(() =>
    startApplication(
      { imports: [{ module: JwtModule, providers: [Sessions, TokensController] }] },
      { adapter },
    ),
  );
  afterEach(() => {
    vi.useRealTimers();
  });

  const post = (path: string, body: object): Promise<TestResponse> =>
    app.fetch('POST', `${API}/tokens${path}`, sent(body));
  const refresh = (refreshToken: string): Promise<TestResponse> =>
    post('/refresh', { refreshToken });
  const open = async (): Promise<Pair> =>
    pairOf(await post('', { login: 'ada', password: 'lovelace' }));
  const notes = (token: string): Promise<TestResponse> =>
    app.fetch('GET', `${API}/notes`, { headers: { authorization: `Bearer ${token}` } });
  const rejected = [401, 'Log in again.'];

  test('a refresh token is exchanged for the next pair', async () => {
    const first = await open();
    const second = pairOf(await refresh(first.refreshToken));
    expect(second.refreshToken).not.toBe(first.refreshToken);
    expect((await notes(second.token)).body).toEqual({ of: 'ada' });
    expect((await refresh(second.refreshToken)).status).toBe(201);
  });

  test('a refresh token that is sent twice ends its session only', async () => {
    const [first, other] = [await open(), await open()];
    const second = pairOf(await refresh(first.refreshToken));
    expect(messageOf(await refresh(first.refreshToken))).toEqual(rejected);
    expect(messageOf(await refresh(second.refreshToken))).toEqual(rejected);
    expect((await refresh(other.refreshToken)).status).toBe(201);
  });

  test('a revoked one, an unknown one and one of 31 days ago are rejected', async () => {
    const revoked = await open();
    expect((await post('/revoke', revoked)).status).toBe(400);
    const { refreshToken } = revoked;
    expect((await post('/revoke', { refreshToken })).status).toBe(201);
    expect(messageOf(await refresh(refreshToken))).toEqual(rejected);
    expect(messageOf(await refresh('none'))).toEqual(rejected);
    const late = await open();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31 * 24 * 60 * 60_000 });
    expect(messageOf(await refresh(late.refreshToken))).toEqual(rejected);
  });

  test('a token expires after five minutes', async () => {
    const { token } = await open();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6 * 60_000 });
    expect(messageOf(await notes(token))).toEqual([401, 'jwt expired']);
  });
});

interface Pair {
  readonly token: string;
  readonly refreshToken: string;
}

function pairOf({ status, body }: TestResponse): Pair {
  expect(status).toBe(201);
  return body as Pair;
}

describe.each(ADAPTERS)('the recipe of API keys on %s', (adapter) => {
  const app = useApplication(() => startApplication({ imports: [ApiKeyModule] }, { adapter }));
  const till = { 'x-api-key': 'example-key-of-the-till' };
  const shop = { 'x-api-key': 'example-key-of-the-shop' };

  test('a key is a client with roles', async () => {
    const list = await app.fetch('GET', `${API}/orders`, { headers: shop });
    expect(list.body).toEqual({ of: 'shop' });
    const denied = await app.fetch('POST', `${API}/orders`, sent({ sku: 'a' }, shop));
    expect(messageOf(denied)).toEqual([403, 'Forbidden resource']);
    const created = await app.fetch('POST', `${API}/orders`, sent({ sku: 'a' }, till));
    expect(created.body).toEqual({ sku: 'a' });
  });

  test('no key and an unknown key are a 401 without a challenge of HTTP', async () => {
    const anonymous = await app.fetch('GET', `${API}/orders`);
    expect(messageOf(anonymous)).toEqual([401, 'Unauthorized']);
    expect(anonymous.headers['www-authenticate']).toBeUndefined();
    const headers = { 'x-api-key': 'another' };
    const unknown = await app.fetch('GET', `${API}/orders`, { headers });
    expect(messageOf(unknown)).toEqual([401, 'The API key is unknown.']);
  });
});

/** What `main.ts` does on the page. */
async function useSessions(adapter: AdapterName, app: INestApplication): Promise<void> {
  const secret = 'at least thirty-two characters long';
  if (adapter === 'express') {
    const cookie = { httpOnly: true, sameSite: 'lax' } as const;
    const options = { name: 'sid', secret, resave: false, saveUninitialized: false, cookie };
    (app as NestExpressApplication).use(session(options));
    return;
  }
  const fastify = app as NestFastifyApplication;
  await fastify.register(fastifyCookie);
  await fastify.register(fastifySession, {
    cookieName: 'sid',
    secret,
    saveUninitialized: false,
    cookie: { httpOnly: true, sameSite: 'lax', secure: false },
  });
}

describe.each(ADAPTERS)('the recipe of sessions on %s', (adapter) => {
  const app = useApplication(() =>
    startApplication(
      { imports: [SessionModule] },
      { adapter, configure: (nest) => useSessions(adapter, nest) },
    ),
  );
  const open = (password: string): Promise<TestResponse> =>
    app.fetch('POST', `${API}/session`, sent({ login: 'ada', password }));
  const create = (cookie?: string): Promise<TestResponse> =>
    app.fetch(
      'POST',
      `${API}/notes`,
      sent({ text: 'Milk' }, cookie === undefined ? {} : { cookie }),
    );

  test('a login opens a session, and its end closes it', async () => {
    expect(messageOf(await create())).toEqual([401, 'Unauthorized']);
    const opened = await open('lovelace');
    const [line = ''] = opened.headers['set-cookie'] ?? [];
    expect(line).toMatch(/^sid=.*HttpOnly; SameSite=Lax/);
    const [cookie = ''] = line.split(';');
    expect((await create(cookie)).body).toEqual({ text: 'Milk', by: 'ada' });
    const closed = await app.fetch('DELETE', `${API}/session`, { headers: { cookie } });
    expect(closed.status).toBe(200);
    expect(messageOf(await create(cookie))).toEqual([401, 'Unauthorized']);
  });

  test('a wrong password opens none', async () => {
    const { status, headers } = await open('builder');
    expect([status, headers['set-cookie']]).toEqual([401, undefined]);
  });
});
