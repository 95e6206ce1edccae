import { expect, test } from 'vitest';
import { ownedPrefixes, targetBelow, createOriginOf } from '../../lib/platform/node/target.js';

const PLACE = { prefix: '/api', owned: ['/api'] };
const STRICT = { isCaseSensitive: true, isSlashSensitive: true };

test('A URL below the prefix has its path and its query apart', () => {
  expect(targetBelow(PLACE, '/api/items?a=1?b')).toEqual({ path: '/items', queryText: 'a=1?b' });
  expect(targetBelow(PLACE, '/api')).toEqual({ path: '/', queryText: '' });
  expect(targetBelow(PLACE, '/api?a')).toEqual({ path: '/', queryText: 'a' });
});

test('A URL that only begins like the prefix is elsewhere', () => {
  expect(targetBelow(PLACE, '/apiary/items')).toBeUndefined();
  expect(targetBelow(PLACE, '/ap')).toBeUndefined();
  expect(targetBelow(PLACE, '/?/api')).toBeUndefined();
});

test('The case of the prefix and a slash at the end matter only to a strict router', () => {
  expect(targetBelow(PLACE, '/API/items/')?.path).toBe('/items/');
  expect(targetBelow(PLACE, '/API/items', STRICT)).toBeUndefined();
  expect(targetBelow(PLACE, '/api/items/', STRICT)).toBeUndefined();
  expect(targetBelow(PLACE, '/api/items', STRICT)?.path).toBe('/items');
});

test('Only letters have another case', () => {
  expect(targetBelow({ prefix: '/a@', owned: ['/a@'] }, '/a`')).toBeUndefined();
});

test('Without a prefix the namespaces are the beginnings, each once', () => {
  expect(ownedPrefixes('', ['/acme/v1/a', '/acme/v2/b', '/shop/v1'])).toEqual(['/acme', '/shop']);
  expect(ownedPrefixes('/api', ['/acme/v1/a'])).toEqual(['/api']);
});

test('An origin has a known scheme and a host that ends no URL', () => {
  const originOf = createOriginOf();
  expect(originOf('https', 'example.com:8443')).toBe('https://example.com:8443');
  expect(originOf('http', '[::1]:3000')).toBe('http://[::1]:3000');
  expect(originOf('http', 'example.com/path')).toBeUndefined();
  expect(originOf('javascript', 'example.com')).toBeUndefined();
  expect(originOf('http', undefined)).toBeUndefined();
});
