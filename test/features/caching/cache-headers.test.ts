import { describe, expect, it } from 'vitest';
import { addCacheHeaders } from '../../../lib/features/caching/engine/cache-headers.js';
import type { CachedResponse } from '../../../lib/features/caching/engine/entry.js';
import { policyOf } from './support/setup.js';

const PRIVATE = { isPublic: false };

describe('The Cache-Control of a cached route', () => {
  it('is public with the whole lifetime, and with the time for stale responses', () => {
    expect(policyOf({ ttl: '5m', staleWhileRevalidate: '90s' }).client).toEqual({
      cacheControl: 'public, max-age=300, stale-while-revalidate=90',
      vary: undefined,
    });
    expect(policyOf({ ttl: '1500ms' }).client.cacheControl).toBe('public, max-age=1');
  });

  it.each([
    ['a route that is not public', policyOf({}, PRIVATE)],
    ['one whose entries are shared all the same', policyOf({ vary: 'none' }, PRIVATE)],
    ['a public one whose entries belong to callers', policyOf({ vary: 'user' })],
  ])('is private, and varies by what callers are told apart by, on %s', (_, { client }) => {
    expect(client).toEqual({ cacheControl: 'private, max-age=60', vary: 'Authorization, Cookie' });
  });

  it('is private and revalidated where a function decides the partition', () => {
    expect(policyOf({ vary: () => 'x' }).client).toEqual({
      cacheControl: 'private, no-cache',
      vary: undefined,
    });
  });

  it('is private and revalidated if the headers that identify callers are not known', () => {
    const vary = { headers: ['Accept-Language'] } as const;
    const route = { ...PRIVATE, callerHeaders: 'unknown' } as const;
    expect(policyOf({ ttl: '5m', vary }, route).client).toEqual({
      cacheControl: 'private, no-cache',
      vary: 'Accept-Language',
    });
  });

  it('comes with a Vary that names each declared header once', () => {
    const vary = { headers: ['Accept-Language', 'X-Country', 'accept-language'] };
    expect(policyOf({ vary }).client).toEqual({
      cacheControl: 'public, max-age=60',
      vary: 'accept-language, X-Country',
    });
    expect(policyOf({ vary }, PRIVATE).client).toEqual({
      cacheControl: 'private, max-age=60',
      vary: 'accept-language, X-Country, Authorization, Cookie',
    });
  });

  it.each(['Cookie', 'authorization', 'Proxy-Authorization'])(
    'is private where a public route declares %s',
    (header) => {
      const { client } = policyOf({ vary: { headers: ['X-Country', header] } });
      expect(client.cacheControl).toBe('private, max-age=60');
      expect(client.vary?.toLowerCase().split(', ')).toContain(header.toLowerCase());
    },
  );

  it('comes with a Vary of the headers that identify callers in the application', () => {
    expect(policyOf({}, { isPublic: false, callerHeaders: ['X-Key'] }).client.vary).toBe('X-Key');
  });
});

describe('The headers of a cached response', () => {
  const headersOf = (own: Record<string, string | string[]>, from: CachedResponse) => {
    addCacheHeaders(own, from);
    return own;
  };
  const response: CachedResponse = {
    status: 200,
    headers: [['x-a', '1']],
    body: '{}',
    cacheStatus: 'hit',
    cacheStatusText: 'rest-cache; hit; ttl=5',
    etag: '"e"',
    age: 3,
    cacheControl: 'public, max-age=8',
    vary: 'Cookie',
    produced: undefined,
  };

  it('include everything that the cache knows', () => {
    expect(headersOf({}, response)).toEqual({
      'cache-status': 'rest-cache; hit; ttl=5',
      age: '3',
      vary: 'Cookie',
      etag: '"e"',
      'cache-control': 'public, max-age=8',
    });
  });

  it('do not replace the headers of the method', () => {
    const own = { etag: 'W/"own"', 'cache-control': 'max-age=1', vary: 'Accept' };
    expect(headersOf(own, response)).toEqual({
      'cache-status': 'rest-cache; hit; ttl=5',
      age: '3',
      etag: 'W/"own"',
      'cache-control': 'max-age=1',
      vary: 'Accept, Cookie',
    });
  });

  it('leave out what is unknown', () => {
    const bare = {
      ...response,
      age: undefined,
      vary: undefined,
      etag: undefined,
      cacheControl: undefined,
    };
    expect(headersOf({}, bare)).toEqual({ 'cache-status': 'rest-cache; hit; ttl=5' });
  });
});
