import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  Capability,
  HttpMethod,
  RestController,
  RestRequest,
  RestResponse,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../../support/application.js';
import { REPOSITORY } from '../../support/repository.js';
import { consumerUser } from './woocommerce-keys.js';

const SITE = 'http://shop.example';
const KEYS = new Map([['ck_1', { secret: 'cs_1', capabilities: ['read_orders', 'edit_orders'] }]]);
const ORDERS = '/wp-json/wc/v3/orders';
const DENIED = { status: 401, body: { code: 'woocommerce_rest_authentication_error' } };

@RestController('v3', '/orders')
class OrdersController {
  @RestRoute('', HttpMethod.Get, new Capability('read_orders'))
  list(request: RestRequest) {
    return { method: request.method };
  }

  @RestRoute('/linked', HttpMethod.Get, new Capability('read_orders'))
  linked() {
    return new RestResponse({}).link('orders', '/wc/v3/orders', { embeddable: true });
  }

  @RestRoute('/{id}', HttpMethod.Put, new Capability('edit_orders'))
  update(id: int, request: RestRequest) {
    return { id, method: request.method };
  }
}

type Pairs = readonly (readonly [string, string])[];

let count = 0;

/** What a client adds to a request: written by RFC 5849, for parameters in the order that it asks for. */
function signature(method: string, path: string, sorted: (oauth: Pairs) => Pairs, age = 0): string {
  const timestamp = Math.floor(Date.now() / 1000) - age;
  const oauth = [
    ['oauth_consumer_key', 'ck_1'],
    ['oauth_nonce', `nonce${count++}`],
    ['oauth_signature_method', 'HMAC-SHA256'],
    ['oauth_timestamp', String(timestamp)],
  ] as const;
  const pairs = sorted(oauth);
  const text = pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
  const base = [method, `${SITE}${path}`, text].map(encodeURIComponent).join('&');
  const signed = createHmac('sha256', 'cs_1&').update(base).digest('base64');
  return `${text}&oauth_signature=${encodeURIComponent(signed)}`;
}

describe.each(ADAPTERS)('consumer keys of WooCommerce on %s', (adapter) => {
  const rest = { prefix: 'wp-json', namespace: 'wc' };
  const app = useRoutes([OrdersController], {
    adapter,
    rest: { ...rest, user: consumerUser(KEYS, SITE) },
  });
  const plain = (method: string) => signature(method, ORDERS, (oauth) => oauth);

  test('identify who signs the method, the URL and all parameters', async () => {
    expect(await app.fetch('GET', `${ORDERS}?${plain('GET')}`)).toMatchObject({ status: 200 });
    const query = signature('GET', ORDERS, (oauth) => [
      ['a', 'x y'],
      ['c[d]', '&'],
      ...oauth,
      ['z', ''],
    ]);
    expect(await app.fetch('GET', `${ORDERS}?${query}`)).toMatchObject({ status: 200 });
    // A space may be sent as a plus, and a parameter twice.
    const spaced = signature('GET', ORDERS, (oauth) => [['a', 'x y'], ...oauth]);
    const sent = `a=x+y&${spaced.replace('x%20y', 'x+y')}`;
    expect(await app.fetch('GET', `${ORDERS}?${sent}`)).toMatchObject({ status: 200 });
  });

  test('sign the method before an override, in the query and in a header', async () => {
    const path = `${ORDERS}/7`;
    const query = signature('POST', path, (oauth) => [['_method', 'PUT'], ...oauth]);
    const overridden = { status: 200, body: { id: 7, method: 'PUT' } };
    expect(await app.fetch('POST', `${path}?${query}`)).toMatchObject(overridden);
    const headers = { 'x-http-method-override': 'PUT' };
    const other = signature('POST', path, (oauth) => oauth);
    expect(await app.fetch('POST', `${path}?${other}`, { headers })).toMatchObject(overridden);
  });

  test('reject what was signed for another method, path or parameter', async () => {
    expect(await app.fetch('GET', `${ORDERS}?${plain('POST')}`)).toMatchObject(DENIED);
    expect(await app.fetch('GET', `${ORDERS}/?${plain('GET')}`)).toMatchObject(DENIED);
    expect(await app.fetch('GET', `${ORDERS}?page=2&${plain('GET')}`)).toMatchObject(DENIED);
    const unknown = plain('GET').replace('ck_1', 'ck_2');
    expect(await app.fetch('GET', `${ORDERS}?${unknown}`)).toMatchObject(DENIED);
  });

  test('reject an old signature, and a second request with the same one', async () => {
    const query = plain('GET');
    expect(await app.fetch('GET', `${ORDERS}?${query}`)).toMatchObject({ status: 200 });
    expect(await app.fetch('GET', `${ORDERS}?${query}`)).toMatchObject(DENIED);
    const old = signature('GET', ORDERS, (oauth) => oauth, 3600);
    expect(await app.fetch('GET', `${ORDERS}?${old}`)).toMatchObject(DENIED);
  });

  test('are not those of what is embedded, whose requests have no signature', async () => {
    const path = `${ORDERS}/linked`;
    const query = signature('GET', path, (oauth) => [['_embed', ''], ...oauth]);
    expect(await app.fetch('GET', `${path}?${query}`)).toMatchObject({
      status: 200,
      body: { _embedded: { orders: [{ code: 'rest_forbidden', data: { status: 401 } }] } },
    });
  });

  test('are not sent as HTTP Basic over HTTP', async () => {
    const headers = { authorization: `Basic ${Buffer.from('ck_1:cs_1').toString('base64')}` };
    for (const sent of [{}, headers]) {
      const response = await app.fetch('GET', ORDERS, { headers: sent });
      expect(response).toMatchObject({ status: 401, body: { code: 'rest_forbidden' } });
    }
  });
});

describe.each(ADAPTERS)('consumer keys of WooCommerce over HTTPS on %s', (adapter) => {
  const app = useRoutes([OrdersController], {
    adapter,
    rest: { prefix: 'wp-json', namespace: 'wc', user: consumerUser(KEYS, 'https://shop.example') },
  });
  const get = (credentials: string) => {
    const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
    return app.fetch('GET', ORDERS, { headers: { authorization } });
  };

  test('are HTTP Basic', async () => {
    expect(await get('ck_1:cs_1')).toMatchObject({ status: 200 });
    for (const wrong of ['ck_1:cs_2', 'ck_2:cs_1', 'ck_1'])
      expect(await get(wrong)).toMatchObject(DENIED);
  });
});

test('docs/migrating-from-wordpress.md shows the recipe', () => {
  const read = (path: string) => readFileSync(join(REPOSITORY, path), 'utf8');
  expect(read('docs/migrating-from-wordpress.md')).toContain(
    `\n${read('test/house/recipes/woocommerce-keys.ts')}`,
  );
});
