import { join } from 'node:path';
import { sourcesIn, type RecordedRequest } from '../../support/scratch/recorded-application.js';
import { REPOSITORY } from '../../support/repository.js';
import * as modular from './modular.js';
import * as options from './options.js';
import * as returns from './returns.js';
import * as values from './values.js';

/** An application that is asked before and after it was converted. */
export interface MovedApplication {
  readonly title: string;
  /** The name of its folder, and of what is recorded. */
  readonly name: string;
  /** Its files, if it has no folder of its own. */
  readonly sources?: Readonly<Record<string, string>>;
  /** The files of controllers. */
  readonly files: readonly string[];
  readonly requests: readonly RecordedRequest[];
  readonly listed: Listed;
}

/** Differences that are expected, as `GET /path: status: 400 → 404`, and the line of the command that says so. */
type Listed = readonly (readonly [difference: RegExp, line: string])[];

/** What is the same in each application. */
export const ALWAYS: Listed = [
  [
    /: header (?:allow|x-content-type-options|www-authenticate|access-control-expose-headers): /,
    'routes also send Allow and X-Content-Type-Options, with a 401 WWW-Authenticate',
  ],
  [
    /: header cache-control: \(none\) → no-cache, must-revalidate, max-age=0, no-store, private$/,
    'to users Cache-Control: no-store, private',
  ],
  [/: header etag: "…" → \(none\)$/, 'On Express, they send an ETag only with @Cache.'],
  [/^OPTIONS /, 'OPTIONS of a path is a 200'],
  [/_(?:method|fields|envelope)\b.*: /, '_method, _fields and _envelope have an effect'],
  [/ \{"subject":"Overridden"\}: /, 'X-HTTP-Method-Override, '],
  [/: header cache-control: \(none\) → no-store$/, 'is a 404 with Cache-Control: no-store'],
  [/^GET \/API\/|^GET \S+\/: /, 'On Fastify too, capital letters and a slash at the end'],
  [/^GET \S+%2F\S+: .*404/, '%2F in a value is a 404'],
  [/^(?:POST|PUT) \S+\?\w+=\w+ \{\}: /, 'one comes from the body, or else from the query'],
  [/^GET \S+(?:\?|&)(\w+)=\w+&\1=\w+: /, 'Of a name that the query repeats, the last value counts'],
  [/^GET \S+\?\w+\[\w*\]=/, 'a[]=1 and a[b]=1 are a list and an object'],
  [/ → .*The body is not valid JSON: /, 'one that is not valid JSON, or has'],
  [/^POST \S+ null: /, 'On Express too, null is valid.'],
  [/ No sound: .*(?:415|media type)/, 'one of another media type is a 415'],
];

const JSON_TYPE = 'application/json';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const UUID = '3f2f1c34-56ab-4cde-8f01-23456789abcd';

const ADA = { authorization: 'Bearer ada' };
const BOB = { authorization: 'Bearer bob' };
const ORIGIN = { origin: 'https://desk.example' };

