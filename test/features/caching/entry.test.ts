import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeEntry,
  encodeEntry,
  freshnessOf,
  isStorable,
  makeEntry,
  type CacheEntry,
} from '../../../lib/features/caching/engine/entry.js';
import { json, policyOf } from './support/setup.js';

const entries: fc.Arbitrary<CacheEntry> = fc.record({
  status: fc.integer({ min: 200, max: 399 }),
  headers: fc.array(fc.tuple(fc.string(), fc.string())),
  body: fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.uint8Array().map((bytes) => Buffer.from(bytes)),
    fc.constant(undefined),
    fc.constant('\ud800'),
  ),
  etag: fc.option(fc.string(), { nil: undefined }),
  storedAt: fc.nat(),
  freshUntil: fc.nat(),
  staleUntil: fc.nat(),
  tokens: fc.array(fc.string()),
});

const sample: CacheEntry = {
  status: 200,
  headers: [
    ['link', '<a>'],
    ['link', '<b>'],
  ],
  body: '{"id":7}',
  etag: '"x"',
  storedAt: 1,
  freshUntil: 2,
  staleUntil: 3,
  tokens: ['t'],
};

describe('A stored entry', () => {
  it('is read back unchanged for any content', () => {
    fc.assert(
      fc.property(fc.string(), entries, (key, entry) => {
        expect(decodeEntry(key, encodeEntry(key, entry))).toEqual(entry);
      }),
      { numRuns: 500 },
    );
  });

  it('survives the encoding of text by a store', () => {
    const entry = { ...sample, body: 'ä€😀\u2028\ud800\u0000' };
    const stored = Buffer.from(encodeEntry('k', entry), 'utf8').toString('utf8');
    expect(decodeEntry('k', JSON.parse(JSON.stringify(stored)) as string)).toEqual(entry);
  });

  it('is rejected where a single character is missing or changed', () => {
    const text = encodeEntry('k', sample);
    for (let at = 0; at < text.length; at++) {
      expect(decodeEntry('k', text.slice(0, at))).toBeUndefined();
      expect(decodeEntry('k', text.slice(0, at) + text.slice(at + 1))).toBeUndefined();
      const other = text[at] === 'a' ? 'b' : 'a';
      expect(decodeEntry('k', text.slice(0, at) + other + text.slice(at + 1))).toBeUndefined();
    }
  });

  it('is rejected under another key, as when a client mixes up its replies', () => {
    expect(decodeEntry('user:2', encodeEntry('user:1', sample))).toBeUndefined();
  });

  it.each(['', '{}', 'null', '[]', 'OK', '{"format":1}', 'x'.repeat(5000)])('is not %j', (text) => {
    expect(decodeEntry('k', text)).toBeUndefined();
  });

  it.each<[string, unknown]>([
    ['status', '200'],
    ['headers', [['a']]],
    ['headers', [['a', 1]]],
    ['headers', {}],
    ['body', undefined],
    ['etag', 5],
    ['freshUntil', null],
    ['tokens', 'x'],
    ['tokens', [1]],
  ])('has no entry where another program wrote %s: %j', (name, value) => {
    const foreign = { ...sample, [name]: value } as unknown as CacheEntry;
    const decoded = decodeEntry('k', encodeEntry('k', foreign));
    if (name === 'body') expect(decoded?.body).toBeUndefined();
    else expect(decoded).toBeUndefined();
  });
});

describe('The lifetime of an entry', () => {
  const policy = policyOf({ ttl: '100s', staleWhileRevalidate: '10s' });
  const making = { tokens: [], now: 5000 };

  it('is fresh, then stale, then expired', () => {
    const entry = makeEntry(json({}), policy, { ...making, random: 0 });
    expect(freshnessOf(entry, 104_999)).toBe('fresh');
    expect(freshnessOf(entry, 105_000)).toBe('stale');
    expect(freshnessOf(entry, 114_999)).toBe('stale');
    expect(freshnessOf(entry, 115_000)).toBe('expired');
  });

  it('is up to a tenth shorter than the ttl, and never longer', () => {
    const ends = [0, 0.25, 0.5, 0.999].map(
      (random) => makeEntry(json({}), policy, { ...making, random }).freshUntil - 5000,
    );
    expect(ends).toEqual([100_000, 97_500, 95_000, 90_010]);
  });

  it('does not change when its response is changed later', () => {
    const body = Buffer.from('abc');
    const line: [string, string] = ['x-a', '1'];
    const entry = makeEntry(json({}, { body, headers: [line] }), policy, { ...making, random: 0 });
    body[0] = 0;
    line[1] = '2';
    expect(entry).toMatchObject({ body: Buffer.from('abc'), headers: [['x-a', '1']] });
  });
});

describe('A response', () => {
  it.each([200, 201, 204, 301, 308])('is stored with status %i', (status) => {
    expect(isStorable(json({}, { status }), 'everyone')).toBe(true);
  });

  it.each([100, 206, 304, 400, 401, 404, 410, 500, 599])(
    'is never stored with status %i',
    (status) => {
      expect(isStorable(json({}, { status }), 'everyone')).toBe(false);
    },
  );

  it('is never stored as a stream', () => {
    expect(isStorable(json({}, { storable: false }), 'everyone')).toBe(false);
  });

  it.each([
    ['Set-Cookie', 'a=b'],
    ['set-cookie', 'a=b'],
    ['Cache-Control', 'no-store'],
    ['cache-control', 'max-age=5, No-Cache'],
    ['Vary', 'Accept, *'],
  ])('is never stored with %s: %s', (name, value) => {
    const headers = [
      ['x-a', '1'],
      [name, value],
    ] as const;
    expect(isStorable(json({}, { headers }), 'everyone')).toBe(false);
    expect(isStorable(json({}, { headers }), 'caller')).toBe(false);
  });

  it('is stored for its caller only where its Cache-Control is private', () => {
    const response = json({}, { headers: [['cache-control', 'private, max-age=5']] });
    expect(isStorable(response, 'caller')).toBe(true);
    expect(isStorable(response, 'everyone')).toBe(false);
    expect(isStorable(response, 'custom')).toBe(false);
  });
});
