import fc from 'fast-check';
import type { RawRequest } from './raw-request.js';

const PATHS = [
  '/admin',
  '/admin/7',
  '/items',
  '/items/abc',
  '/range/a-b',
  '/range/1-2.json',
  '/kinds/book/top',
  '/codes/x-y',
  '/files/a',
  '/files/a/b-c/d',
  '',
  '/',
];

/** What attackers put into a path, at any place. */
const INSERTED = [
  '/',
  '//',
  '/./',
  '/../',
  '/.',
  '/..',
  '/x/../',
  '%2F',
  '%2f',
  '%252F',
  '%5C',
  '\\',
  '/;/',

  ';',
  ';x',
  ';/',
  '#',
  '#/',
  '%23',
  '?',
  '??',
  '%3F',
  '?#',
  '&',
  '%26',
  ':',
  '@',
  '%40',
  '%3B',
  '%00',
  '%',
  '%z',
  '%zz',
  '%0A',
  '%0D%0A',
  '%09',
  '\t',
  '\f',
  '\v',
  '%20',
  '+',
  '*',
  '%2A',

  '\u00a0',
  '\u0085',
  '\u00ad',
  '%C2%A0',
  '\u00e2\u0084\u00aa',
  '%E2%84%AA',
  '%C5%BF',
  '%EF%BB%BF',

  '%C0%AF',
  '%ff',
  '%E2%80%A8',
  '-',
  '--',
  '%2D',
  '.',
  '%2E',
  '..;',
  '..;/',
  '$',
  '{',
  '|',
  '~',
];

type Change = (text: string) => string;

/** A change at a place of a text, from 0 at its beginning to 1 at its end. */
const at = (change: (text: string, index: number) => string): fc.Arbitrary<Change> =>
  fc
    .integer({ min: 0, max: 9_999 })
    .map((place) => (text: string) => change(text, Math.floor((place * text.length) / 10_000)));

const escaped = (character: string, isLower: boolean): string => {
  const hex = character.charCodeAt(0).toString(16).padStart(2, '0');
  return `%${isLower ? hex : hex.toUpperCase()}`;
};

const replaced = (text: string, index: number, by: (character: string) => string): string =>
  text.slice(0, index) + by(text.charAt(index)) + text.slice(index + 1);

const change: fc.Arbitrary<Change> = fc.oneof(
  at((text, index) => replaced(text, index, (one) => escaped(one, true))),
  at((text, index) => replaced(text, index, (one) => escaped(one, false))),
  at((text, index) => replaced(text, index, (one) => escaped(one, true).replace('%', '%25'))),
  at((text, index) => replaced(text, index, (one) => one.toUpperCase())),
  at((text, index) => replaced(text, index, () => '')),
  fc
    .tuple(
      fc.constantFrom(...INSERTED),
      fc.boolean(),
      at((text, index) => `${index} ${text}`),
    )
    .map(([inserted, isLast, placed]) => (text: string) => {
      const [index = '0'] = placed(text).split(' ');
      const place = isLast ? text.length : Number(index);
      return text.slice(0, place) + inserted + text.slice(place);
    }),
);

const ending = fc.constantFrom('', '', '', '/', '//', '?x=1', '/?x=1', '?_fields=a', '?x=\u00a0#');
const form = fc.constantFrom<Change>(
  ...Array.from({ length: 8 }, (): Change => (text) => text),
  (text) => `http://localhost${text}`,
  (text) => `HTTP://localhost:80${text}`,
  (text) => `https://user@localhost${text}`,
  (text) => `//localhost${text}`,
  (text) => `http://localhost?a${text}`,
  (text) => `http:${text}`,
  (text) => text.slice(1),
  (text) => `*${text.slice(1)}`,
  (text) => `/x/..${text}`,
);

const OVERRIDES = [
  'DELETE',
  'delete',
  ' Delete ',
  'PUT',
  'GET',
  'HEAD',
  'OPTIONS',
  'X',
  'DELETE, GET',
];
const method = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ method: 'GET' }) },
  {
    weight: 3,
    arbitrary: fc.constantFrom('HEAD', 'POST', 'DELETE', 'PUT', 'PATCH', 'OPTIONS').map((name) => ({
      method: name,
    })),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom('POST', 'POST', 'POST', 'GET', 'PUT'), fc.constantFrom(...OVERRIDES))
      .map(([name, meant]) => ({ method: name, headers: [`X-HTTP-Method-Override: ${meant}`] })),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom('POST', 'POST', 'GET'), fc.constantFrom(...OVERRIDES))
      .map(([name, meant]) => ({ method: name, query: `_method=${meant.trim()}` })),
  },
);

/** Requests below `base`, mostly a change or two away from one that is well-formed. */
export function spellings(base: string): fc.Arbitrary<RawRequest> {
  return fc
    .record({
      path: fc.constantFrom(...PATHS, '/admin', '/admin', '/items/abc'),
      changes: fc.array(change, { maxLength: 3 }),
      ending,
      form,
      sent: method as fc.Arbitrary<{ method: string; headers?: string[]; query?: string }>,
    })
    .map(({ path, changes, ending: end, form: formed, sent }) => {
      const changed = changes.reduce((text, apply) => apply(text), base + path) + end;
      const { query } = sent;
      const separator = changed.includes('?') ? '&' : '?';
      // A space would end the target.
      const target = formed(query === undefined ? changed : changed + separator + query);
      return {
        method: sent.method,
        target: target.replaceAll(' ', '%20').replaceAll(/[\r\n\0]/g, '') || '/',
        headers: sent.headers ?? [],
      };
    });
}
