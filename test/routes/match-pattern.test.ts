import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileMatch, matchDiagnostic } from '../../lib/routes/paths/match-pattern.js';

const accepts = (pattern: string, text: string): boolean => compileMatch(pattern).accepts(text);

test.each([
  ['[\\w-]+', 'a-b_9', true],
  ['[\\w-]+', 'a.b', false],
  ['[a-z]+', 'ABC', true],
  ['[^a]', 'A', false],
  ['(?:[\\d]+|me)', 'me', true],
  ['(?:[\\d]+|me)', '12', true],
  ['(?:[\\d]+|me)', 'm', false],
  ['a{2,3}', 'aa', true],
  ['a{2,3}', 'aaaa', false],
  ['a{2,}', 'aaaa', true],
  ['(ab){2}', 'abab', true],
  ['.+', 'a\nb', false],
  ['\\.\\x41\\u00e9', '.aé', true],
  ['[]a]+', ']a', true],
  ['[a-]+', 'a-', true],
  ['[\\w\\-.@]+', 'x-y.z@w', true],
  ['[^/]+', '😀', true],
  ['.{1}', '😀', true],
])('the pattern %s accepts %j: %s', (pattern, text, expected) => {
  expect(accepts(pattern, text)).toBe(expected);
});

test.each([
  ['[^/]+', false],
  ['[\\w-]+', false],
  ['.+', true],
  ['[a-z]+/[a-z]+', true],
  ['[\\/\\w-]+', true],
  ['\\W', true],
  ['[^.\\/]+(?:\\/[^.\\/]+)?', true],
])('whether %s can match a slash is known: %s', (pattern, expected) => {
  expect(compileMatch(pattern).spansSlashes).toBe(expected);
});

const atom = fc.constantFrom('a', 'b', '[ab]', '[^a]', '\\w', '.', '(?:a|bc)', '(ab)');
const pattern = fc
  .array(
    fc
      .tuple(atom, fc.constantFrom('', '?', '*', '+', '{2}', '{1,3}', '+?'))
      .map((parts) => parts.join('')),
    { minLength: 1, maxLength: 4 },
  )
  .map((parts) => parts.join(''))
  .chain((one) => fc.constantFrom(one, `(?:${one})+`, `${one}|c`, `(${one}|a){1,2}`));

test('a pattern accepts what the same regular expression accepts', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'A', '/', '-'), maxLength: 6 });
  fc.assert(
    fc.property(pattern, fc.array(text.filter((one) => one !== '')), (source, texts) => {
      const { accepts: accept } = compileMatch(source);
      const expression = new RegExp(`^(?:${source})$`, 'i');
      for (const one of texts) {
        expect({ source, one, accepted: accept(one) }).toEqual({
          source,
          one,
          accepted: expression.test(one),
        });
      }
    }),
    { numRuns: 400 },
  );
});

describe('a pattern is rejected', () => {
  test.each([
    ['(a+)+', 'catastrophic backtracking'],
    ['(a|a)*', 'catastrophic backtracking'],
    ['(\\w|\\d)+', 'catastrophic backtracking'],
    ['(?:[\\w-]+\\d*)+x', 'catastrophic backtracking'],
    ['(a*b?)*', 'catastrophic backtracking'],
    ['(?:ab|a|b)+', 'catastrophic backtracking'],
    ['(a{2,5})+', 'catastrophic backtracking'],
    ['(.*)*', 'catastrophic backtracking'],
    ['^a', 'without anchors'],
    ['a$', 'without anchors'],
    ['(?P<id>a)', 'without names'],
    ['(?<id>a)', 'without names'],
    ['(?=a)a', 'without names and lookarounds'],
    ['(a)\\1', 'a sign after'],
    ['a\\b', 'a sign after'],
    ['\\p{L}', 'a sign after'],
    ['a\\', 'a sign after'],
    ['(a', 'a ")"'],
    ['a)', 'a "("'],
    ['[a', 'a "]"'],
    ['[]', 'a "]"'],
    ['[[:alpha:]]', 'a class such as'],
    ['[z-a]', 'a range in order'],
    ['a{3,2}', 'counts in order'],
    ['a**', 'one repetition'],
    ['a++', 'one repetition'],
    ['*a', 'something to repeat'],
    ['[\\s\\S]{500}', 'at most 120'],
    [`${'('.repeat(40)}a${')'.repeat(40)}`, 'at most 32 groups'],
    ['a'.repeat(501), 'at most 500'],
    ['', 'a regular expression'],
    [/a/, 'a regular expression'],
    [undefined, 'a regular expression'],
  ])('%s: %s', (source, expected) => {
    expect(matchDiagnostic(source)?.expected).toContain(expected);
  });
});

test.each([
  '[\\w-]+',
  '(a|b)+',
  '[^.\\/]+(?:\\/[^.\\/]+)?',
  '([^\\/:<>\\*\\?"\\|]+(?:\\/[^\\/:<>\\*\\?"\\|]+)?)[\\/\\w%-]+',
  '(?:[a-z]+-)*[a-z]+',
  '\\d{4}-\\d{2}-\\d{2}',
])('%s is accepted', (source) => {
  expect(matchDiagnostic(source)).toBeUndefined();
});

test('a long text takes a pattern with three repetitions beside each other linear work', () => {
  const { accepts: accept } = compileMatch('[^:]+[\\w-]+[\\w%]+');
  // A backtracking engine would need some 10^12 steps.
  expect(accept(`${'a'.repeat(16_000)}:`)).toBe(false);
});
