// node:http and nothing else, as one writes it by hand.
import { createServer } from 'node:http';
import { ITEMS, listening, MORE_ROUTES } from '../data.mjs';

const EMAIL = /^[^@\s]+@[^@\s]+\.[^@\s]+$/;
const isLine = (line) =>
  typeof line === 'object' &&
  line !== null &&
  typeof line.sku === 'string' &&
  line.sku.length > 0 &&
  Number.isInteger(line.qty) &&
  line.qty >= 1 &&
  line.qty <= 99;

function send(response, status, value) {
  const text = JSON.stringify(value);
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}
const refuse = (response, name) =>
  send(response, 400, { code: 'invalid', data: { params: [name] } });

async function order(request, response) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const { email, lines } = JSON.parse(Buffer.concat(chunks).toString());
  if (typeof email !== 'string' || !EMAIL.test(email)) return refuse(response, 'email');
  if (!Array.isArray(lines) || lines.length === 0 || !lines.every(isLine))
    return refuse(response, 'lines');
  send(response, 201, { email, count: lines.length });
}

function one(response, id, query) {
  const variant = new URLSearchParams(query).get('variant') ?? 'full';
  if (!/^\d+$/.test(id)) return refuse(response, 'id');
  if (variant !== 'full' && variant !== 'teaser') return refuse(response, 'variant');
  send(response, 200, { id: Number(id), variant });
}

const server = createServer((request, response) => {
  const [path, query = ''] = request.url.split('?');
  const [, resource, id, last] = path.split('/');
  if (resource === 'things' && Number(id) < MORE_ROUTES && /^\d+$/.test(last))
    return send(response, 200, { id: Number(last) });
  if (resource !== 'items') return send(response, 404, { code: 'no_route' });
  if (request.method === 'DELETE') return send(response, 401, { code: 'forbidden' });
  if (request.method === 'POST') return order(request, response);
  if (id === undefined) return send(response, 200, ITEMS);
  one(response, id, query);
});
server.listen(0, '127.0.0.1', () => listening(`http://127.0.0.1:${server.address().port}`));
