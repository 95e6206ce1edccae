import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { settleHeaders } from '../../lib/platform/node/late-headers.js';

function responseWith(headers: Readonly<Record<string, string>>): ServerResponse {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  return response;
}

test('The tag of a compressed response becomes weak, and that of any other stays strong', () => {
  const compressed = responseWith({ etag: '"a"', 'content-encoding': 'gzip' });
  settleHeaders(compressed, { tag: true, caching: false });
  expect(compressed.getHeader('etag')).toBe('W/"a"');
  const plain = responseWith({ etag: '"a"', 'content-encoding': 'identity' });
  settleHeaders(plain, { tag: true, caching: false });
  expect(plain.getHeader('etag')).toBe('"a"');
});

test('Headers that are given to writeHead are changed where they are', () => {
  const written = { etag: '"a"' };
  const response = responseWith({ 'content-encoding': 'br' });
  settleHeaders(response, { tag: true, caching: false }, written);
  expect([written.etag, response.getHeader('etag')]).toEqual(['W/"a"', undefined]);
});

test('A response that got a cookie is kept out of shared caches', () => {
  const response = responseWith({ 'cache-control': 'public, max-age=60', 'set-cookie': 'a=1' });
  settleHeaders(response, { tag: false, caching: true });
  expect(response.getHeader('cache-control')).toMatch(/\bprivate\b/);
  const other = responseWith({ 'cache-control': 'public, max-age=60' });
  settleHeaders(other, { tag: false, caching: true });
  expect(other.getHeader('cache-control')).toBe('public, max-age=60');
});
