import {
  DeclarationException,
  HttpMethod,
  ListOf,
  Param,
  PublicAccess,
  RestController,
  RestDispatcher,
  RestRoute,
  RestRoutes,
  UploadedFile,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { startRoutes, useRoutes } from '../../support/application.js';

const MEBIBYTE = 1_048_576;

const SIZES: readonly (readonly [size: unknown, bytes: number])[] = [
  [1, 1],
  [10_485_760, 10_485_760],
  ['1 B', 1],
  ['512 KiB', 524_288],
  ['10 MiB', 10 * MEBIBYTE],
  ['10MiB', 10 * MEBIBYTE],
  ['1.5 GiB', 1536 * MEBIBYTE],
  ['2 kB', 2000],
  ['2 KB', 2000],
  ['3 MB', 3_000_000],
  ['1 GB', 1_000_000_000],
];

const NO_SIZES: readonly unknown[] = [
  0,
  -1,
  1.5,
  NaN,
  Infinity,
  2 ** 53,
  '',
  '10',
  'MiB',
  '-1 B',
  '0 MiB',
  '10 Mbit',
  '10  MiB',
  '10 mib',
  '10 MiB ',
  '1e3 B',
  '1 iB',
  `${'9'.repeat(40)} GiB`,
  '999999999999999 GiB',
  null,
  {},
];

const RANGES: readonly (readonly [range: string, described: string])[] = [
  ['image/png', 'image/png'],
  ['Image/PNG', 'image/png'],
  ['image/*', 'image/*'],
  ['image/svg+xml', 'image/svg+xml'],
  ['application/octet-stream', 'application/octet-stream'],
  [
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ],
];

const NO_RANGES: readonly unknown[] = [
  '',
  'image',
  'image/',
  '/png',
  '*/*',
  'multipart/form-data',
  '*/png',
  'image/p*',
  'image/png; charset=utf-8',
  ' image/png',
  'image/png/x',
  `image/${'x'.repeat(200)}`,
  1,
  null,
];

const controllerOf = (limits: object, index: number): new () => object => {
  @RestController(`v${index}`)
  class FilesController {
    @RestRoute('/file', HttpMethod.Post, new PublicAccess())
    one(@Param(limits) cover: UploadedFile) {
      return cover.name;
    }

    @RestRoute('/files', HttpMethod.Post, new PublicAccess())
    list(@ListOf(UploadedFile, { minItems: 1, maxItems: 2 }) pages: UploadedFile[]) {
      const names = pages.map(({ name }) => name);
      pages.length = 0;
      return names;
    }

    @RestRoute('/pair', HttpMethod.Post, new PublicAccess())
    pair(@ListOf(UploadedFile, { minItems: 2 }) pages: UploadedFile[]) {
      return pages.length;
    }
  }
  return FilesController;
};

const VALID = [
  ...SIZES.map(([maxSize]) => ({ maxSize })),
  ...RANGES.map(([range]) => ({ mediaTypes: [range] })),
];
const INVALID = [
  ...NO_SIZES.map((maxSize) => ({ maxSize })),
  ...NO_RANGES.map((range) => ({ mediaTypes: [range] })),
];

describe('the limits of files', () => {
  const app = useRoutes(VALID.map(controllerOf), { adapter: 'fastify' });
  const described = async (index: number): Promise<unknown> => {
    const routes = await app.nest.get(RestRoutes).list();
    const route = routes.find(({ path }) => path === `/api/acme/v${index}/file`);
    return route?.arguments[0]?.file;
  };

  test.each(SIZES.map((row, index) => [...row, index] as const))(
    'a maxSize of %j is %d bytes',
    async (_size, maxSize, index) => {
      expect(await described(index)).toEqual({ maxSize });
    },
  );

  test.each(RANGES.map((row, index) => [...row, index] as const))(
    'the media type %j is %j',
    async (_range, range, index) => {
      expect(await described(SIZES.length + index)).toEqual({ mediaTypes: [range] });
    },
  );

  test('every other size and media type is a diagnostic at startup', async () => {
    const start = startRoutes(INVALID.map(controllerOf), { adapter: 'fastify' });
    const error: unknown = await start.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(DeclarationException);
    const { diagnostics } = error as DeclarationException;
    expect(diagnostics).toHaveLength(INVALID.length);
    expect(new Set(diagnostics.map(({ code }) => code))).toEqual(new Set(['RR1006']));
  });
});

test.each([
  ['text/*', ['text/csv', 'text/plain'], ['textx/csv', 'application/json']],
  ['text/csv', ['text/csv'], ['text/cs', 'text/csvx', 'text/plain']],
])('of the range %s are files of %j, and none of %j', async (range, accepted, rejected) => {
  const app = await startRoutes([controllerOf({ mediaTypes: [range] }, 0)], { adapter: 'fastify' });
  const statusOf = async (type: string): Promise<number> => {
    const body = new FormData();
    body.append('cover', new File(['x'], 'a', { type }));
    return (await fetch(`${app.url}/api/acme/v0/file`, { method: 'POST', body })).status;
  };
  for (const type of accepted) expect([type, await statusOf(type)]).toEqual([type, 200]);
  for (const type of rejected) expect([type, await statusOf(type)]).toEqual([type, 415]);
  await app.close();
});

describe('what a request in process has in its body', () => {
  const app = useRoutes([controllerOf({}, 0)], {
    adapter: 'fastify',
  });
  const send = async (path: string, body: object) => {
    const dispatcher = app.nest.get(RestDispatcher);
    const { status, data } = await dispatcher.request({
      method: 'POST',
      path: `/acme/v0/${path}`,
      body: body as Readonly<Record<string, unknown>>,
    });
    return [status, data];
  };
  const one = UploadedFile.of('1.txt', 'x');
  const two = UploadedFile.of('2.txt', 'x');

  test('is one file if the argument is one', async () => {
    expect(await send('file', { cover: [one, two] })).toMatchObject([
      400,
      { data: { params: { cover: 'cover must be one file.' } } },
    ]);
  });

  test('is a list if the argument is one, and one file is a list of one', async () => {
    const sent = [one, two];
    expect(await send('files', { pages: sent })).toEqual([200, ['1.txt', '2.txt']]);
    expect(sent).toEqual([one, two]);
    expect(await send('files', { pages: one })).toEqual([200, ['1.txt']]);
  });

  test.each<[pages: unknown]>([[['one']], [[one, 'two']], [{ a: one }], ['one'], [[]], [null]])(
    'is no file, and missing: %o',
    async (pages) => {
      const missing = { code: 'rest_missing_callback_param' };
      expect(await send('files', { pages })).toMatchObject([400, missing]);
      expect(await send('file', { cover: pages })).toMatchObject([400, missing]);
    },
  );

  test.each([
    ['files', [one, two, one], 'pages must have at most 2 files.'],
    ['pair', [one], 'pages must have at least 2 files.'],
  ])('is one of as many as the limits of %s say', async (path, pages, message) => {
    expect(await send(path, { pages })).toMatchObject([
      400,
      { data: { params: { pages: message } } },
    ]);
  });
});
