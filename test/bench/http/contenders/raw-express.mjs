import { createRequire } from 'node:module';
import { ITEMS, listening, MORE_ROUTES } from '../data.mjs';

// The very Express that Nest's adapter uses.
const require = createRequire(createRequire(import.meta.url).resolve('@nestjs/platform-express'));
const express = require('express');
const app = express();
app.use(express.json());

const EMAIL = /^[^@\s]+@[^@\s]+\.[^@\s]+$/;
const refuse = (response, name) =>
  response.status(400).json({ code: 'invalid', data: { params: [name] } });
const isLine = (line) =>
  typeof line === 'object' &&
  line !== null &&
  typeof line.sku === 'string' &&
  line.sku.length > 0 &&
  Number.isInteger(line.qty) &&
  line.qty >= 1 &&
  line.qty <= 99;

app.get('/items/:id', (request, response) => {
  const id = Number(request.params.id);
  const variant = request.query.variant ?? 'full';
  if (!Number.isInteger(id)) return refuse(response, 'id');
  if (variant !== 'full' && variant !== 'teaser') return refuse(response, 'variant');
  response.json({ id, variant });
});
app.get('/items', (_request, response) => response.json(ITEMS));
app.post('/items', (request, response) => {
  const { email, lines } = request.body ?? {};
  if (typeof email !== 'string' || !EMAIL.test(email)) return refuse(response, 'email');
  if (!Array.isArray(lines) || lines.length === 0 || !lines.every(isLine))
    return refuse(response, 'lines');
  response.status(201).json({ email, count: lines.length });
});
app.delete('/items/:id', (_request, response) => response.status(401).json({ code: 'forbidden' }));
for (let n = 0; n < MORE_ROUTES; n++) {
  app.get(`/things/${n}/:id`, (request, response) => {
    const id = Number(request.params.id);
    if (!Number.isInteger(id)) return refuse(response, 'id');
    response.json({ id });
  });
}
const server = app.listen(0, '127.0.0.1', () =>
  listening(`http://127.0.0.1:${server.address().port}`),
);
