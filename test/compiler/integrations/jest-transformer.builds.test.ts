import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import { createTransformer, type JestTransformOptions } from 'nestjs-rest-routes/jest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  controllerOf,
  createTemporaryProject,
  type TemporaryProject,
} from '../support/temporary-project.js';

/** Stands for ts-jest or @swc/jest: hands back what it gets. */
const ECHO = `module.exports = {
  createTransformer: (made) => ({
    process: (source, path, { transformerConfig }) => ({ code: source, made, transformerConfig }),
    processAsync: async (source) => ({ code: source }),
  }),
};
`;

let project: TemporaryProject;

beforeAll(() => {
  project = createTemporaryProject('module', {
    'items.ts': controllerOf('.js'),
    'kind.ts': "export enum Kind { Book = 'book' }\n",
    'echo.cjs': ECHO,
  });
});
afterAll(() => project.dispose());

function optionsOf(): JestTransformOptions {
  const config = { rootDir: project.root };
  const flags = { instrument: false, supportsStaticESM: false };
  return { configString: '{}', config, ...flags, transformerConfig: { ours: true } };
}

const create = (options?: object) =>
  createTransformer({ transformer: [project.pathOf('echo.cjs'), options] });

describe('the transformer for Jest', () => {
  test('passes a controller with its signatures to the transformer of the user', async () => {
    const { process } = await create({ target: 'es2023' });
    const result = process?.(controllerOf('.js'), project.pathOf('items.ts'), optionsOf());
    expect(result).toMatchObject({
      code: expect.stringContaining('nestjs-rest-routes.signature'),
      made: { target: 'es2023' },
      transformerConfig: { target: 'es2023' },
    });
  });

  test('passes it to the transformer of ECMAScript modules too', async () => {
    const { processAsync } = await create();
    const path = project.pathOf('items.ts');
    const result = await processAsync?.(controllerOf('.js'), path, optionsOf());
    expect(result).toMatchObject({ code: expect.stringContaining('book') });
  });

  test('passes a file without routes as it is', async () => {
    const { process } = await create();
    const result = process?.('export const a = 1;', project.pathOf('a.ts'), optionsOf());
    expect(result).toMatchObject({ code: 'export const a = 1;' });
  });

  test('has another cache key when a type of another file has changed', async () => {
    const key = async () => {
      const { getCacheKey } = await create();
      return getCacheKey?.(controllerOf('.js'), project.pathOf('items.ts'), optionsOf());
    };
    const before = await key();
    expect(await key()).toBe(before);
    project.write('kind.ts', "export enum Kind { Book = 'book', Map = 'map' }\n");
    expect(await key()).not.toBe(before);
  });

  test('fails a file with an invalid declaration with the diagnostic and its place', async () => {
    const { process } = await create();
    const wrong = controllerOf('.js').replace('kind: Kind', 'kind: symbol');
    expect(() => process?.(wrong, project.pathOf('items.ts'), optionsOf())).toThrow(
      /items\.ts:7:\d+ - RR\d{4}: /,
    );
  });

  test('names what to install where the transformer of the user is missing', async () => {
    await expect(createTransformer({ transformer: 'no-such-jest' })).rejects.toThrow(
      'no-such-jest is not installed',
    );
  });
});

describe('an installed ES module that Jest requires', () => {
  const installed = (): string => project.pathOf('node_modules/some/index.js');
  const run = (code: string): Record<string, unknown> => {
    const module = { exports: {} };
    const names = ['module', 'exports', 'require', '__filename', '__dirname'];
    const values = [module, module.exports, createRequire(import.meta.url), '/a/b.js', '/a'];
    Reflect.apply(compileFunction(code, names), undefined, values);
    return module.exports;
  };
  const compile = async (source: string, options = {}): Promise<string> => {
    const { process } = await create();
    const result = process?.(source, installed(), { ...optionsOf(), ...options });
    return (result as { readonly code: string }).code;
  };

  test('is compiled to CommonJS, with import.meta and dynamic imports', async () => {
    const code = await compile(`
      import { join } from 'node:path';
      import path from 'node:path';
      export { sep } from 'node:path';
      export const joined = join('a', 'b');
      export const isSame = path.join === join;
      export const here = [import.meta.url, import.meta.dirname, import.meta.filename];
      export const later = () => import('node:os').then((os) => typeof os.platform);
      export default class Thing { #x = 1; get x() { return this.#x; } }
    `);
    const made = run(code);
    expect(made).toMatchObject({
      joined: 'a/b',
      isSame: true,
      sep: '/',
      here: ['file:///a/b.js', '/a', '/a/b.js'],
    });
    expect(await (made['later'] as () => Promise<string>)()).toBe('function');
  });

  test('that mentions routes has no signatures attached', async () => {
    const code = await compile(`export const controller = '@RestController @RestRoute';`);
    expect(code).toContain("exports.controller = '@RestController @RestRoute'");
  });

  test('stays an ES module where Jest loads ES modules', async () => {
    const source = 'export const a = 1;';
    expect(await compile(source, { supportsStaticESM: true })).toBe(source);
  });

  test('that is a script in CommonJS already stays as it is', async () => {
    const source = 'module.exports = { a: 1 };';
    expect(await compile(source)).toBe(source);
    expect(await compile(source, { supportsStaticESM: true })).toBe(source);
  });
});
