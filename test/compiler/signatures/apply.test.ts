import type { RestModuleOptions, RestSignatures, SignedFile } from 'nestjs-rest-routes';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { run } from '../../cli/support/command-line.js';
import { controllerOf, createTemporaryProject } from '../support/temporary-project.js';
import { ADAPTERS, startRoutes, useRoutes } from '../../support/application.js';
import { REPOSITORY } from '../../support/repository.js';
import { RoomsController } from './fixture/rooms.controller.js';
import { RoomsService } from './fixture/rooms.service.js';
import { signatures } from './fixture/rest-signatures.js';
import { withoutSignatures } from './without-signatures.js';

const PROVIDERS = [RoomsController, RoomsService];

describe.each(ADAPTERS)('an application with a file of signatures on %s', (adapter) => {
  const app = useRoutes(PROVIDERS, { adapter, rest: { signatures } });

  test('has arguments with types, limits, defaults and enums, and injected services', async () => {
    const { body } = await app.fetch('GET', '/api/acme/v1/rooms?bed=double');
    expect(body).toEqual({ rooms: ['Größe 1'], page: 1, bed: 'double' });
    for (const query of ['page=0', 'page=x', 'bed=water']) {
      const { status } = await app.fetch('GET', `/api/acme/v1/rooms?${query}`);
      expect(status).toBe(400);
    }
  });

  test('has instances of value classes, objects of interfaces, and callbacks', async () => {
    const book = (id: number, data: object) =>
      app.fetch('POST', `/api/acme/v1/rooms/${id}/guests`, {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(data),
      });
    const guests = [{ first: 'Ada', last: 'King' }];
    expect((await book(7, { guests })).body).toEqual({ id: 7, names: ['Ada King'], views: [] });
    expect((await book(7, { guests, views: [{ name: 'x' }] })).status).toBe(400);
    expect((await book(7, { guests: [{ last: 'King' }] })).status).toBe(400);
    expect((await book(13, { guests })).status).toBe(401);
  });
});

describe('at startup', () => {
  const start = (rest: RestModuleOptions) =>
    withoutSignatures(PROVIDERS, () => startRoutes(PROVIDERS, { adapter: 'express', rest }));

  test('the metadata that the command line of Nest writes is accepted as well', async () => {
    const metadata = async () => ({
      '@nestjs/swagger': { models: [] },
      'nestjs-rest-routes': { restSignatures: await Promise.resolve(signatures) },
    });
    const app = await start({ signatures: metadata });
    expect((await app.fetch('GET', '/api/acme/v1/rooms')).status).toBe(200);
    await app.close();
  });

  test('without the file an application is rejected', async () => {
    await expect(start({})).rejects.toThrow('RR1016');
  });

  test('a class whose source has changed is rejected, with the command to run', async () => {
    const changed = withFiles((file) => ({ ...file, hash: '0000000000000000' }));
    await expect(start({ signatures: changed })).rejects.toThrow(
      /RR1045: .*RoomsController.*received another text of test\/compiler\/signatures\/fixture\/rooms\.controller\.ts or a file that it uses\. Run npx nestjs-rest-routes signatures/,
    );
  });

  test('sources with line ends of Windows and a byte order mark are those of the file', async () => {
    const project = createTemporaryProject('module', {
      'src/items.ts': `\ufeff${controllerOf('.js').replaceAll('\n', '\r\n')}`,
      'src/kind.ts': "\ufeffexport type Kind = 'one' | 'two';\r\n",
    });
    const file = project.pathOf('rest-signatures.ts');
    const options = ['--out', file, '--tsconfig', project.pathOf('tsconfig.json')];
    await run(['signatures', ...options], { print: () => undefined, complain: console.error });
    const [, hash = ''] = /hash: "(\w+)"/.exec(readFileSync(file, 'utf8')) ?? [];
    const [source = '', ...dependencies] = ['src/items.ts', 'src/kind.ts'].map((path) =>
      relative(REPOSITORY, project.pathOf(path)),
    );
    const same = withFiles((one) => ({ ...one, source, dependencies, hash }));
    const app = await start({ signatures: same });
    expect((await app.fetch('GET', '/api/acme/v1/rooms')).status).toBe(200);
    await app.close();
    project.write('src/kind.ts', "export type Kind = 'three';\r\n");
    await expect(start({ signatures: same })).rejects.toThrow('RR1045');
    project.dispose();
  });

  test('a class of which a used file is gone is rejected', async () => {
    const moved = withFiles((file) => ({
      ...file,
      dependencies: ['test/compiler/signatures/gone.ts'],
    }));
    await expect(start({ signatures: moved })).rejects.toThrow('RR1045');
  });

  test('where the only signed file was moved, its old path is rejected beside other sources', async () => {
    const moved = withFiles((file) => ({
      ...file,
      source: 'test/compiler/signatures/moved.controller.ts',
    }));
    await expect(start({ signatures: moved })).rejects.toThrow(
      /RR1045: .*another text of test\/compiler\/signatures\/moved\.controller\.ts/,
    );
  });

  test('where no sources are, a class that is not exported any more is rejected', async () => {
    const files = withFiles((file) => ({
      ...inProduction(file),
      classes: file.classes.map((one) => ({ ...one, class: () => undefined })),
    }));
    await expect(start({ signatures: files })).rejects.toThrow(/RR1045: .*does not export it/);
  });

  test('anything else is rejected', async () => {
    const other = { format: 99, files: [] };
    await expect(start({ signatures: other })).rejects.toThrow(
      'signatures has the format 99, not 1',
    );
    const empty = () => Promise.resolve({});
    await expect(start({ signatures: empty })).rejects.toThrow('is neither a file of signatures');
  });
});

test('a class with a signature of its compiler keeps it, with any file', async () => {
  const first = await startRoutes(PROVIDERS, { adapter: 'express', rest: { signatures } });
  await first.close();
  const changed = withFiles((file) => ({ ...file, hash: '0000000000000000' }));
  const second = await startRoutes(PROVIDERS, {
    adapter: 'express',
    rest: { signatures: changed },
  });
  expect((await second.fetch('GET', '/api/acme/v1/rooms')).status).toBe(200);
  await second.close();
});

function withFiles(change: (file: SignedFile) => SignedFile): RestSignatures {
  return { ...signatures, files: signatures.files.map(change) };
}

function inProduction(file: SignedFile): SignedFile {
  return { ...file, source: `elsewhere/${file.source}` };
}
