// Hono on Node as its documentation has it: a validator of zod for each part of a request.
import { serve } from '@hono/node-server';
import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';
import { z } from 'zod';
import { ITEMS, MORE_ROUTES, userOf } from '../http/data.mjs';
import { mayRemove } from '../http/contenders/by-hand.mjs';
import { listening } from '../http/serving.mjs';

const Id = z.object({ id: z.coerce.number().int() });
const Variant = z.object({ variant: z.enum(['full', 'teaser']).default('full') });
const Line = z.strictObject({ sku: z.string().min(1), qty: z.int().min(1).max(99) });
const Order = z.object({ email: z.email(), lines: z.array(Line).min(1).max(20) });

const app = new Hono();
app.get('/items/:id', zValidator('param', Id), zValidator('query', Variant), (context) =>
  context.json({ id: context.req.valid('param').id, variant: context.req.valid('query').variant }),
);
app.get('/items', (context) => context.json(ITEMS));
app.post('/items', zValidator('json', Order), (context) => {
  const { email, lines } = context.req.valid('json');
  return context.json({ email, count: lines.length }, 201);
});
app.delete(
  '/items/:id',
  async (context, next) => {
    if (mayRemove(userOf(context.req.header('authorization')))) return next();
    return context.json({ code: 'forbidden' }, 401);
  },
  zValidator('param', Id),
  (context) => context.body(null, 204),
);
for (let n = 0; n < MORE_ROUTES; n++)
  app.get(`/things/${n}/:id`, zValidator('param', Id), (context) =>
    context.json({ id: context.req.valid('param').id }),
  );
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
  listening(`http://127.0.0.1:${port}`),
);
