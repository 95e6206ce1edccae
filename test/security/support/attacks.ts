import type { RequestOptions } from '../../support/application.js';
import { ARGUMENTS } from './arguments.js';

/** A request of a size. */
export interface Attack {
  readonly title: string;
  /** Small enough that twice as much is still read. */
  readonly size: number;
  request(size: number): SizedRequest;
}

export interface SizedRequest extends RequestOptions {
  readonly method: string;
  readonly path: string;
}

type Write = (size: number) => string;

const PATH = '/api/acme/v1/reading';
const JSON_TYPE = { 'content-type': 'application/json' };
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' };

/** Node takes 16 KB of headers, on both sides, and links to pages repeat the query twice. */
const HEADER_SIZE = 1800;
const VALUE_SIZE = 1500;
const BODY_SIZE = 20_000;

const repeat = (part: string, size: number): string => part.repeat(Math.ceil(size / part.length));

/** Parts that a search may stop at, start again at, or try in more than one way. */
const PARTS = [
  ...Array.from('a1% @.-:/?#&;=+,[]{}<>"\'\\_!*~^$|\t\n\0éİß👍'),
  ...'%0 %0d %% %4 %41 a@ a. a- -. @@ :: :1 1: 1. .1 1e -1 +1 0x 00 &# &#0 &#58 &#x0'.split(' '),
  ...'&colon feed: // /? ;// a.php [] [a] ][ "," #a 2024- true \ud83d \udc4d'.split(' '),
  ' 1',
  '1 ',
  ', ',
  ' ,',
];

/** What a format reads first, so that the repeated part is read in the middle of it. */
const BEGINNINGS = ['a@a.', '2024-01-31T10:20:30.', 'http://', '#', '1', '-', 'mailto:', '::'];

const VALUES: readonly (readonly [string, Write])[] = [
  ...PARTS.map((part): [string, Write] => [JSON.stringify(part), (size) => repeat(part, size)]),
  ...BEGINNINGS.flatMap((beginning): [string, Write][] =>
    ['a', '0', '-', '.', ' ', '%0', 'a-', 'a.'].map((part) => [
      JSON.stringify(`${beginning}${part}…!`),
      (size) => `${beginning}${repeat(part, size)}!`,
    ]),
  ),
  ...[
    ['%', '41', '@aa.bc'],
    ['%', '0d', ''],
    ['%0', 'd', ''],
    ['%0', 'A', ''],
    ['%4', '1', '@aa.bc'],
    ['a', '-', '@a.bc'],
    ['[', ']', ''],
  ].map(([open = '', close = '', end = '']): [string, Write] => [
    JSON.stringify(`${open}…${close}…${end}`),
    (size) => `${repeat(open, size / 2)}${repeat(close, size / 2)}${end}`,
  ]),
];

/** One request puts a value to every format and keyword at once. */
const values: readonly Attack[] = VALUES.map(([title, write]) => ({
  title: `the value ${title} for every type, format and limit`,
  size: VALUE_SIZE,
  request: (size) => {
    const value = write(size);
    const body = JSON.stringify(Object.fromEntries(ARGUMENTS.map((name) => [name, value])));
    return { method: 'POST', path: PATH, headers: JSON_TYPE, body };
  },
}));

