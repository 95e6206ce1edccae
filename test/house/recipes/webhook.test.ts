import { Body, Controller, Post, UseGuards, type ExecutionContext } from '@nestjs/common';
import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';
import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { form } from '../../support/form.js';
import { ADAPTERS, startRoutes, useRoutes } from '../../support/application.js';
import { SignatureGuard } from './webhook.js';

const SECRET = 'whsec_test';

@RestController('v1', '/webhooks')
@UseGuards(new SignatureGuard(SECRET))
class WebhooksController {
  @RestRoute('/payments', HttpMethod.Post, new PublicAccess())
  paid(event: string, amount: int = 0) {
    return { event, amount };
  }

  @RestRoute('/payments', [HttpMethod.Get, HttpMethod.Delete], new PublicAccess())
  other(event = 'none', amount: int = 0) {
    return { event, amount };
  }
}

@Controller('plain')
@UseGuards(new SignatureGuard(SECRET))
class PlainController {
  @Post()
  paid(@Body() { event }: { readonly event: string }) {
    return { event };
  }
}

const PATH = '/api/acme/v1/webhooks/payments';
const json = { 'content-type': 'application/json' };
const sign = (text: string | Buffer): string =>
  createHmac('sha256', SECRET).update(text).digest('hex');

// Blanks and the order of keys would be lost in JSON that is written again.
const PAID = '{ "event":  "paid", "note": 1.0 }';
/** JSON of the sender in which a text of a customer is, which as a form has an amount. */
const NOTED = '{"event":"paid","note":"&event=paid&amount=1000&"}';
const FORM = form({ name: 'event', content: 'paid' }, { name: 'amount', content: '1000' });
const MULTIPART = FORM.headers['content-type'] ?? '';

describe.each(ADAPTERS)('a webhook whose sender signs the bytes of the body, on %s', (adapter) => {
  const app = useRoutes([WebhooksController], {
    adapter,
    controllers: [PlainController],
    create: { rawBody: true },
  });
  const send = async (
    body: string | Buffer,
    signature: string,
    { method = 'POST', path = PATH, headers = {} as Readonly<Record<string, string>> } = {},
  ) => {
    const options = { headers: { ...json, ...headers, 'x-signature': signature }, body };
    const response = await app.fetch(method, path, options);
    return [response.status, response.body] as const;
  };

  test('a body with the signature of its bytes reaches the method', async () => {
    expect(await send(PAID, sign(PAID))).toEqual([200, { event: 'paid', amount: 0 }]);
    const utf8 = { headers: { 'content-type': 'application/json; charset=utf-8' } };
    expect(await send(PAID, sign(PAID), utf8)).toEqual([200, { event: 'paid', amount: 0 }]);
    expect(await send(PAID, sign(PAID), { path: '/plain' })).toEqual([201, { event: 'paid' }]);
  });

  test('a body with another signature, or with other bytes, does not', async () => {
    expect(await send(PAID, sign('{}'))).toMatchObject([401, {}]);
    expect(await send(PAID.replace('1.0', '9.0'), sign(PAID))).toMatchObject([401, {}]);
    expect(await send(PAID, '')).toMatchObject([401, {}]);
  });

  test('a sender without a signature does not learn what the body must have', async () => {
    expect(await send('{}', sign('{}'))).toMatchObject([400, { data: { params: ['event'] } }]);
    const [status, body] = await send('{}', '');
    expect([status, JSON.stringify(body)]).toEqual([401, expect.not.stringContaining('event')]);
  });

  test.each([
    'amount=1000',
    'amount%5B%5D=1000',
    '+amount=1000',
    '_method=DELETE',
    '_fields=event',
    '',
  ])('a signed body with the query ?%s is a 401', async (query) => {
    const path = `${PATH}?${query}`;
    expect(await send(PAID, sign(PAID), { path })).toMatchObject([401, {}]);
    expect(await send('', sign(''), { path })).toMatchObject([401, {}]);
    const whole = `event=paid&${query}`;
    expect(await send('', sign(''), { path: `${PATH}?${whole}` })).toMatchObject([401, {}]);
  });

  test.each([
    'application/x-www-form-urlencoded',
    'application/x-www-form-urlencoded; a=application/json',
    'application/json; charset=utf-7',
    'application/json, application/x-www-form-urlencoded',
    'application/problem+json',
    'text/plain',
    'text/json',
    '',
    MULTIPART,
  ])('signed bytes that are sent as %o, which is not signed, are a 401', async (type) => {
    const headers = { 'content-type': type };
    for (const method of ['POST', 'DELETE'])
      expect(await send(NOTED, sign(NOTED), { method, headers })).toMatchObject([401, {}]);
  });

  test('the signature of the empty body is a 401, with any form', async () => {
    for (const method of ['POST', 'DELETE', 'GET']) {
      expect(await send('', sign(''), { method })).toMatchObject([401, {}]);
      const { headers, body } = FORM;
      expect(await send(body, sign(''), { method, headers })).toMatchObject([401, {}]);
      expect(await send(body, sign(body), { method, headers })).toMatchObject([401, {}]);
    }
    const unsent = { headers: { ...json, 'x-signature': sign('') } };
    expect((await app.fetch('POST', PATH, unsent)).status).toBe(401);
  });

  test('with another method or an override, a signed body gives no argument that was not signed', async () => {
    const signed = '{"event":"paid","amount":7}';
    const overridden = (method: string) =>
      send(signed, sign(signed), { headers: { 'x-http-method-override': method } });
    expect(await overridden('PUT')).toMatchObject([404, {}]);
    expect(await overridden('DELETE')).toEqual([200, { event: 'paid', amount: 7 }]);
    for (const [status, body] of [
      await overridden('GET'),
      await send(signed, sign(signed), { method: 'GET' }),
    ])
      expect([401, { event: 'none', amount: 0 }]).toContainEqual(status === 200 ? body : status);
  });

  test('an application that keeps no bytes denies, and its log says how to start it', async () => {
    const lines: string[] = [];
    const log = (...parts: unknown[]) => void lines.push(parts.map(String).join(' '));
    const logger = { log() {}, warn() {}, error: log, fatal: log };
    const other = await startRoutes([WebhooksController], {
      adapter,
      create: { logger },
    });
    try {
      const headers = { ...json, 'x-signature': sign(PAID) };
      expect((await other.fetch('POST', PATH, { headers, body: PAID })).status).toBe(500);
      expect(lines.join('\n')).toContain('{ rawBody: true }');
      const empty = { ...json, 'x-signature': sign('') };
      const { status } = await other.fetch('POST', PATH, { headers: empty, body: '' });
      // The parser of Express makes an object of an empty body.
      expect(status).toBe(adapter === 'express' ? 500 : 401);
    } finally {
      await other.close();
    }
  });
});
