import { join } from 'node:path';
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

const FILES = ['src/users.controller.ts', 'src/orgs.controller.ts'];
/** Without a pipe. */
const SETUP = `import type { INestApplication } from '@nestjs/common';
export function setUp(app: INestApplication): void {
  app.setGlobalPrefix('api');
}
`;

/** An application with other guards and pipes for all. */
interface Variant {
  readonly title: string;
  readonly change?: (scratch: Scratch) => void;
  /** What the sources have after the conversion. */
  readonly expected: readonly string[];
}

const VARIANTS: readonly Variant[] = [
  {
    title: 'guards and pipes of handlers, and a global pipe that rejects unknown properties',
    expected: [
      'register(@Body() dto: RegisterDto)',
      'strict(@Arguments() dto: PlainDto)',
      'strictNested(@Body() dto: NestedDto)',
      'teapot(@Body() dto: PlainDto)',
      'plain(@Arguments() dto: PlainDto)',
      'nested(@Body() dto: NestedDto)',
    ],
  },
  {
    title: 'a global guard, and a global pipe with groups',
    change: (scratch) => {
      scratch.write('src/setup.ts', SETUP);
      scratch.edit(
        'src/app.module.ts',
        '  controllers',
        `  providers: [
    { provide: APP_GUARD, useClass: BodyOrgGuard },
    { provide: APP_PIPE, useFactory: () => new ValidationPipe({ whitelist: true, groups: ['user'] }) },
  ],
  controllers`,
      );
      scratch.edit(
        'src/app.module.ts',
        "import { Module } from '@nestjs/common';",
        `import { Module, ValidationPipe } from '@nestjs/common';
import { APP_GUARD, APP_PIPE } from '@nestjs/core';
import { BodyOrgGuard } from './guards.js';`,
      );
    },
    expected: ['plain(@Body() dto: PlainDto)', 'nested(@Body() dto: NestedDto)'],
  },
];

const MINE = { 'x-org': 'mine' };

const REQUESTS: readonly RecordedRequest[] = [
  ...['query', 'body', 'whole-query', 'whole-body', 'decorated/1', 'permitted'].flatMap(
    (path): readonly RecordedRequest[] => [
      ['POST', `/api/orgs/${path}?org=mine`, { org: 'theirs' }, MINE],
      ['POST', `/api/orgs/${path}?org=theirs`, { org: 'mine' }, MINE],
      ['POST', `/api/orgs/${path}?org=theirs`, {}, MINE],
      ['POST', `/api/orgs/${path}`, { org: 'theirs' }, MINE],
      ['POST', `/api/orgs/${path}`, { org: 'mine' }, MINE],
      ['POST', `/api/orgs/${path}?org=mine`, {}, MINE],
    ],
  ),
  ['POST', '/api/inherited?org=mine', { org: 'theirs' }, MINE],
  ['POST', '/api/inherited?org=theirs', { org: 'mine' }, MINE],
  ...['register', 'register-parameter'].flatMap((path): readonly RecordedRequest[] => [
    ['POST', `/api/users/${path}`, { name: 'Ada', isAdmin: true }],
    ['POST', `/api/users/${path}`, { name: 'Ada' }],
    ['POST', `/api/users/${path}`, { name: 1 }],
  ]),
  ['POST', '/api/users/count', { count: '5' }],
  ['POST', '/api/users/count', { count: 'a' }],
  ...['strict', 'teapot', 'plain'].flatMap((path): readonly RecordedRequest[] => [
    ['POST', `/api/users/${path}`, { title: 'Emma' }],
    ['POST', `/api/users/${path}`, { title: 'Emma', other: 1 }],
    ['POST', `/api/users/${path}`, { title: 1 }],
  ]),
  ...['strict-nested', 'nested'].flatMap((path): readonly RecordedRequest[] => [
    ['POST', `/api/users/${path}`, { parts: [{ text: 'a' }] }],
    ['POST', `/api/users/${path}`, { parts: [{ text: 'a', other: 1 }] }],
    ['POST', `/api/users/${path}`, { parts: [{ text: 'a' }], other: 1 }],
    ['POST', `/api/users/${path}`, { parts: [{ text: 1 }] }],
  ]),
];

/** No user may call it. */
const DENIED: RecordedRequest = ['POST', '/api/orgs/denied', {}, MINE];

describe.each(VARIANTS)('a converted application with $title', ({ change, expected }) => {
  let scratch: Scratch;
  const before = new Map<AdapterName, readonly unknown[]>();

  beforeAll(async () => {
    scratch = createRecorded(join(REPOSITORY, 'test/convert/guarded'));
    change?.(scratch);
    expect(scratch.nest('build')).toEqual({ status: 0, text: '' });
    for (const adapter of ADAPTERS) {
      before.set(adapter, await recordResponses(scratch, adapter, REQUESTS));
    }
    const { status, text } = scratch.run(COMMAND, 'convert', '--trust-guards', ...FILES);
    expect(status, text).toBe(0);
    // A person decides: everyone, but where the library's own guard denied everyone.
    const users = scratch.read('src/users.controller.ts');
    scratch.write('src/users.controller.ts', users.replace('return false', 'return true'));
    expect(scratch.nest('build')).toEqual({ status: 0, text: '' });
  });
  afterAll(() => scratch.dispose());

  test('has arguments only where they are what pipes and guards saw', () => {
    const sources = FILES.map((file) => scratch.read(file)).join('\n');
    for (const text of expected) expect(sources).toContain(text);
  });

  test.each(ADAPTERS)('accepts and rejects on %s what it did before', async (adapter) => {
    const [denied, ...after] = await recordResponses(scratch, adapter, [DENIED, ...REQUESTS]);
    expect(after).toEqual(before.get(adapter));
    expect(denied).toMatchObject({ status: 401 });
  });
});
