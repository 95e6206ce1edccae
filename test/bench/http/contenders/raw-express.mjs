// Express as its guide has it: its JSON parser, a handler a route, middleware that asks who calls.
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { ITEMS, MORE_ROUTES, userOf } from '../data.mjs';
import { isUsual, mayUse, note, verify } from '../usual.mjs';
import { emptyApplication, listen } from './empty-application.mjs';
import { areLines, isEmail, isInteger, isVariant, mayRemove } from './by-hand.mjs';

// The very Express that Nest's adapter uses.
const require = createRequire(createRequire(import.meta.url).resolve('@nestjs/platform-express'));
const express = require('express');
const nest = await emptyApplication('express');
const app = nest?.getHttpAdapter().getInstance() ?? express();
if (isUsual) {
  app.use(createRequire(import.meta.url)('helmet')(), require('cors')());
  app.use((request, response, next) => {
    request.user = verify(request.get('authorization'));
    if (!mayUse(request.user)) return response.status(request.user ? 403 : 401).json({});
    const since = performance.now();
    response.on('finish', () => note(since));
    next();
  });
}
app.use(express.json());

const refuse = (response, name) =>
  response.status(400).json({ code: 'invalid', data: { params: [name] } });
const toRemove = (request, response, next) => {
  if (mayRemove(userOf(request.get('authorization')))) next();
  else response.status(401).json({ code: 'forbidden' });
};

app.get('/items/:id', (request, response) => {
  const { id } = request.params;
  const { variant = 'full' } = request.query;
  if (!isInteger(id)) return refuse(response, 'id');
  if (!isVariant(variant)) return refuse(response, 'variant');
  response.json({ id: Number(id), variant });
});
app.get('/items', (_request, response) => response.json(ITEMS));
app.post('/items', (request, response) => {
  const { email, lines } = request.body ?? {};
  if (!isEmail(email)) return refuse(response, 'email');
  if (!areLines(lines)) return refuse(response, 'lines');
  response.status(201).json({ email, count: lines.length });
});
app.delete('/items/:id', toRemove, (request, response) =>
  isInteger(request.params.id) ? response.status(204).end() : refuse(response, 'id'),
);
for (let n = 0; n < MORE_ROUTES; n++) {
  app.get(`/things/${n}/:id`, (request, response) => {
    const { id } = request.params;
    if (!isInteger(id)) return refuse(response, 'id');
    response.json({ id: Number(id) });
  });
}
// A body that is no JSON, mostly.
app.use((error, _request, response, _next) =>
  response.status(error.status ?? 500).json({ code: 'invalid' }),
);
await listen(nest, async () => {
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${server.address().port}`;
});
