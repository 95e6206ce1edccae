import { describe, expect, test } from 'vitest';
import { compileCachePolicy } from '../../lib/routes/definition/cache-definition.js';

describe('the policy of a cached route', () => {
  test('has its times in milliseconds, and no stale time by default', () => {
    expect(compileCachePolicy({ ttl: '5m', staleWhileRevalidate: '30s' }, true)).toMatchObject({
      ttl: 300_000,
      staleWhileRevalidate: 30_000,
    });
    expect(compileCachePolicy({ ttl: '5m' }, true).staleWhileRevalidate).toBe(0);
  });

  test('is frozen', () => {
    expect(Object.isFrozen(compileCachePolicy({ ttl: '1s' }, true))).toBe(true);
  });

  test.each([
    ['everyone shares an entry of a public route', undefined, true, 'everyone'],
    ['each caller has an entry on any other route', undefined, false, 'caller'],
    ['everyone shares an entry with vary: none', 'none', false, 'everyone'],
    ['each caller has an entry with vary: user', 'user', true, 'caller'],
    ['a function decides', () => 'x', true, 'custom'],
    ['headers decide', { headers: ['Accept'] }, true, 'headers'],
  ] as const)('%s', (_title, vary, isPublic, sharing) => {
    const options = vary === undefined ? { ttl: '1s' as const } : { ttl: '1s' as const, vary };
    expect(compileCachePolicy(options, isPublic).sharing).toBe(sharing);
  });

  test('names each header once, whatever its case', () => {
    const vary = { headers: ['Accept', 'accept', 'X-A'] } as const;
    expect(compileCachePolicy({ ttl: '1s', vary }, true).headers).toEqual(['accept', 'X-A']);
  });

  test('has a list of tags in order, or the function that makes them', () => {
    expect(compileCachePolicy({ ttl: '1s', tags: ['b', 'a'] }, true).tags({})).toEqual(['a', 'b']);
    const tags = ({ id }: Readonly<Record<string, unknown>>) => [`item:${String(id)}`];
    expect(compileCachePolicy({ ttl: '1s', tags }, true).tags).toBe(tags);
    expect(compileCachePolicy({ ttl: '1s' }, true).tags({})).toEqual([]);
  });

  test('cannot be compiled from a duration that the rules reject', () => {
    expect(() => compileCachePolicy({ ttl: '400d' }, true)).toThrow(RangeError);
  });
});
