import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADAPTERS, type AdapterName } from '../support/application.js';
import { REPOSITORY } from '../support/repository.js';
import {
  COMMAND,
  createRecorded,
  recordResponses,
  type RecordedRequest,
} from '../support/scratch/recorded-application.js';
import type { Scratch } from '../support/scratch/scratch.js';

const PLAIN = join(REPOSITORY, 'test/convert/plain');
const FILES = ['src/books.controller.ts', 'src/mixed.controller.ts', 'src/admin.controllers.ts'];

const KEY = '3f2f1c34-56ab-4cde-8f01-23456789abcd';
const SECRET = { 'x-key': 'secret' };

const REQUESTS: readonly RecordedRequest[] = [
  ['GET', '/api/v1/books'],
  ['GET', '/api/v1/books?search=mm&limit=1'],
  ['GET', '/api/v1/books?limit=none'],
  ['GET', '/api/v1/books/search?q=a&page=2&rare=true&tags=a,b'],
  ['GET', '/api/v1/books/search'],
  ['GET', '/api/v1/books/shout?text=abc'],
  ['GET', '/api/v1/books/loud?text=%20a%20'],
  ['GET', '/api/v1/books/agent', undefined, { 'x-agent': 'test' }],
  ['GET', '/api/v1/books/go'],
  ['GET', '/api/v1/books/raw'],
  ['GET', '/api/v1/books/shelf/prose'],
  ['GET', '/api/v1/books/price/7.5'],
  ['GET', '/api/v1/books/trimmed/%20a%20'],
  ['GET', `/api/v1/books/by-id/${KEY}`],
  ['GET', `/api/v1/books/by-key/${KEY}`],
  ['GET', '/api/v1/books/1'],
  ['GET', '/api/v1/books/9'],
  ['POST', '/api/v1/books', { title: 'Ulysses', chapters: [{ title: 'I' }], note: 'x' }, SECRET],
  ['POST', '/api/v1/books', { title: 'U' }, SECRET],
  ['POST', '/api/v1/books', { title: 'Ulysses' }],
  ['POST', '/api/v1/books/count', { title: 'Emma' }],
  ['PATCH', '/api/v1/books/1', { title: 'Emma II' }, SECRET],
  ['PATCH', '/api/v1/books/1', {}, SECRET],
  ['PUT', '/api/v1/books/1/title', { title: 'Emma' }],
  ['PUT', '/api/v1/books/1/title', {}],
  ['DELETE', '/api/v1/books/1', undefined, SECRET],
  ['DELETE', '/api/v1/books/1'],
  ['GET', '/api/user'],
  ['POST', '/api/users/ada'],
  ['GET', '/api/v1/admin/reports/7'],
  ['GET', '/api/admin/deep/things'],
  ['GET', '/api/admin/deep/things/name'],
  ['GET', '/api/admin/parts'],
];

let scratch: Scratch;
const before = new Map<AdapterName, readonly unknown[]>();
let printed = '';
/** What `--dry-run` prints, and the files after it. */
let planned = '';
let untouched: readonly string[] = [];

beforeAll(async () => {
  scratch = createRecorded(PLAIN);
  expect(scratch.nest('build')).toEqual({ status: 0, text: '' });
  for (const adapter of ADAPTERS)
    before.set(adapter, await recordResponses(scratch, adapter, REQUESTS));
  planned = scratch.run(COMMAND, 'convert', '--dry-run', ...FILES).text;
  untouched = FILES.map((file) => scratch.read(file));
  printed = scratch.run(COMMAND, 'convert', ...FILES).text;
  // What the command leaves to a person.
  scratch.edit(
    'src/app.module.ts',
    'imports: [',
    `imports: [RestModule.forRoot({ prefix: '', namespace: 'api', errors: 'nest', headers: 'neutral', discovery: false }), `,
  );
  scratch.edit(
    'src/app.module.ts',
    '@Module',
    "import { RestModule } from 'nestjs-rest-routes';\n\n@Module",
  );
});
afterAll(() => scratch.dispose());

test('files are converted as a person would write them', async () => {
  for (const name of [
    'books.controller.ts',
    'books.dto.ts',
    'mixed.controller.ts',
    'admin.controllers.ts',
  ]) {
    await expect(scratch.read(`src/${name}`)).toMatchFileSnapshot(`converted/${name}.txt`);
  }
});

test('with --dry-run, what a person must decide is listed and no file is written', () => {
  expect(untouched).toEqual(FILES.map((file) => readFileSync(join(PLAIN, basename(file)), 'utf8')));
  for (const file of FILES) expect(planned).toContain(`update ${file}`);
  expect(planned).toContain('BooksController: decide who may call list,');
});

test('what a person must decide is listed', async () => {
  await expect(printed).toMatchFileSnapshot('converted/printed.txt');
});

describe.each(ADAPTERS)('the converted application on %s', (adapter) => {
  test('denies everyone until a person decides', async () => {
    expect(scratch.nest('build')).toEqual({ status: 0, text: '' });
    const [first] = (await recordResponses(scratch, adapter, REQUESTS)) as readonly {
      status: number;
    }[];
    expect(first?.status).toBe(401);
  });

  test('responds as before once a person has decided', async () => {
    const undecided = FILES.map((file) => scratch.read(file));
    for (const file of FILES) {
      scratch.write(file, scratch.read(file).replaceAll('return false', 'return true'));
    }
    expect(scratch.nest('build')).toEqual({ status: 0, text: '' });
    const after = await recordResponses(scratch, adapter, REQUESTS);
    FILES.forEach((file, at) => scratch.write(file, undecided[at] ?? ''));
    expect(after).toEqual(before.get(adapter));
  });
});