export const DESK: MovedApplication = {
  title: 'a repository, guards, DTOs and a filter of HttpException',
  name: 'desk',
  files: ['src/health.controller.ts', 'src/tickets.controller.ts', 'src/users.controller.ts'],
  requests: [
    ['GET', '/api/health'],
    ['GET', '/api/ready'],
    ['GET', '/api/crash'],
    ['GET', '/api/version'],
    ['GET', '/api'],
    ['GET', '/health'],
    ['GET', '/api/tickets'],
    ['HEAD', '/api/tickets'],
    ['GET', '/api/tickets', undefined, ORIGIN],
    ['OPTIONS', '/api/tickets', undefined, { ...ORIGIN, 'access-control-request-method': 'POST' }],
    ['OPTIONS', '/api/tickets'],
    ['GET', '/api/tickets?q=Screen&page=2&limit=1'],
    ['GET', '/api/tickets?priority=high'],
    ['GET', '/api/tickets?priority=other'],
    ['GET', '/api/tickets?page=0'],
    ['GET', '/api/tickets?page=x&limit=1000'],
    ['GET', '/api/tickets?unknown=1'],
    ['GET', '/api/tickets/count'],
    ['GET', '/api/tickets/count?priority=high&open=false'],
    ['GET', '/api/tickets/count?priority=other'],
    ['GET', '/api/tickets/count?priority='],
    ['GET', '/api/tickets/count?priority=HIGH'],
    ...['1', '0', 'TRUE', 'yes', ''].map((open): RecordedRequest => [
      'GET',
      `/api/tickets/count?open=${open}`,
    ]),
    ...['', '1.0', '1e1', '%201', '%2B1', '01', '-1'].map((page): RecordedRequest => [
      'GET',
      `/api/tickets?page=${page}`,
    ]),
    ['GET', '/api/tickets?page[a]=1'],
    ['GET', '/api/tickets?q[]=a'],
    ['GET', '/api/tickets/'],
    ['GET', '/api//tickets'],
    ['GET', '/API/Tickets'],
    ['GET', '/api/tickets/01'],
    ['GET', '/api/tickets/-1'],
    ['GET', '/api/tickets/1.0'],
    ['GET', '/api/tickets/1/'],
    ['GET', '/api/tickets/%31'],
    ['GET', '/api/tickets/1?_fields=id'],
    ['GET', '/api/tickets/1?_envelope'],
    ['POST', '/api/tickets/check?_method=GET', { subject: 'No sound' }],
    ['POST', '/api/tickets/check?subject=Other', {}],
    ['POST', '/api/tickets/check', { subject: 'Overridden' }, { 'x-http-method-override': 'PUT' }],
    ['POST', '/api/tickets/check', 'No sound', { 'content-type': 'text/plain' }],
    ['POST', '/api/tickets/check', 'null'],
    ['POST', '/api/tickets/check', { subject: 'No sound', tags: 'a' }],
    ['POST', '/api/tickets/check', { subject: 'No sound', tags: null, priority: null }],
    ['POST', '/api/tickets/check', { subject: 'No sound', contact: null }],
    ['POST', '/api/tickets/check', { subject: 'No sound', contact: 'ada' }],
    ['POST', '/api/tickets/check', { subject: ' No sound ' }],
    ['HEAD', '/api/tickets/check'],
    ['HEAD', '/api/tickets/99'],
    ['DELETE', '/api/tickets/one', undefined, ADA],
    ['GET', '/api/tickets/count?open=perhaps'],
    ['GET', '/api/tickets/1'],
    ['GET', '/api/tickets/1', undefined, ADA],
    ['GET', '/api/tickets/99'],
    ['GET', '/api/tickets/one'],
    ['GET', '/api/tickets/1/nothing'],
    ['POST', '/api/tickets', { subject: 'No sound' }],
    ['POST', '/api/tickets', { subject: 'No sound', priority: 'low', tags: ['a'] }, ADA],
    [
      'POST',
      '/api/tickets',
      { subject: 'No sound', secret: 'x', contact: { email: 'a@b.c' } },
      ADA,
    ],
    ['POST', '/api/tickets', { subject: 'No' }, ADA],
    ['POST', '/api/tickets', { subject: 'Sound', tags: ['a', 'b', 'c'] }, ADA],
    ['POST', '/api/tickets', {}, ADA],
    ['POST', '/api/tickets', [], ADA],
    ['POST', '/api/tickets', undefined, ADA],
    ['POST', '/api/tickets', '{"subject', { ...ADA, 'content-type': JSON_TYPE }],
    ['POST', '/api/tickets/check', { subject: 'No sound', contact: { email: 'ada@desk.example' } }],
    ['POST', '/api/tickets/check', { subject: 'No sound', contact: { email: 'ada' } }],
    ['POST', '/api/tickets/check', { subject: 7, priority: 'x', tags: [1] }],
    ['POST', '/api/tickets/check', 'subject=No+sound', FORM],
    ['POST', '/api/tickets/check', '{"subject'],
    ['POST', '/api/tickets/check', {}],
    ['PATCH', '/api/tickets/2', { subject: 'Mouse' }],
    ['PATCH', '/api/tickets/2', { subject: 'Mouse' }, BOB],
    ['PATCH', '/api/tickets/2', { subject: 'Mouse' }, ADA],
    ['PATCH', '/api/tickets/2', {}, ADA],
    ['PATCH', '/api/tickets/2', { subject: '' }, ADA],
    ['PATCH', '/api/tickets/99', { subject: 'Mouse' }, ADA],
    ['DELETE', '/api/tickets/3'],
    ['DELETE', '/api/tickets/3', undefined, BOB],
    ['DELETE', '/api/tickets/3', undefined, ADA],
    ['DELETE', '/api/tickets/3', undefined, ADA],
    ['PUT', '/api/tickets/3', {}, ADA],
    ['POST', '/api/users/login', { email: 'ada@desk.example', password: 'secret' }],
    ['POST', '/api/users/login', { email: 'ada@desk.example', password: 'other' }],
    ['POST', '/api/users/login', { email: 'ada' }],
    ['POST', '/api/users', { email: 'ada@desk.example', password: 'secret' }],
    ['POST', '/api/users', { email: 'bob@desk.example', password: 'secret' }],
    ['GET', '/api/users/me', undefined, ADA],
    ['GET', '/api/users/me'],
    ['GET', `/api/users/${UUID}`, undefined, ADA],
    ['GET', `/api/users/${UUID}`],
    ['GET', '/api/users/none', undefined, ADA],
    ['POST', '/api/users/logout', undefined, ADA],
  ],
  listed: [
    [/ \/api\/tickets\/(?:one|-1|1\.0|check): .*404/, 'id is not of digits only is a 404 now'],
    [/\?priority=\w*: body: /, 'a 400 because of priority has the text of the library now'],
    [/\?open=(?:perhaps|yes|): body: /, 'a 400 because of open has the text of the library now'],
    [/\?open=(?:1|0|TRUE): /, 'A text is also accepted for a number or a boolean'],
    [/"tags":"a"\}: /, 'and for a list of texts'],
    [
      /"contact":"ada"\}: body: /,
      'or has a text for a nested object, is a 400 with the text of the library',
    ],
    [/users\/none: body: /, 'a 400 because of id has the text of the library now'],
    [
      /"path":"(\/\S+)"\} → \{"statusCode":404,.*"path":"\/api\1"\}$/,
      'on Express, filters see its whole URL, with the global prefix.',
    ],
  ],
};

