import { restRoutes as forBun } from 'nestjs-rest-routes/bun';
import { restRoutes, type LoadedFile, type PluginBuild } from 'nestjs-rest-routes/esbuild';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  controllerOf,
  createTemporaryProject,
  type TemporaryProject,
} from '../support/temporary-project.js';

let project: TemporaryProject;

beforeEach(() => {
  project = createTemporaryProject('module', {
    'items.ts': controllerOf('.js'),
    'kind.ts': "export enum Kind { Book = 'book' }\n",
    'plain.ts': 'export const a = 1;\n',
  });
});
afterEach(() => project.dispose());

/** What a bundler calls, as it starts a build and as it loads a file. */
function setUp(make: typeof restRoutes) {
  const hooks: { load?: (name: string) => Promise<LoadedFile>; start?: () => Promise<void> } = {};
  const build: PluginBuild = {
    onStart: (callback) => void (hooks.start = callback),
    onLoad: ({ filter }, callback) => {
      hooks.load = async (name) => {
        expect(filter.test(project.pathOf(name))).toBe(true);
        return callback({ path: project.pathOf(name) });
      };
    },
  };
  make({ tsconfig: project.pathOf('tsconfig.json') }).setup(build);
  const { load, start } = hooks;
  if (load === undefined || start === undefined) throw new Error('The plugin sets nothing up.');
  return { load, start };
}

describe.each([
  ['esbuild', restRoutes],
  ['Bun', forBun],
])('the plugin for %s', (_name, make) => {
  test('loads a controller with its signatures, and names the files that they depend on', async () => {
    const { contents, loader, watchFiles } = await setUp(make).load('items.ts');
    expect(contents).toContain('nestjs-rest-routes.signature');
    expect(loader).toBe('ts');
    expect(watchFiles).toContain(project.pathOf('kind.ts'));
  });
});

describe('the plugin, which both share,', () => {
  test('loads a file without routes as it is', async () => {
    expect((await setUp(restRoutes).load('plain.ts')).contents).toBe('export const a = 1;\n');
  });

  test('reads a changed type of another file when a build starts again', async () => {
    const { load, start } = setUp(restRoutes);
    await start();
    expect((await load('items.ts')).contents).not.toContain('map');
    project.write('kind.ts', "export enum Kind { Book = 'book', Map = 'map' }\n");
    await start();
    expect((await load('items.ts')).contents).toContain('map');
  });

  test('fails a file with an invalid declaration with the diagnostic and its place', async () => {
    project.write('items.ts', controllerOf('.js').replace('kind: Kind', 'kind: symbol'));
    await expect(setUp(restRoutes).load('items.ts')).rejects.toThrow(/items\.ts:7:\d+ - RR\d{4}: /);
  });
});
