import fastifyCookie from '@fastify/cookie';
import fastifySession from '@fastify/session';
import type { INestApplication } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import session from 'express-session';
import {
  HttpMethod,
  PublicAccess,
  RestController,
  RestRequest,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ADAPTERS,
  startRoutes,
  type AdapterName,
  type TestApplication,
} from '../../support/application.js';
import { FreshNonce, nonceOf, SECRET, sessionUser, type SessionUser } from './cookie-nonce.js';
import { ItemsController } from './items.controller.js';

/** A form of a page, so a browser's cookie is all that it needs; a real one asks for a password. */
@RestController('v1')
class LoginController {
  @RestRoute('/login', HttpMethod.Post, new PublicAccess())
  login(request: RestRequest, id: int) {
    const raw = request.raw as { session: { user?: SessionUser } };
    raw.session.user = { id, capabilities: ['read', 'edit_items'] };
    return { nonce: nonceOf(raw) };
  }
}

async function useSessions(adapter: AdapterName, app: INestApplication): Promise<void> {
  if (adapter === 'express') {
    app.use(session({ secret: SECRET, resave: false, saveUninitialized: false }));
    return;
  }
  const fastify = app as NestFastifyApplication;
  await fastify.register(fastifyCookie);
  await fastify.register(fastifySession, {
    secret: SECRET.padEnd(32, '.'),
    cookie: { secure: false },
    saveUninitialized: false,
  });
}

describe.each(ADAPTERS)('session cookies with a nonce on %s', (adapter) => {
  let app: TestApplication;
  let cookie: string;
  let nonce: string;
  beforeAll(async () => {
    app = await startRoutes(
      [ItemsController, LoginController, { provide: APP_INTERCEPTOR, useClass: FreshNonce }],
      { adapter, rest: { user: sessionUser }, configure: (nest) => useSessions(adapter, nest) },
    );
    const login = await app.fetch('POST', '/api/acme/v1/login?id=7');
    cookie = String(login.headers['set-cookie']).split(';')[0] ?? '';
    nonce = (login.body as { nonce: string }).nonce;
  });
  afterAll(() => app.close());

  const get = (headers: Record<string, string>, query = '') =>
    app.fetch('GET', `/api/acme/v1/items/mine${query}`, { headers });

  test('a cookie with its nonce authenticates, and the response has a fresh nonce', async () => {
    const answer = await get({ cookie, 'x-wp-nonce': nonce });
    expect(answer.body).toMatchObject({ user: { id: 7 } });
    expect(answer.headers['x-wp-nonce']).toBe(nonce);
    expect((await get({ cookie }, `?_wpnonce=${nonce}`)).status).toBe(200);
  });

  test('a cookie without a nonce is anonymous, because another site could have sent it', async () => {
    expect((await get({ cookie })).body).toMatchObject({
      code: 'rest_forbidden',
      data: { status: 401 },
    });
  });

  test('a wrong nonce is rejected on every route', async () => {
    const expected = { code: 'rest_cookie_invalid_nonce', data: { status: 403 } };
    const headers = {
      cookie,
      'x-wp-nonce': nonce.replace(/^./, (first) => (first === '0' ? '1' : '0')),
    };
    expect((await get(headers)).body).toMatchObject(expected);
    const open = await app.fetch('GET', '/api/acme/v1/items', { headers });
    expect(open.body).toMatchObject(expected);
  });

  test('a nonce without its cookie is anonymous', async () => {
    expect((await get({ 'x-wp-nonce': nonce })).status).toBe(401);
  });
});