const KEY = { 'x-api-key': 'press' };
const ID = '000000000000000000000001';
const NO_ID = '0000000000000000000000ff';

const LEFT_OUT: Listed = [
  // What PUT has left is what PATCH sends.
  [/^P(?:UT|ATCH) .*: body: .*"published":true/, 'dto has no property that the request leaves out'],
];

const CHECKED: Listed = [
  [/\?limit=(?:many|): /, 'limit is checked now: it is number'],
  [/^POST \/v1\/authors \{"name":(?:7|\["Ada"\])\}: /, 'name is checked now: it is string'],
];

export const PRESS: MovedApplication = {
  title: 'documents, an interceptor that wraps each response, and a filter of all errors',
  name: 'press',
  files: ['src/articles.controller.ts', 'src/authors.controller.ts'],
  requests: [
    ['GET', '/v1/articles'],
    ['HEAD', '/v1/articles'],
    ['OPTIONS', '/v1/articles'],
    ['GET', '/v1/articles?tag=%20news%20'],
    ['GET', '/v1/articles?after=none'],
    ['GET', `/v1/articles?after=${ID}`],
    ['GET', '/v1/articles?tag=a&tag=b'],
    ['GET', '/v1/articles?other=1'],
    ['GET', '/v1/articles/published?other=1'],
    ['GET', '/v1/articles/published'],
    ['GET', `/v1/articles/by-id/${ID}`],
    ['GET', `/v1/articles/by-id/${NO_ID}`],
    ['GET', '/v1/articles/by-id/none'],
    ['GET', `/v1/articles/maybe/${ID}`],
    ['GET', `/v1/articles/maybe/${NO_ID}`],
    ['GET', `/v1/articles/strict/${ID}`],
    ['GET', '/v1/articles/strict/none'],
    ['GET', `/v1/articles/title/${ID}`],
    ['POST', '/v1/articles', { title: 'Third', tags: ['a'], other: 1 }],
    ['POST', '/v1/articles', { title: 'Fourth' }],
    ['POST', '/v1/articles', { title: '' }],
    ['POST', '/v1/articles', { title: 'Ok so', tags: ['A', 1], published: 'yes' }],
    ['POST', '/v1/articles', {}],
    ['POST', '/v1/articles', '{'],
    ['PUT', `/v1/articles/${ID}`, { title: 'Newest' }],
    ['PUT', `/v1/articles/${NO_ID}`, { title: 'Newest' }],
    ['PUT', `/v1/articles/${ID}`, { title: 7 }],
    ['PATCH', `/v1/articles/${ID}`, { title: 'Newer' }],
    ['PATCH', `/v1/articles/${ID}`, { title: 'Newer' }, KEY],
    ['PATCH', `/v1/articles/${ID}`, { body: 7 }, KEY],
    ['DELETE', `/v1/articles/${ID}`],
    ['DELETE', `/v1/articles/${ID}`, undefined, KEY],
    ['DELETE', `/v1/articles/${ID}`, undefined, KEY],
    ['GET', '/v1/authors'],
    ['GET', '/v1/authors?name=ada&limit=5'],
    ['GET', '/v1/authors?limit=many'],
    ['GET', '/v1/authors?other=1'],
    ['POST', '/v1/authors', { name: 'Ada' }],
    ['POST', '/v1/authors', { name: '' }],
    ['POST', '/v1/authors', {}],
    ['POST', '/v1/authors', { name: 'Ada', other: 1 }],
    ['POST', '/v1/authors', { name: 7 }],
    ['POST', '/v1/authors', { name: ['Ada'] }],
    ['POST', '/v1/authors', []],
    ['POST', '/v1/authors?name=Ada', {}],
    ['GET', '/v1/authors?limit='],
    ['GET', '/v1/authors?name=a&name=b'],
    ['GET', '/v1/authors/failing'],
    ['GET', '/v1/nothing'],
    ['GET', '/'],
  ],
  listed: [...LEFT_OUT, ...CHECKED],
};

