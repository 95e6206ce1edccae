import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { settleCaching } from '../../lib/platform/node/late-headers.js';

function responseWith(headers: Readonly<Record<string, string>>): ServerResponse {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  return response;
}

test('Headers that are given to writeHead are changed where they are', () => {
  const written = { 'cache-control': 'public, max-age=60', 'set-cookie': 'a=1' };
  const response = responseWith({});
  settleCaching(response, written);
  expect(written['cache-control']).toBe('private, max-age=60');
  expect(response.getHeader('cache-control')).toBeUndefined();
});

test('A response that got a cookie is kept out of shared caches', () => {
  const response = responseWith({ 'cache-control': 'public, max-age=60', 'set-cookie': 'a=1' });
  settleCaching(response);
  expect(response.getHeader('cache-control')).toMatch(/\bprivate\b/);
  const other = responseWith({ 'cache-control': 'public, max-age=60' });
  settleCaching(other);
  expect(other.getHeader('cache-control')).toBe('public, max-age=60');
});