const BODIES: readonly (readonly [string, Write])[] = [
  ['a list of texts', (size) => `{"texts":[${repeat('"a",', size)}"a"]}`],
  ['a list of what is no text', (size) => `{"texts":[${repeat('1,', size)}1]}`],
  ['a list of numbers', (size) => `{"integers":[${repeat('"1",', size)}"1"]}`],
  ['a list that is too long', (size) => `{"few":[${repeat('"a",', size)}"a"]}`],
  ['a list of objects', (size) => `{"items":[${repeat('{"name":"a"},', size)}{"name":"a"}]}`],
  ['a list whose last object is wrong', (size) => `{"items":[${repeat('{"name":"a"},', size)}{}]}`],
  [
    'an object of many names',
    (size) => `{"items":[{${numbered(size / 20, (at) => `"name${at}":1`, ',')}}]}`,
  ],
  [
    'an object that stands for a list',
    (size) => `{"texts":{${numbered(size / 10, (at) => `"${at}":"a"`, ',')}}}`,
  ],
  ['many arguments', (size) => `{${numbered(size / 20, (at) => `"name${at}":1`, ',')}}`],
  ['one argument many times', (size) => `{${repeat('"free":"a",', size)}"free":"a"}`],
  ['opening brackets', (size) => repeat('[', size)],
  ['an endless text', (size) => `"${repeat('\\"', size)}`],
  ['blanks', (size) => repeat(' \n', size)],
  ['a number', (size) => `{"number":${repeat('1', size)},"integer":0.${repeat('1', size)}}`],
  ['a number of an exponent', (size) => `{"number":1e${repeat('1', size)}}`],
];

const bodies: readonly Attack[] = BODIES.map(([title, write]) => ({
  title: `as JSON, ${title}`,
  size: BODY_SIZE,
  request: (size) => ({
    method: 'POST',
    path: PATH,
    headers: JSON_TYPE,
    body: write(size),
  }),
}));

function numbered(count: number, write: (at: number) => string, between: string): string {
  return Array.from({ length: Math.ceil(count) }, (_, at) => write(at)).join(between);
}

const PAIRS: readonly (readonly [string, Write])[] = [
  ['brackets within brackets', (size) => `a${repeat('[b]', size)}=1`],
  ['empty brackets', (size) => `a${repeat('[]', size)}=1`],
  ['opening brackets', (size) => `a${repeat('[', size)}=1`],
  ['closing brackets', (size) => `a${repeat(']', size)}=1`],
  ['names of many brackets', (size) => repeat(`a${'[b]'.repeat(60)}=1&`, size)],
  ['names of many empty brackets', (size) => repeat(`a${'[]'.repeat(60)}=1&`, size)],
  ['new names of many brackets', (size) => numbered(size / 130, nestedName, '&')],
  ['brackets of numbers', (size) => numbered(size / 10, (at) => `texts[${at * 1000}]=a`, '&')],
  ['encoded brackets', (size) => `a${repeat('%5B', size)}${repeat('%5D', size)}=1`],
  ['a list', (size) => repeat('texts[]=a&', size)],
  ['a list of lists', (size) => repeat('texts[][]=a&', size)],
  ['a list that ends with a name', (size) => `${repeat('texts[]=a&', size)}texts[b]=a`],
  ['many parameters', (size) => numbered(size / 5, (at) => `p${at}`, '&')],
  ['many names that PHP changes', (size) => numbered(size / 5, (at) => `.[${at}`, '&')],
  ['many names of many dots', (size) => numbered(size / 50, (at) => `${'.'.repeat(45)}${at}`, '&')],
  ['one parameter many times', (size) => repeat('free=a&', size)],
  ['ampersands', (size) => repeat('&', size)],
  ['equals signs', (size) => repeat('=', size)],
  ['plus signs', (size) => `free=${repeat('+', size)}`],
  ['plus signs in a name', (size) => `${repeat('+', size)}=1`],
  ['dots in a name', (size) => `a${repeat('.', size)}=1`],
  ['dots in brackets', (size) => `a[${repeat('.', size)}]=1`],
  ['a number in brackets', (size) => `a[${repeat('1', size)}]=1`],
  ['percent signs', (size) => `free=${repeat('%', size)}`],
  ['escapes', (size) => `free=${repeat('%41', size)}`],
  ['half characters', (size) => `free=${repeat('%e2%82', size)}`],
  ['characters of three bytes', (size) => `free=${repeat('%e2%82%ac', size)}`],
  ['methods', (size) => repeat('_method=A&', size)],
  ['a method', (size) => `_method=${repeat('a', size)}`],
  ['pages', (size) => repeat('page=1&', size)],
  ['encoded pages', (size) => repeat('%70age=1&', size)],
  ['an envelope', (size) => `_envelope=${repeat('a', size)}`],
  ['fields within fields', (size) => `_fields=${repeat('a.', size)}`],
  ['many fields', (size) => `_fields=${numbered(size / 5, (at) => `a${at}`, ',')}`],
  ['many paths of fields', (size) => repeat('_fields[]=a.b.c&', size)],
  ['commas between fields', (size) => `_fields=${repeat(',', size)}`],
];

