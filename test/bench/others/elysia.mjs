// Elysia on Node as its documentation has it: TypeBox schemas, also of what is returned.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { node } from '@elysiajs/node';
import { Elysia, t } from 'elysia';
import { ITEMS, MORE_ROUTES, userOf } from '../http/data.mjs';
import { mayRemove } from '../http/contenders/by-hand.mjs';
import { listening } from '../http/serving.mjs';

const params = t.Object({ id: t.Integer() });
const Item = t.Object({
  id: t.Integer(),
  title: t.String(),
  price: t.Number(),
  isActive: t.Boolean(),
  tags: t.Array(t.String()),
});
const Line = t.Object(
  { sku: t.String({ minLength: 1 }), qty: t.Integer({ minimum: 1, maximum: 99 }) },
  { additionalProperties: false },
);
const Order = t.Object({
  email: t.String({ format: 'email' }),
  lines: t.Array(Line, { minItems: 1, maxItems: 20 }),
});
const Variant = t.Union([t.Literal('full'), t.Literal('teaser')], { default: 'full' });

// With "normalize", it would remove unknown properties that the schema forbids.
const app = new Elysia({ adapter: node(), normalize: false })
  .onError(({ code, set }) => {
    if (code !== 'VALIDATION' && code !== 'PARSE') return;
    set.status = 400;
    return { code };
  })
  .get('/items/:id', ({ params: { id }, query: { variant } }) => ({ id, variant }), {
    params,
    query: t.Object({ variant: Variant }),
    response: t.Object({ id: t.Integer(), variant: t.String() }),
  })
  .get('/items', () => ITEMS, { response: t.Array(Item) })
  .post(
    '/items',
    ({ body, set }) => {
      set.status = 201;
      return { email: body.email, count: body.lines.length };
    },
    { body: Order, response: { 201: t.Object({ email: t.String(), count: t.Integer() }) } },
  )
  .delete(
    '/items/:id',
    ({ set }) => {
      set.status = 204;
    },
    {
      params,
      beforeHandle: ({ headers, status }) => {
        if (!mayRemove(userOf(headers.authorization))) return status(401, { code: 'forbidden' });
      },
    },
  );
for (let n = 0; n < MORE_ROUTES; n++)
  app.get(`/things/${n}/:id`, ({ params: { id } }) => ({ id }), { params });
// Its adapter for Node does not tell which port it was given.
const probe = createServer().listen(0, '127.0.0.1');
await once(probe, 'listening');
const { port } = probe.address();
probe.close();
await once(probe, 'close');
app.listen({ port, hostname: '127.0.0.1' }, () => listening(`http://127.0.0.1:${port}`));
