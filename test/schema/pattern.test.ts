import { describe, expect, it } from 'vitest';
import { compileSchema, INVALID } from '../../lib/schema/schema.js';

describe('a pattern matches what it matches in WordPress', () => {
  it.each<[string, string, boolean]>([
    ['^\\d+$', '٣', true],
    ['^\\D$', '٣', false],
    ['^[\\d-]+$', '٣-3', true],
    ['^\\w+$', 'straße_1', true],
    ['^[\\W]$', 'é', false],
    ['^[\\W]$', '‿', true],
    ['^\\W$', '-', true],
    ['\\bb', 'éb', false],
    ['\\bb', '-b', true],
    ['a\\Bb', 'ab', true],
    ['^\\s$', '\u0085', true],
    ['^[\\s]$', '\ufeff', false],
    ['^\\S$', '\u180e', false],
    ['^.$', '\u2028', true],
    ['^.$', '\n', false],
    ['^[.]$', 'x', false],
    ['^a\\.b$', 'a.b', true],
    ['^a\\-b\\#$', 'a-b#', true],
    ['^[a\\-z]$', 'b', false],
    ['^a$', 'a\n', false],
    ['b', 'abc', true],
    ['\\\\d', '\\d', true],
  ])('%j on %j: %s', (pattern, text, matches) => {
    const { parse } = compileSchema({ type: 'string', pattern });
    expect(parse(text)).toBe(matches ? text : INVALID);
  });
});