function nestedName(at: number): string {
  return `a${at}${'[b]'.repeat(40)}=1`;
}

const queries: readonly Attack[] = PAIRS.map(([title, write]) => ({
  title: `as a query, ${title}`,
  size: HEADER_SIZE,
  request: (size) => ({ method: 'GET', path: `${PATH}?${write(size)}` }),
}));

const overrides: readonly Attack[] = PAIRS.map(([title, write]) => ({
  title: `as a query of a POST, ${title}`,
  size: HEADER_SIZE,
  request: (size) => ({ method: 'POST', path: `${PATH}?${write(size)}` }),
}));

const forms: readonly Attack[] = PAIRS.map(([title, write]) => ({
  title: `as a form, ${title}`,
  size: BODY_SIZE,
  request: (size) => ({ method: 'PUT', path: PATH, headers: FORM_TYPE, body: write(size) }),
}));

const HEADERS: readonly (readonly [string, readonly string[]])[] = [
  ['if-none-match', ['"a",', ' ', '"', 'W/', ',', ' ,', '"a" ', '"a', 'W/"a",', '* ']],
  ['if-match', ['"a",', ' ', '"', ',', '*']],
  ['cache-control', ['no-cache ', ', ', ',', ' ', 'no-', 'max-age=1,', 'no-cach']],
  ['content-type', ['application/', 'a+', '+', ';', '; ', ';charset', ';charset=', 'a/', '"', '=']],
  ['content-encoding', ['gzip, ', ' ', 'a']],
  ['x-http-method-override', ['A', ' ', 'PUT,', '_']],
  ['accept', ['a/b,', '*/*;q=0.1,', ' ', ',', ';']],
  ['accept-encoding', ['gzip,', ' ', ',', ';q=']],
  ['origin', ['http://', 'a.', '-']],
  ['x-forwarded-host', ['a.', ',', ' ', ':']],
  ['x-forwarded-proto', ['http,', ' ', ',']],
  ['authorization', ['Bearer ', ' ', 'Basic ', '=']],
  ['cookie', ['a=b; ', ';', '=', ' ', '%']],
  ['prefer', ['a,', ' ']],
];

const headers: readonly Attack[] = HEADERS.flatMap(([name, parts]) =>
  parts.map((part) => ({
    title: `in the header ${name}, ${JSON.stringify(part)}`,
    size: HEADER_SIZE,
    request: (size) => {
      const isOfBody = name.startsWith('content-') || name === 'x-http-method-override';
      const value = `${name === 'content-type' ? 'application/' : ''}${repeat(part, size)}x`;
      return {
        method: isOfBody ? 'POST' : 'GET',
        path: PATH,
        headers: { [name]: value },
        ...(isOfBody ? { body: '{"free":"a"}' } : {}),
      };
    },
  })),
);

const PATH_PARTS = ['a', '1', '-', '.', '%41', '%e2%82%ac', '%', '~', ';', ':', '+', '%2F', '%5B'];

/** Routes of one placeholder, of several in a segment, and none. */
const PLACES = [`${PATH}/`, `${PATH}/mixed/`, '/api/acme/v1/nowhere/', '/api/'];

const paths: readonly Attack[] = PLACES.flatMap((place) =>
  [...PATH_PARTS, '/', '/a', '/1', 'a-', '-1', '/%61'].flatMap((part) =>
    ['GET', 'POST'].map((method) => ({
      title: `in the path of ${method}, ${place}${part}`,
      size: HEADER_SIZE,
      request: (size: number) => ({ method, path: `${place}${repeat(part, size)}` }),
    })),
  ),
);

/** Whatever reads input is read twice as long here. */
export const ATTACKS = { values, bodies, queries, overrides, forms, headers, paths };
