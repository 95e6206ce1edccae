import fc from 'fast-check';
import { pathToRegexp } from 'path-to-regexp';
import { expect, test } from 'vitest';
import { compilePath } from '../../lib/routes/paths/path-pattern.js';

const SCHEMAS = {
  i: { type: 'integer', required: true },
  s: { type: 'string', required: true },
  e: { type: 'string', enum: ['a', 'ab', '1-2'], required: true },
} as const;
const EXPRESSIONS = { i: '\\d+', s: '[^/]+', e: '(?:a|ab|1-2)' } as const;

type Kind = keyof typeof SCHEMAS;
const isKind = (part: string): part is Kind => part in SCHEMAS;

const separator = fc.constantFrom('-', '.', 'ab', '--', 'A-');
const kind = fc.constantFrom<Kind>('s', 's', 'i', 'e');
const segment = fc
  .tuple(
    fc.constantFrom('', 'a', '-'),
    fc.array(fc.tuple(kind, separator), { minLength: 1, maxLength: 3 }),
    fc.option(kind),
  )
  .map(([first, pairs, last]) =>
    [first, ...pairs.flat(), last ?? ''].filter((part) => part !== ''),
  );
const text = fc
  .array(fc.constantFrom('-', '.', 'a', 'A', 'b', 'ab', '1', '12', '_', '--'), { maxLength: 9 })
  .map((parts) => parts.join(''));

const escapeText = (literal: string): string => literal.replaceAll(/[.-]/g, '\\$&');
const compile = (parts: readonly string[]) => {
  const written = parts.map((part, at) => (isKind(part) ? `{${part}${at}}` : part)).join('');
  const { segments } = compilePath(`/${written}`, (name) => ({
    schema: SCHEMAS[name.charAt(0) as Kind],
  }));
  return segments[0];
};

test('a mixed segment is divided as WordPress divides it, where middleware of the route would match', () => {
  let matched = 0;
  fc.assert(
    fc.property(segment, fc.array(text, { minLength: 20, maxLength: 20 }), (parts, texts) => {
      const source = parts
        .map((part) => (isKind(part) ? `(${EXPRESSIONS[part]})` : escapeText(part)))
        .join('');
      const wordPress = new RegExp(`^${source}$`, 'i');
      const { regexp } = pathToRegexp(
        `/${parts.map((part, at) => (isKind(part) ? `:"${part}${at}"` : part)).join('')}`,
        { trailing: false },
      );
      const pattern = compile(parts);
      for (const asked of texts) {
        const seen = regexp.test(`/${asked}`);
        const expected = seen ? wordPress.exec(asked)?.slice(1) : undefined;
        const found = pattern?.capture(asked);
        if (found !== undefined) matched += 1;
        if (String(found) === String(expected)) continue;
        expect({ parts, asked, found }).toEqual({ parts, asked, found: expected });
      }
    }),
    { numRuns: 2_000 },
  );
  expect(matched).toBeGreaterThan(200);
});

test('two adjacent placeholders share a segment as in WordPress', () => {
  const pattern = compile(['s', 'i']);
  expect(pattern?.capture('abc12')).toEqual(['abc1', '2']);
  expect(pattern?.capture('1')).toBeUndefined();
});
