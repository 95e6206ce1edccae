import { describe, expect, it } from 'vitest';
import { isStorable } from '../../lib/caching/entry.js';
import { json } from './support/setup.js';

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
