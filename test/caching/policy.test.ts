import { describe, expect, it } from 'vitest';
import { cachePartition } from '../../lib/caching/keys.js';
import { policyOf } from './support/setup.js';

const PUBLIC = { isPublic: true };
const PRIVATE = { isPublic: false };

describe('A cache policy', () => {
  it('has its times in milliseconds, and none that was not stated', () => {
    expect(policyOf({ ttl: '5m', staleWhileRevalidate: '30s' })).toMatchObject({
      ttl: 300_000,
      staleWhileRevalidate: 30_000,
    });
    expect(policyOf({ ttl: '5m' })).toMatchObject({ staleWhileRevalidate: 0 });
  });

  it('cannot be changed once it is made', () => {
    expect(Object.isFrozen(policyOf())).toBe(true);
  });
});

describe('The cache partition', () => {
  const noCaller = () => undefined;

  it('is shared by all on a public route, and is the caller on any other route', () => {
    expect(cachePartition(policyOf({}, PUBLIC), () => 1, {})).toBe('public');
    expect(cachePartition(policyOf({}, PRIVATE), () => 'ada', {})).toBe('user:ada');
  });

  it('is shared by all with vary none, and is the caller with vary user', () => {
    expect(cachePartition(policyOf({ vary: 'none' }, PRIVATE), noCaller, {})).toBe('public');
    expect(cachePartition(policyOf({ vary: 'user' }, PUBLIC), () => 'ada', {})).toBe('user:ada');
  });

  it('is the text of a vary function', () => {
    const policy = policyOf<{ language: string }>({ vary: ({ language }) => language }, PRIVATE);
    expect(cachePartition(policy, noCaller, { language: 'de' })).toBe('vary:de');
    expect(cachePartition(policy, noCaller, { language: '' })).toBe('vary:');
  });

  it.each([
    ['an anonymous user', undefined],
    ['null', null],
    ['an empty id', ''],
    ['NaN', NaN],
    ['a user instead of an id', { name: 'ada' }],
    ['yes', true],
    ['an object whose text is empty', { toJSON: () => '' }],
  ])('cannot be said for %s', (_, id) => {
    expect(cachePartition(policyOf({ vary: 'user' }), () => id, {})).toBeUndefined();
  });

  it('is undefined where a vary function returns no string', async () => {
    const policy = policyOf({ vary: (() => Promise.resolve(5)) as never });
    expect(await cachePartition(policy, () => 'ada', {})).toBeUndefined();
    expect(cachePartition(policyOf({ vary: (() => 5) as never }), () => 'ada', {})).toBeUndefined();
  });

  it('is the values of the declared headers', () => {
    const policy = policyOf({ vary: { headers: ['B', 'A'] } });
    const share = (headers: Record<string, string>) =>
      cachePartition(policy, noCaller, {}, headers);
    expect(share({ a: '1', b: '2', c: '3' })).toBe(share({ b: '2', a: '1' }));
    const others = [{}, { a: '' }, { a: 'null' }, { b: '' }, { a: '1' }, { a: '1', b: '2' }];
    expect(new Set(others.map((headers) => share(headers as never))).size).toBe(others.length);
    const other = policyOf({ vary: { headers: ['A', 'C'] } });
    expect(cachePartition(other, noCaller, {}, { a: '1' })).not.toBe(share({ a: '1' }));
  });

  it('is different for callers with different ids', () => {
    const policy = policyOf({ vary: 'user' });
    const ids = [1, '1', 1n, '1n', '#1', { toJSON: () => '1' }, '@1'];
    expect(new Set(ids.map((id) => cachePartition(policy, () => id, {}))).size).toBe(
      ids.length - 1,
    );
    expect(cachePartition(policy, () => 1, {})).toBe(cachePartition(policy, () => 1n, {}));
  });
});
