import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { HttpMethod } from 'nestjs-rest-routes';
import { compilePath, type PathPattern } from '../../lib/routes/paths/path-pattern.js';
import { buildTable, MALFORMED_PATH, NO_MATCH } from '../../lib/routing/route-table.js';

interface Entry {
  readonly methods: readonly HttpMethod[];
  readonly pattern: PathPattern;
}

const METHODS = ['GET', 'POST'] as const;
/** A placeholder is named by its place and its type, so that a path has each once. */
const segment = fc.constantFrom('a', 'b', 'ab', '{i}', '{s}', '{e}', 'x{s}', '{i}-{s}');
const template = fc
  .array(segment, { minLength: 1, maxLength: 4 })
  .map((parts) => parts.map((part, at) => `/${part.replaceAll(/\w(?=\})/g, `$&${at}`)}`).join(''));
const entry = fc.record({ template, methods: fc.subarray([...METHODS], { minLength: 1 }) });
const path = fc
  .array(fc.constantFrom('a', 'b', 'ab', 'A', '7', 'x7', '1-2', 'ba', 'x'), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => `/${parts.join('/')}`);

const SCHEMAS = {
  i: { type: 'integer', required: true },
  s: { type: 'string', required: true },
  e: { type: 'string', enum: ['a', 'x'], required: true },
} as const;

function compile(text: string): PathPattern {
  return compilePath(text, (name) => ({ schema: SCHEMAS[name.charAt(0) as keyof typeof SCHEMAS] }));
}

/** A text, each of its characters written as an escape. */
function escaped(text: string): string {
  return text.replaceAll(/[^/]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
}

/** All patterns, one after the other, the most specific first: what the tree must come to. */
function firstOf(entries: readonly Entry[], method: string, asked: string): string | undefined {
  const texts = asked.slice(1).split('/');
  const matching = entries.filter(
    ({ methods, pattern: { segments } }) =>
      methods.includes(method as HttpMethod) &&
      segments.length === texts.length &&
      segments.every((segment, at) => segment.capture(texts[at] ?? '') !== undefined),
  );
  const ranksOf = ({ pattern }: Entry): string => pattern.segments.map(({ rank }) => rank).join('');
  const [first] = matching.toSorted((a, b) => ranksOf(a).localeCompare(ranksOf(b)));
  return first === undefined ? undefined : ranksOf(first);
}

test('the tree finds the same route as matching every route in turn', () => {
  fc.assert(
    fc.property(fc.array(entry, { minLength: 1, maxLength: 8 }), fc.array(path), (made, paths) => {
      const entries: readonly Entry[] = made.map(({ template: text, methods }) => ({
        methods: methods as readonly HttpMethod[],
        pattern: compile(text),
      }));
      const table = buildTable(entries);
      for (const asked of paths) {
        for (const method of METHODS) {
          const found = table.match(method, asked);
          const ranks =
            typeof found === 'symbol'
              ? undefined
              : found.group.pattern.segments.map(({ rank }) => rank).join('');
          expect({ asked, method, ranks }).toEqual({
            asked,
            method,
            ranks: firstOf(entries, method, asked),
          });
          expect(table.match(method, `${asked}/`)).toEqual(found);
          for (const none of [`${asked}//`, `/${asked}`, asked.replace(/\/(?=[^/]*$)/, '//')]) {
            expect(table.match(method, none)).toBe(NO_MATCH);
          }
          const spelled = table.match(method, escaped(asked));
          if (typeof spelled === 'object') {
            expect(
              spelled.group.pattern.segments.some(({ literal }) => literal !== undefined),
            ).toBe(false);
          }
        }
      }
    }),
    { numRuns: 1_000 },
  );
});

test('the case of literals is ignored, and values keep their case', () => {
  const table = buildTable<Entry>([
    { methods: ['GET'], pattern: compile('/Books/{s}/x{e}') },
    { methods: ['GET'], pattern: compile('/Books/{s}') },
  ]);
  expect(table.match('GET', '/bOOKS/Momo/')).toMatchObject({ params: { s: 'Momo' } });
  expect(table.match('GET', '/books/Mo%6dO/XA')).toMatchObject({ params: { s: 'MomO', e: 'A' } });
});

test('a percent-encoded literal matches no route, also beside a placeholder', () => {
  const table = buildTable<Entry>([
    { methods: ['GET'], pattern: compile('/a/{i}-{s}') },
    { methods: ['GET'], pattern: compile('/b/{s}') },
  ]);
  expect(table.match('GET', '/a/1-x%2Dy')).toMatchObject({ params: { i: '1', s: 'x-y' } });
  expect(table.match('GET', '/a/1-x%2D')).toBe(NO_MATCH);
  expect(table.match('GET', '/a/1%2Dx')).toBe(NO_MATCH);
  expect(table.match('GET', '/a/1-x%20y')).toMatchObject({ params: { i: '1', s: 'x y' } });
  expect(table.match('GET', '/a/%31-%E2%84%AA')).toMatchObject({ params: { i: '1', s: '\u212A' } });
  expect(table.match('GET', '/%62/x')).toBe(NO_MATCH);
});

test.each([' ', '\t', '#', '\\', '\u007f', '\u00a0', '\u00e9', '\u212a', '\ufeff', '\0'])(
  'a path with %j in any segment is malformed',
  (character) => {
    const table = buildTable<Entry>([{ methods: ['GET'], pattern: compile('/a/{s}') }]);
    for (const path of [
      `/a/${character}`,
      `/a/x${character}`,
      `/a${character}/x`,
      `/${character}`,
    ]) {
      expect(table.match('GET', path)).toBe(MALFORMED_PATH);
    }
  },
);

test('an escaped slash is part of a segment', () => {
  const table = buildTable<Entry>([
    { methods: ['GET'], pattern: compile('/a/{s}') },
    { methods: ['GET'], pattern: compile('/a/b/{s}') },
  ]);
  expect(table.match('GET', '/a%2Fb/x')).toBe(NO_MATCH);
  expect(table.match('GET', '/a/%C4%B0%20x')).toMatchObject({ params: { s: '\u0130 x' } });
  expect(table.match('GET', '/a/%zz')).toBe(MALFORMED_PATH);
  expect(table.match('GET', '/')).toBe(NO_MATCH);
});
