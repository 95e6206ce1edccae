import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ADAPTERS, sendRequest } from '../../support/application.js';
import { freePort } from '../../support/free-port.mjs';
import { hasRedisServer, RedisServer } from '../../support/redis-server.js';
import { loudly } from '../../support/skip-loudly.js';
import { startSample, type StartedSample } from './started-sample.js';

let database: PGlite;
let server: PGLiteSocketServer;
let url: string;

beforeAll(async () => {
  const port = await freePort();
  database = await PGlite.create();
  server = new PGLiteSocketServer({ db: database, host: '127.0.0.1', port, maxConnections: 10 });
  await server.start();
  url = `postgres://postgres@127.0.0.1:${port}/postgres`;
});

afterAll(async () => {
  await server.stop();
  await database.close();
});

describe.each(ADAPTERS)('the sample with a server for its database, on %s', (adapter) => {
  beforeAll(() => database.exec('DROP SCHEMA public CASCADE; CREATE SCHEMA public'));

  /** Its process ends with the test, which may fail before its last line. */
  const start = async (settings: Readonly<Record<string, string>>) => {
    const sample = await startSample(adapter, settings);
    onTestFinished(() => sample.stop());
    return sample;
  };
  const send = async (sample: StartedSample, method: string, path: string, body?: unknown) => {
    const { status, body: responseBody } = await sendRequest(
      Number(new URL(sample.url).port),
      method,
      `/api/acme/v1${path}`,
      {
        headers: { authorization: 'Bearer demo-ada', 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      },
    );
    return { status, body: responseBody };
  };

  test('sends the same SQL to it, and finds its rows again', async () => {
    const first = await start({ DATABASE_URL: url });
    const list = await send(first, 'GET', '/items?per_page=2');
    expect(list).toMatchObject({
      status: 200,
      body: [
        { id: 1, stock: 0, price: expect.any(Number) as number },
        { id: 2, added: expect.stringMatching(/^2026-01-01T01:00:00/) as string },
      ],
    });
    const created = await send(first, 'POST', '/items', {
      title: 'Lamp',
      kind: 'game',
      price: 9.5,
    });
    expect(created).toMatchObject({ status: 201, body: { id: 301, title: 'Lamp', price: 9.5 } });
    const order = { email: 'ada@example.com', lines: [{ item: 5, quantity: 2 }] };
    expect(await send(first, 'POST', '/orders', order)).toMatchObject({ status: 201 });
    order.lines = [{ item: 5, quantity: 99 }];
    expect(await send(first, 'POST', '/orders', order)).toMatchObject({ status: 409 });
    await first.stop();

    const second = await start({ DATABASE_URL: url });
    expect(await send(second, 'GET', '/items/301')).toMatchObject({ body: { title: 'Lamp' } });
    expect(await send(second, 'GET', '/items/5')).toMatchObject({ body: { stock: 2 } });
  });

  test.skipIf(
    loudly(!hasRedisServer, 'the sample on Redis', 'there is no redis-server on the path'),
  )('shares its cache with other processes through Redis', async () => {
    const redis = await RedisServer.start();
    onTestFinished(() => redis.stop());
    const settings = { DATABASE_URL: url, REDIS_URL: redis.url };
    const first = await start(settings);
    const second = await start(settings);
    const newest = async (sample: StartedSample) =>
      ((await send(sample, 'GET', '/items?search=Shared')).body as readonly unknown[]).length;
    expect(await newest(first)).toBe(0);
    await send(second, 'POST', '/items', { title: 'Shared lamp', kind: 'game', price: 1 });
    expect(await newest(first)).toBe(1);
  });
});

test('a user who logs in gets a token with the permissions of the role', async () => {
  const sample = await startSample('fastify', { NODE_ENV: 'production' });
  onTestFinished(() => sample.stop());
  const send = (method: string, path: string, token?: string, body?: object) =>
    sendRequest(Number(new URL(sample.url).port), method, `/api/acme/v1${path}`, {
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  for (const credentials of [
    { login: 'ada', password: 'wrong' },
    { login: 'nobody', password: 'open sesame' },
  ]) {
    expect((await send('POST', '/sessions', undefined, credentials)).body).toMatchObject({
      code: 'incorrect_password',
      data: { status: 401 },
    });
  }
  const login = { login: 'bob', password: 'open sesame' };
  const session = await send('POST', '/sessions', undefined, login);
  const { token } = session.body as { token: string };
  expect(session.status).toBe(201);
  expect((await send('GET', '/me', token)).body).toMatchObject({ name: 'bob' });
  expect((await send('DELETE', '/items/1', token)).status).toBe(403);
  const forged = token.replace(/^2\./, '1.');
  expect((await send('GET', '/me', forged)).status).toBe(401);
  expect((await send('GET', '/me', 'demo-ada')).status).toBe(401);
});
