// Fastify as its documentation has it: a schema for what comes in, one for what goes out, a hook that
// asks who calls.
import { createRequire } from 'node:module';
import { ITEMS, MORE_ROUTES, userOf } from '../data.mjs';
import { isUsual, mayUse, note, verify } from '../usual.mjs';
import { mayRemove } from './by-hand.mjs';
import { emptyApplication, listen } from './empty-application.mjs';

// The very Fastify that Nest's adapter uses.
const require = createRequire(createRequire(import.meta.url).resolve('@nestjs/platform-fastify'));
const nest = await emptyApplication('fastify');
const app = nest?.getHttpAdapter().getInstance() ?? require('fastify')();
if (isUsual) {
  await app.register(createRequire(import.meta.url)('@fastify/helmet'));
  if (nest === undefined) await app.register(require('@fastify/cors'));
  else nest.enableCors();
  app.addHook('onRequest', async (request, reply) => {
    request.user = verify(request.headers.authorization);
    if (request.user === undefined) return reply.code(401).send({ code: 'unauthorized' });
    request.since = performance.now();
  });
  app.addHook('preHandler', async ({ user }, reply) => {
    if (!mayUse(user)) return reply.code(403).send({ code: 'forbidden' });
  });
  app.addHook('onResponse', async ({ since }) => note(since));
}
const string = { type: 'string' };
const integer = { type: 'integer' };
const object = (properties, rest = {}) => ({ type: 'object', properties, ...rest });

app.get(
  '/items/:id',
  {
    schema: {
      params: object({ id: integer }),
      querystring: object({ variant: { ...string, enum: ['full', 'teaser'], default: 'full' } }),
      response: { 200: object({ id: integer, variant: string }) },
    },
  },
  async ({ params, query }) => ({ id: params.id, variant: query.variant }),
);

const item = object({
  id: integer,
  title: string,
  price: { type: 'number' },
  isActive: { type: 'boolean' },
  tags: { type: 'array', items: string },
});
app.get(
  '/items',
  { schema: { response: { 200: { type: 'array', items: item } } } },
  async () => ITEMS,
);

const line = object(
  { sku: { ...string, minLength: 1 }, qty: { ...integer, minimum: 1, maximum: 99 } },
  { required: ['sku', 'qty'], additionalProperties: false },
);
app.post(
  '/items',
  {
    schema: {
      body: object(
        {
          email: { ...string, format: 'email' },
          lines: { type: 'array', items: line, minItems: 1, maxItems: 20 },
        },
        { required: ['email', 'lines'] },
      ),
      response: { 201: object({ email: string, count: integer }) },
    },
  },
  async ({ body }, reply) => {
    reply.code(201);
    return { email: body.email, count: body.lines.length };
  },
);
app.delete(
  '/items/:id',
  {
    schema: { params: object({ id: integer }) },
    preHandler: async ({ headers }, reply) => {
      if (!mayRemove(userOf(headers.authorization)))
        return reply.code(401).send({ code: 'forbidden' });
    },
  },
  async (_request, reply) => reply.code(204).send(),
);
const thing = {
  schema: { params: object({ id: integer }), response: { 200: object({ id: integer }) } },
};
for (let n = 0; n < MORE_ROUTES; n++) {
  app.get(`/things/${n}/:id`, thing, async ({ params }) => ({ id: params.id }));
}
await listen(nest, () => app.listen({ port: 0, host: '127.0.0.1' }));
