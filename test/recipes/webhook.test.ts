import { UseGuards } from '@nestjs/common';
import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';
import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../support/application.js';
import { SignatureGuard } from './webhook.js';

const SECRET = 'whsec_test';

@RestController('v1', '/webhooks')
class WebhooksController {
  @RestRoute('/payments', HttpMethod.Post, new PublicAccess())
  @UseGuards(new SignatureGuard(SECRET))
  paid(id: string) {
    return { id };
  }
}

const sign = (text: string | Buffer): string =>
  createHmac('sha256', SECRET).update(text).digest('hex');

describe.each(ADAPTERS)('a webhook whose sender signs the bytes of the body, on %s', (adapter) => {
  const app = useRoutes([WebhooksController], { adapter });
  const send = async (body: string, signature: string) => {
    const headers = { 'content-type': 'application/json', 'x-signature': signature };
    const response = await app.fetch('POST', '/api/acme/v1/webhooks/payments', { headers, body });
    return [response.status, response.body] as const;
  };
  // Blanks and the order of keys would be lost in JSON that is written again.
  const text = '{ "id":  "evt_1", "amount": 1.0 }';

  test('a body with the signature of its bytes reaches the method', async () => {
    expect(await send(text, sign(text))).toEqual([200, { id: 'evt_1' }]);
  });

  test('a body with another signature, or with other bytes, does not', async () => {
    expect(await send(text, sign('{}'))).toMatchObject([401, {}]);
    expect(await send(text.replace('1.0', '9.0'), sign(text))).toMatchObject([401, {}]);
    expect(await send(text, '')).toMatchObject([401, {}]);
  });

  test('a sender without a signature does not learn what the body must have', async () => {
    expect(await send('{}', sign('{}'))).toMatchObject([400, { data: { params: ['id'] } }]);
    const [status, body] = await send('{}', '');
    expect([status, JSON.stringify(body)]).toEqual([401, expect.not.stringContaining('id')]);
  });
});
