import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, isRunnableDevEnvironment, type ViteDevServer } from 'vite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { signatureOf } from '../../support/signature-of.js';
import {
  restRoutes,
  type RestRoutesOptions,
} from '../../../lib/compiler/integrations/vite/vite.js';
import { REPOSITORY } from '../../support/repository.js';

const CONTROLLER = `import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';
import type { Kind } from './kind.js';

@RestController('v1', '/items')
export class Items {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(kind: Kind) {}
}
`;

const KIND_OF_BASE =
  "import type { Base } from './base.js';\nexport interface Kind extends Base { title: string }\n";

let root: string;
let server: ViteDevServer | undefined;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'rest-routes-vite-')));
  symlinkSync(join(REPOSITORY, 'node_modules'), join(root, 'node_modules'));
  mkdirSync(join(root, 'src'));
  write('package.json', '{ "type": "module" }');
  write('tsconfig.json', tsconfig({}));
  write('src/items.ts', CONTROLLER);
  write('src/kind.ts', "export enum Kind { Book = 'book' }\n");
});

afterEach(async () => {
  await server?.close();
  server = undefined;
  rmSync(root, { recursive: true });
});

function write(path: string, text: string): void {
  writeFileSync(join(root, path), text);
}

function tsconfig(more: object): string {
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2023',
    strict: true,
    experimentalDecorators: true,
    paths: { 'nestjs-rest-routes': [join(REPOSITORY, 'lib/index.ts')] },
    types: [],
    ...more,
  };
  return JSON.stringify({ compilerOptions, include: ['src'] });
}

async function serve(options?: RestRoutesOptions): Promise<void> {
  server = await createServer({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [restRoutes(options)],
    resolve: {
      alias: [{ find: /^nestjs-rest-routes$/, replacement: join(REPOSITORY, 'lib/index.ts') }],
    },
    server: { middlewareMode: true, ws: false, watch: null },
    appType: 'custom',
    optimizeDeps: { noDiscovery: true },
  });
}

function environment() {
  const ssr = server?.environments.ssr;
  if (ssr === undefined || !isRunnableDevEnvironment(ssr)) throw new Error('No server.');
  return ssr;
}

/** What Vite does when its watcher hears of a file. */
async function hear(path: string, event: 'create' | 'update' | 'delete'): Promise<void> {
  const { pluginContainer, moduleGraph } = environment();
  await pluginContainer.watchChange(join(root, path), { event });
  moduleGraph.onFileChange(join(root, path));
}

async function transformed(path = 'src/items.ts'): Promise<string> {
  return (await environment().transformRequest(join(root, path)))?.code ?? '';
}

async function valuesOfKind(): Promise<unknown> {
  const module = await environment().runner.import<{ Items: object }>(join(root, 'src/items.ts'));
  const { signature } = signatureOf(module.Items);
  return signature.methods?.['list']?.parameters[0]?.type;
}

async function namesOfKind(): Promise<unknown> {
  const type = (await valuesOfKind()) as { readonly properties: readonly { name: string }[] };
  return type.properties.map(({ name }) => name);
}

async function failure(): Promise<string> {
  return transformed().then(
    () => 'nothing failed',
    (error: unknown) => String((error as Error).message),
  );
}

