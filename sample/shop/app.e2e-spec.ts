import { createHmac } from 'node:crypto';
import {
  createRestApplication,
  restMatchers,
  type RestMatchers,
  type RestTestApplication,
} from 'nestjs-rest-routes/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppModule } from './app.module.js';
import type { Order } from './orders/order.js';
import { Settings } from './settings.js';
import type { User } from './users/users.service.js';

declare module 'vitest' {
  interface Matchers<T> extends RestMatchers<T> {}
}
expect.extend(restMatchers);

const ada: User = { id: 1, name: 'Ada', roles: ['staff', 'customer'] };
const bob: User = { id: 2, name: 'Bob', roles: ['customer'] };
const cem: User = { id: 3, name: 'Cem', roles: ['customer'] };

const pickup = { kind: 'pickup', branch: 'Mitte' };
const game = { lines: [{ product: 3, quantity: 1 }], delivery: pickup };

/** A picture of one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe.each(['express', 'fastify'] as const)('the shop on %s', (adapter) => {
  let app: RestTestApplication;
  beforeEach(async () => {
    app = await createRestApplication({ imports: [AppModule], adapter, rawBody: true });
  });
  afterEach(() => app.close());

  const changeName = (id: number, name: string, version?: string) =>
    app
      .as(ada)
      .patch(`/v1/products/${id}`, { name }, version ? { headers: { 'If-Match': version } } : {});

  it('lists products in pages', async () => {
    const { body, headers } = await app.get('/v1/products?kind=game&per_page=3&page=2');
    expect(body).toMatchObject([{ id: 12 }, { id: 15 }, { id: 18 }]);
    expect(headers.get('x-total-count')).toBe('8');
    expect(headers.get('link')).toMatch(/page=1>; rel="prev".*page=3>; rel="next"/);
    expect(await app.get('/v1/products?per_page=0&kind=film')).toRefuse('per_page', 'kind');
    expect((await app.get('/v1/products?colour=red')).status).toBe(400);
  });

  it('sends a list from the cache until a product changes', async () => {
    const list = () => app.get('/v1/products?search=book&per_page=1');
    await list();
    const kept = await list();
    expect(kept.headers.get('cache-status')).toContain('hit');
    expect(kept.headers.get('cache-control')).toContain('public');
    const change = await changeName(1, 'Book 1, second edition', '"1"');
    expect(change).toHaveStatus(200);
    expect((await list()).body).toMatchObject([{ id: 1, name: 'Book 1, second edition' }]);
  });

  it('changes only the version of a product that the client has read', async () => {
    const { headers } = await app.get('/v1/products/2');
    expect(headers.get('etag')).toBe('"1"');
    expect(await changeName(2, 'Book two')).toHaveStatus(428);
    const changed = await changeName(2, 'Book two', '"1"');
    expect([changed.status, changed.headers.get('etag')]).toEqual([200, '"2"']);
    expect(await changeName(2, 'The second book', '"1"')).toHaveStatus(412);
    expect((await app.get('/v1/products/2')).body).toMatchObject({ name: 'Book two' });
  });

  it('lets staff edit products, and tells others so before it looks at what they send', async () => {
    expect(await app.post('/v1/products', {})).toHaveStatus(401);
    expect(await app.as(bob).post('/v1/products', {})).toHaveStatus(403);
    expect(await app.as(ada).post('/v1/products', {})).toRefuse('name', 'kind', 'price');
    const book = { name: 'Momo', kind: 'book', price: 1200 };
    const { status, headers } = await app.as(ada).post('/v1/products', book);
    expect(status).toBe(201);
    const location = headers.get('location') ?? '';
    expect(await (await fetch(location)).json()).toEqual({ id: 25, ...book, stock: 0, version: 1 });
    expect(await app.as(ada).delete('/v1/products/25')).toHaveStatus(200);
    expect(await app.get('/v1/products/25')).toBeRestError('product_not_found', 404);
  });

  it('shows the photo that a product gets, which is what its content is', async () => {
    const photo = (content: string | Uint8Array<ArrayBuffer>) => ({
      photo: new File([content], 'photo.png', { type: 'image/png' }),
    });
    const put = (content: string | Uint8Array<ArrayBuffer>) =>
      app.as(ada).put('/v1/products/7/photo', photo(content));
    expect(await put('a text')).toHaveStatus(415);
    expect(await put(new Uint8Array(1024 ** 2 + 1))).toHaveStatus(413);
    expect((await put(new Uint8Array(PNG))).body).toEqual({ type: 'image/png', size: PNG.length });
    const shown = await fetch(`${app.url}/api/shop/v1/products/7/photo`);
    expect(shown.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(PNG);
  });

  it('delivers an order in one of two ways, and names what is wrong with it', async () => {
    const place = (delivery: object) => app.as(bob).post('/v1/orders', { ...game, delivery });
    expect(await place(pickup)).toHaveStatus(201);
    const address = { street: 'Hauptstraße 1', zip: '70182', city: 'Stuttgart' };
    expect(await place({ kind: 'parcel', address })).toHaveStatus(201);
    const wrong = await place({ kind: 'parcel', address: { ...address, zip: '7' } });
    expect(wrong).toRefuse('delivery');
    expect(wrong.text).toContain('delivery.address.zip');
    expect(await place({ ...pickup, kind: 'drone' })).toRefuse('delivery');
  });

  it('places an order once, however often a client repeats it', async () => {
    const headers = { 'Idempotency-Key': '"8e03978e-40d5-43dd-bc93-6894a57f9324"' };
    const first = await app.as(bob).post('/v1/orders', game, { headers });
    const second = await app.as(bob).post('/v1/orders', game, { headers });
    expect([second.status, second.body]).toEqual([201, first.body]);
    expect((await app.as(bob).get('/v1/orders')).body).toHaveLength(1);
    expect((await app.get('/v1/products/3')).body).toMatchObject({ stock: 4 });
  });

  it('shows an order to its customer and to staff', async () => {
    await app.as(bob).post('/v1/orders', game);
    expect(await app.as(bob).get('/v1/orders/1')).toHaveStatus(200);
    expect(await app.as(ada).get('/v1/orders/1')).toHaveStatus(200);
    expect(await app.as(cem).get('/v1/orders/1')).toHaveStatus(403);
    expect(await app.as(cem).get('/v1/orders/2')).toHaveStatus(403);
    expect(await app.get('/v1/orders/1')).toHaveStatus(401);
  });

  it('marks an order as paid if the payment provider has signed the message', async () => {
    await app.as(bob).post('/v1/orders', game);
    const message = '{ "event": "paid", "order": 1 }';
    const secret = app.nest.get(Settings).paymentSecret;
    const signature = createHmac('sha256', secret).update(message).digest('hex');
    const send = (text: string, query = '') =>
      app.post(`/v1/payments${query}`, text, {
        headers: { 'Content-Type': 'application/json', 'X-Signature': signature },
      });
    expect(await send('{ "event": "paid", "order": 2 }')).toHaveStatus(401);
    expect(await send(message, '?order=2')).toHaveStatus(401);
    expect((await app.as(bob).get('/v1/orders/1')).body).toMatchObject({ state: 'placed' });
    expect(await send(message)).toHaveStatus(201);
    expect((await app.as(bob).get('/v1/orders/1')).body).toMatchObject({ state: 'paid' });
  });

  it('sends each new order to staff, as an event', async () => {
    const url = `${app.url}/api/shop/v1/orders/changes`;
    const denied = await fetch(url, { headers: { authorization: 'Bearer demo-bob' } });
    expect(denied.status).toBe(403);
    const response = await fetch(url, { headers: { authorization: 'Bearer demo-ada' } });
    await app.as(bob).post('/v1/orders', game);
    let text = '';
    for await (const part of response.body ?? []) {
      text += Buffer.from(part).toString();
      if (text.includes('data: ')) break;
    }
    expect(text).toContain('event: placed');
    const [, data = ''] = /^data: (.*)$/m.exec(text) ?? [];
    expect(JSON.parse(data) as Order).toMatchObject({ id: 1, customer: 2 });
  });

  it('offers three tools to models, which act as their user', async () => {
    const names = async (user?: User) =>
      (await (user === undefined ? app : app.as(user)).tools()).map(({ name }) => name);
    expect((await names()).toSorted()).toEqual(['products_list', 'products_one']);
    await app.as(bob).post('/v1/orders', game);
    const { data } = await app.as(bob).callTool('orders_list', {});
    expect(data).toMatchObject({ items: [{ id: 1, customer: 2 }] });
    expect((await app.as(cem).callTool('orders_list', {})).data).toEqual({ items: [] });
  });

  it('rejects a token that is unknown, and the demo users in production', async () => {
    const list = (token: string) =>
      app.get('/v1/orders', { headers: { authorization: `Bearer ${token}` } });
    expect(await list('demo-bob')).toHaveStatus(200);
    expect(await list('demo-nobody')).toHaveStatus(401);
    Object.assign(app.nest.get(Settings), { hasDemoUsers: false });
    expect(await list('demo-bob')).toHaveStatus(401);
  });
});