/** The same application with other options of its ValidationPipe. */
function pressWith(title: string, name: string, options: string, listed: Listed): MovedApplication {
  const { 'src/setup.ts': setup = '', ...sources } = sourcesIn(
    join(REPOSITORY, 'test/convert/moved/press'),
  );
  const changed = setup
    .replace('{ whitelist: true, transform: true }', options)
    .replace('ValidationPipe,', 'UnprocessableEntityException, ValidationPipe,');
  return { ...PRESS, title, name, sources: { ...sources, 'src/setup.ts': changed }, listed };
}

export const PRESS_FACTORY = pressWith(
  'documents, with a ValidationPipe that makes errors and converts types',
  'press-factory',
  `{
      whitelist: true,
      transform: true,
      transformOptions: { enableImplicitConversion: true },
      exceptionFactory: (errors) =>
        new UnprocessableEntityException(errors.map(({ property, constraints }) => ({ property, constraints }))),
    }`,
  CHECKED,
);

export const PRESS_STRICT = pressWith(
  'documents, with a ValidationPipe that rejects unknown properties',
  'press-strict',
  '{ whitelist: true, forbidNonWhitelisted: true, transform: true }',
  [
    ...LEFT_OUT,
    ...CHECKED,
    [/other=1: |"other":1\}: /, 'It counts for the query too, and for handlers without a DTO.'],
  ],
);

