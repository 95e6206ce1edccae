// node:http and nothing else, as one writes it by hand.
import { createServer } from 'node:http';
import { ITEMS, MORE_ROUTES, userOf } from '../data.mjs';
import { listening } from '../serving.mjs';
import { areLines, isEmail, isInteger, isVariant, mayRemove } from './by-hand.mjs';

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

async function bodyOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}

function one(response, id, query) {
  const variant = new URLSearchParams(query).get('variant') ?? 'full';
  if (!isInteger(id)) return refuse(response, 'id');
  if (!isVariant(variant)) return refuse(response, 'variant');
  send(response, 200, { id: Number(id), variant });
}

function order(response, body) {
  const { email, lines } = body ?? {};
  if (!isEmail(email)) return refuse(response, 'email');
  if (!areLines(lines)) return refuse(response, 'lines');
  send(response, 201, { email, count: lines.length });
}

function remove(request, response, id) {
  if (!mayRemove(userOf(request.headers.authorization)))
    return send(response, 401, { code: 'forbidden' });
  if (!isInteger(id)) return refuse(response, 'id');
  response.writeHead(204).end();
}

const server = createServer((request, response) => {
  const { method, url } = request;
  const [path, query = ''] = url.split('?');
  const [, resource, id, last] = path.split('/');
  if (resource === 'things' && Number(id) < MORE_ROUTES)
    return isInteger(last) ? send(response, 200, { id: Number(last) }) : refuse(response, 'id');
  if (resource === 'items' && method === 'GET')
    return id === undefined ? send(response, 200, ITEMS) : one(response, id, query);
  if (resource === 'items' && method === 'DELETE') return remove(request, response, id);
  if (resource === 'items' && method === 'POST')
    return void bodyOf(request).then(
      (body) => order(response, body),
      () => refuse(response, 'body'),
    );
  send(response, 404, { code: 'no_route' });
});
server.listen(0, '127.0.0.1', () => listening(`http://127.0.0.1:${server.address().port}`));
