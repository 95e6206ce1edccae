import { describe, expect, it } from 'vitest';
import { isStorable } from '../../lib/caching/entries/storable.js';
import { json } from './support/setup.js';

describe('an answer is kept', () => {
  it.each([200, 201, 204, 301, 308])('with status %i', (status) => {
    expect(isStorable(json({}, { status }), 'everyone')).toBe(true);
  });

  it.each([100, 206, 304, 400, 401, 404, 410, 500, 599])('never with status %i', (status) => {
    expect(isStorable(json({}, { status }), 'everyone')).toBe(false);
  });

  it('never as a stream', () => {
    expect(isStorable(json({}, { storable: false }), 'everyone')).toBe(false);
  });

  it.each([
    ['Set-Cookie', 'a=b'],
    ['set-cookie', 'a=b'],
    ['Cache-Control', 'no-store'],
    ['cache-control', 'max-age=5, No-Cache'],
    ['Vary', 'Accept, *'],
  ])('never with %s: %s', (name, value) => {
    const headers = [
      ['x-a', '1'],
      [name, value],
    ] as const;
    expect(isStorable(json({}, { headers }), 'everyone')).toBe(false);
    expect(isStorable(json({}, { headers }), 'caller')).toBe(false);
  });

  it('for its caller alone where it says that it is private', () => {
    const answer = json({}, { headers: [['cache-control', 'private, max-age=5']] });
    expect(isStorable(answer, 'caller')).toBe(true);
    expect(isStorable(answer, 'everyone')).toBe(false);
    expect(isStorable(answer, 'custom')).toBe(false);
  });
});