export const MODULAR: MovedApplication = {
  title: '23 small modules, RouterModule and no global prefix',
  name: 'modular',
  sources: modular.SOURCES,
  files: modular.FILES,
  requests: modular.REQUESTS,
  listed: [
    [/^PATCH \S+\/one .*404/, 'id is not of digits only is a 404 now'],
    [/\{"name":7\}: |^POST \S+ \{\}: /, 'dto is checked now: its properties must have their types'],
    [/"text":7\}: /, 'text is checked now: it is string'],
    [/"to":7\}: /, 'to is checked now: it is string'],
    [/\?limit=: body: /, 'a 400 because of limit has the text of the library now'],
    [/\?page=(?:two|): body: /, 'a 400 because of page has the text of the library now'],
    [/\/none: body: /, 'a 400 because of key has the text of the library now'],
  ],
};

const EVE = { 'x-user': 'eve' };
const AS_EVE = (requests: readonly RecordedRequest[]): readonly RecordedRequest[] =>
  requests.map(([method, path, body]) => [method, path, body, EVE]);
const MEMBER = { email: 'eve@example.com', name: 'Eve' };

export const FIFTY: MovedApplication = {
  title: '50 handlers of different shapes behind one guard',
  name: 'fifty',
  files: ['src/rows.controllers.ts', 'src/parameters.controller.ts', 'src/members.controller.ts'],
  requests: [
    ['GET', '/api/cats'],
    ['GET', '/api/things/1'],
    ['POST', '/api/members', MEMBER],
    ['GET', '/api/members/by-email/eve@example.com'],
    ['GET', '/api/members?name=x'],
    ['GET', '/api/members'],
    ['POST', '/api/members/check', MEMBER],
    ['POST', '/api/members/check', { name: 'E' }],
    ['POST', '/api/members/check', { ...MEMBER, other: 1 }],
    ['POST', '/api/notes/a/lines', { text: 'b' }],
    ...AS_EVE([
      ...['cats', 'dogs', 'birds'].flatMap((name): readonly RecordedRequest[] => [
        ['GET', `/api/${name}`],
        ['GET', `/api/${name}/1`],
        ['GET', `/api/${name}/9`],
        ['GET', `/api/${name}/one`],
        ['POST', `/api/${name}`, { name: 'New' }],
        ['PATCH', `/api/${name}/1`, { name: 'New' }],
        ['DELETE', `/api/${name}/1`],
        ['DELETE', `/api/${name}/9`],
      ]),
      ['GET', '/api/cats/names/all'],
      ['POST', '/api/cats/1/feed'],
      ['POST', '/api/cats/9/feed'],
      ['POST', '/api/cats/one/feed'],
      ['GET', '/api/dogs/1/tricks'],
      ['GET', '/api/dogs/best'],
      ['GET', '/api/fish'],
      ['GET', '/api/fish/first'],
      ['GET', '/api/fish/count'],
      ['GET', '/api/things?sort=up&q=a'],
      ['GET', '/api/things?q=a&q=b'],
      ['GET', '/api/things/me'],
      ['GET', `/api/things/keys/${UUID}`],
      ['GET', '/api/things/keys/none'],
      ['GET', '/api/things/1'],
      ['GET', '/api/things/one'],
      ['GET', '/api/things/1/of/2'],
      ['GET', '/api/things/1/of/two'],
      ['POST', '/api/things', { name: 'a' }],
      ['POST', '/api/things', {}],
      ['POST', '/api/things', '{'],
      ['PUT', '/api/things/1', { name: 'a' }],
      ['PUT', '/api/things/1', {}],
      ['DELETE', '/api/things/1'],
      ['DELETE', '/api/things/9'],
      ['HEAD', '/api/things/1'],
      ['GET', '/api/members/by-email/eve@example.com'],
      ['GET', '/api/members/by-email/eve'],
      ['GET', '/api/members/in/de/Berlin'],
      ['GET', '/api/members/in/germany/B'],
      ['PATCH', '/api/members/by-email/eve@example.com', MEMBER],
      ['PATCH', '/api/members/by-email/eve', MEMBER],
      ['PATCH', '/api/members/by-email/eve@example.com', { name: 'E' }],
      ['POST', '/api/members', MEMBER],
      ['POST', '/api/members', { ...MEMBER, other: 1 }],
      ['POST', '/api/members', {}],
      ['GET', '/api/notes/latest'],
      ['GET', '/api/notes/Other'],
      ['GET', '/api/notes/1'],
      ['GET', '/api/notes/a/lines'],
      ['POST', '/api/notes/a/lines', { text: 'b' }],
      ['POST', '/api/notes/a/lines', {}],
      ['POST', '/api/notes?draft=yes', {}],
      ['GET', '/api/odd/text'],
      ['GET', '/api/odd/go'],
      ['GET', '/api/odd/sent'],
      ['GET', '/api/odd/any'],
      ['POST', '/api/odd/any'],
      ['GET', '/api/odd/nothing'],
      ['GET', '/api/odd/null'],
      ['GET', '/api/odd/number'],
      ['GET', '/api/odd/first'],
      ['GET', '/api/odd/second'],
      ['GET', '/api/odd/whole?a=1&b=2'],
      ['GET', '/api/odd/other'],
    ]),
  ],
  listed: [
    [/\/one\/feed: .*404/, 'feed: a path whose id is not of digits only is a 404 now'],
    [/\/things\/one: .*404|\/of\/two: .*404/, 'is not of digits only is a 404 now'],
    [/\/keys\/none: body: /, 'a 400 because of key has the text of the library now'],
    [/\/odd\/null: /, 'null is sent as JSON, where Nest sends an empty body'],
    [/\/odd\/number: header content-type: /, 'its value is sent as application/json'],
  ],
};