describe('a change that the watcher reports', () => {
  it.each([
    ['is a type alone', CONTROLLER],
    [
      'stays in the code',
      CONTROLLER.replace('import type', 'import').replace('Kind)', 'Kind = Kind.Book)'),
    ],
  ])('a changed enum is read again, where its import %s', async (_how, controller) => {
    write('src/items.ts', controller);
    await serve();
    expect(await valuesOfKind()).toMatchObject({ values: ['book'] });
    write('src/kind.ts', "export enum Kind { Book = 'book', Film = 'film' }\n");
    await hear('src/kind.ts', 'update');
    expect(await valuesOfKind()).toMatchObject({ values: ['book', 'film'] });
  });

  it('a changed file behind a barrel is read again', async () => {
    write('src/deep.ts', "export type Kind = 'a';\n");
    write('src/kind.ts', "export type { Kind } from './deep.js';\n");
    await serve();
    expect(await valuesOfKind()).toMatchObject({ values: ['a'] });
    write('src/deep.ts', "export type Kind = 'a' | 'b';\n");
    await hear('src/deep.ts', 'update');
    expect(await valuesOfKind()).toMatchObject({ values: ['a', 'b'] });
  });

  it('a changed interface is read again, and so is one that it extends', async () => {
    write('src/base.ts', 'export interface Base { id: string }\n');
    write('src/kind.ts', KIND_OF_BASE);
    await serve();
    expect(await namesOfKind()).toEqual(['id', 'title']);
    write('src/kind.ts', KIND_OF_BASE.replace('title', 'name'));
    await hear('src/kind.ts', 'update');
    expect(await namesOfKind()).toEqual(['id', 'name']);
    write('src/base.ts', 'export interface Base { id: string; /** @maxLength 9 */ key: string }\n');
    await hear('src/base.ts', 'update');
    expect(await namesOfKind()).toEqual(['id', 'key', 'name']);
  });

  it('the tags of a declaration file are limits', async () => {
    write('src/kind.d.ts', 'export interface Kind { /** @maxLength 9 */ key: string }\n');
    rmSync(join(root, 'src/kind.ts'));
    await serve();
    const properties = [{ name: 'key', type: { kind: 'string' }, limits: { maxLength: 9 } }];
    expect(await valuesOfKind()).toEqual({ kind: 'object', name: 'Kind', properties });
  });

  it('a missing file is found when it appears, and is reported when it is deleted', async () => {
    rmSync(join(root, 'src/kind.ts'));
    await serve();
    expect(await failure()).toContain('RR2003');
    write('src/kind.ts', "export type Kind = 'a';\n");
    await hear('src/kind.ts', 'create');
    expect(await failure()).toBe('nothing failed');
    rmSync(join(root, 'src/kind.ts'));
    await hear('src/kind.ts', 'delete');
    expect(await failure()).toContain('RR2003');
  });

  it('an edited controller is read again', async () => {
    await serve();
    await transformed();
    write('src/items.ts', CONTROLLER.replace('list(kind: Kind)', 'list(kind: Kind[])'));
    await hear('src/items.ts', 'update');
    expect(await valuesOfKind()).toMatchObject({ kind: 'array', items: { values: ['book'] } });
  });
});

describe('the generated code', () => {
  it('keeps every line number, so that stack traces and coverage stay correct', async () => {
    const service = "import { Service } from './service.js';\n";
    write('src/service.ts', 'export class Service {}\n');
    write('src/items.ts', service + CONTROLLER.replace('kind: Kind', 'kind: Kind, s: Service'));
    const handler = (
      restRoutes().transform as { handler: (...args: unknown[]) => Promise<{ code: string }> }
    ).handler;
    const plugin = {
      addWatchFile: () => undefined,
      error: (fault: Error) => Promise.reject(fault),
    };
    const path = join(root, 'src/items.ts');
    const text = service + CONTROLLER.replace('kind: Kind', 'kind: Kind, s: Service');
    const { code } = await handler.call(plugin, text, path);
    const lines = code.split('\n');
    text.split('\n').forEach((line, index) => expect(lines[index]).toContain(line));
    expect(lines.at(-2)).toBe('import * as restRoutesModule0 from "./service.js";');
  });

  it('a file without routes is not changed', async () => {
    write('src/plain.ts', 'export class Plain { list(anything: unknown) { return anything; } }\n');
    await serve();
    expect(await transformed('src/plain.ts')).not.toContain('nestjs-rest-routes.signature');
  });

  it('a file outside of the tsconfig.json is read too', async () => {
    write('items.e2e-spec.ts', CONTROLLER.replace("'./kind.js'", "'./src/kind.js'"));
    await serve();
    expect(await transformed('items.e2e-spec.ts')).toContain('nestjs-rest-routes.signature');
  });
});

describe('the configuration', () => {
  it('the tsconfig.json of the options is used', async () => {
    write(
      'tsconfig.other.json',
      tsconfig({
        paths: { '#k': ['./src/kind.ts'], ...JSON.parse(tsconfig({})).compilerOptions.paths },
      }),
    );
    write('src/items.ts', CONTROLLER.replace("'./kind.js'", "'#k'"));
    await serve({ tsconfig: 'tsconfig.other.json' });
    expect(await valuesOfKind()).toMatchObject({ name: 'Kind', values: ['book'] });
  });

  it('a missing tsconfig.json is an error', async () => {
    await serve({ tsconfig: 'nowhere.json' });
    expect(await failure()).toContain('nowhere.json');
  });

  it('a tsconfig.json that is not JSON is an error', async () => {
    write('tsconfig.json', '{ "extends": ');
    await serve();
    expect(await failure()).toContain('tsconfig.json');
  });
});

it('a Vite that is too old is an error that names the update', () => {
  const config: unknown = Reflect.get(restRoutes(), 'config');
  // Before version 7, Vite calls it without a context.
  expect(config).toThrow('nestjs-rest-routes needs Vite 7 or later. Update it: npm i -D vite@8');
});