export const OPTIONS: MovedApplication = {
  title: 'a handler for each option of ValidationPipe',
  name: 'options',
  sources: options.SOURCES,
  files: ['src/notes.controller.ts'],
  requests: options.REQUESTS,
  listed: [
    [/"count":"5"\}: /, 'A text is also accepted for a number or a boolean, such as "5"'],
    [/"other":1\}: body: /, 'dto: properties without a rule are left out now'],
  ],
};

export const RETURNS: MovedApplication = {
  title: 'a handler for each value that one returns',
  name: 'returns',
  sources: returns.SOURCES,
  files: ['src/returns.controller.ts'],
  requests: returns.REQUESTS,
  listed: [
    [/\/(?:number|zero|boolean): header content-type: /, 'its value is sent as application/json'],
    [/\/(?:unknown|either): /, 'a text that it returns is sent as JSON, with quotes'],
    [/\/headers: header content-type: /, 'Content-Type is sent as stated; Express adds a charset'],
  ],
};

export const VALUES: MovedApplication = {
  title: 'a handler for each type that a parameter has',
  name: 'values',
  sources: values.SOURCES,
  files: ['src/values.controller.ts'],
  requests: values.REQUESTS,
  listed: [
    [/\/(?:texts|bodyTexts)\b/, 'texts, bodyTexts: v is checked now: it is string[]'],
    [/\/union\?/, "union: v is checked now: it is 'a' | 'b'"],
    [/\/(?:numeric|bodyNumber)\b/, 'numeric, bodyNumber: v is checked now: it is number'],
    [/\/bodyBoolean /, 'bodyBoolean: v is checked now: it is boolean'],
    [/\/bodyText /, 'bodyText: v is checked now: it is string'],
    [
      /\/(?:int|float|bool|list|preset|uuid|bodyInt)\b.*: body: /,
      'int, float, bool, optionalBool, list, preset, uuid, bodyInt: a 400 because of v has the text',
    ],
    [
      /\/(?:whole|bodyShape|bodyInterface|bodyClass)\b/,
      'whole, bodyShape, bodyInterface, bodyClass: v is checked now: its properties must have',
    ],
    [/"count":"1"\}: /, 'A text is also accepted for a number or a boolean, such as "5"'],
  ],
};
