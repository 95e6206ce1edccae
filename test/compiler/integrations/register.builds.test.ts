import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createCompile, createHooks } from '../../../lib/compiler/integrations/node/hooks.js';
import {
  controllerOf,
  createTemporaryProject,
  type TemporaryProject,
} from '../support/temporary-project.js';
import { REPOSITORY } from '../../support/repository.js';

let project: TemporaryProject;

beforeAll(() => {
  project = createTemporaryProject('module', {
    'items.ts': controllerOf('.js'),
    'kind.ts': "export enum Kind { Book = 'book' }\n",
    'folder/index.ts': 'export const a: number = 1;\n',
    'plain.js': 'export const a = 1;\n',
    'old.cts': 'export const a: number = 1;\n',
  });
});
afterAll(() => project.dispose());

const urlOf = (name: string) => pathToFileURL(project.pathOf(name)).href;
const hooks = () => createHooks(createCompile(project.root));

/** A controller, so that a signature is added to the text, and after it a line that throws. */
const FAILING = `import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

interface Line {
  readonly sku: string;
}

@RestController('v1', '/items')
export class Items {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(lines: Line[]) {}

  static fail(): void {
    throw new Error(\`failed\`);
  }
}

Items.fail();
`;

/** The built library, where the project has the declarations of it. */
const INSTALLED = {
  'package/node_modules/nestjs-rest-routes/package.json':
    '{ "type": "module", "main": "index.js" }',
  'package/node_modules/nestjs-rest-routes/index.js': `export * from '${
    pathToFileURL(join(REPOSITORY, 'dist/index.js')).href
  }';\n`,
};

const REGISTER = pathToFileURL(
  join(REPOSITORY, 'dist/compiler/integrations/node/register.js'),
).href;

/** `npm run test:extra -- toolchains` starts Node with them. */
describe('the hooks of nestjs-rest-routes/register', () => {
  test('compile a controller with its signatures and a source map', () => {
    const loaded = hooks().load(urlOf('items.ts'), {}, () => 'next');
    expect(loaded).toMatchObject({
      format: 'module',
      shortCircuit: true,
      source: expect.stringContaining('nestjs-rest-routes.signature'),
    });
    const { source } = loaded as { readonly source: string };
    expect(source).toContain('design:paramtypes');
    expect(source).not.toContain('kind: Kind');
    expect(source).toContain('//# sourceMappingURL=data:application/json;base64,');
  });

  /** What `tsc` would write elsewhere, and where. Here the code runs at the place of its source. */
  test.each([
    {},
    { outDir: './dist' },
    { outDir: './dist', rootDir: '.' },
    { outDir: '../elsewhere/build', sourceRoot: '/sources' },
    { mapRoot: './maps', inlineSources: true },
    { outDir: './dist', composite: true, declarationDir: './types' },
  ])('make a map that names the file, with the options %j', (options) => {
    const other = createTemporaryProject('module', { 'src/folder/items.ts': FAILING }, options);
    onTestFinished(() => other.dispose());
    const url = pathToFileURL(other.pathOf('src/folder/items.ts'));
    const { load } = createHooks(createCompile(other.root));
    const { source } = load(url.href, {}, () => 'next') as { readonly source: string };
    const [, data = ''] = /sourceMappingURL=data:application\/json;base64,(.+)/.exec(source) ?? [];
    const map = JSON.parse(Buffer.from(data, 'base64').toString()) as {
      readonly sources: readonly string[];
      readonly sourceRoot?: string;
    };
    const names = map.sources.map((name) => new URL(`${map.sourceRoot ?? ''}${name}`, url).href);
    expect(names).toEqual([url.href]);
    // A debugger reads the file, and not the text with signatures.
    expect(map).not.toHaveProperty('sourcesContent');
  });

  test.each(['module', 'commonjs'] as const)(
    'show the lines of the file in stack traces, in a project of type %s with outDir',
    (type) => {
      const module = type === 'module' ? 'nodenext' : 'commonjs';
      const options = { module, outDir: './dist', rootDir: '.', ignoreDeprecations: '6.0' };
      const files = { 'package/folder/items.ts': FAILING, ...INSTALLED };
      const other = createTemporaryProject(type, files, options);
      onTestFinished(() => other.dispose());
      const file = other.pathOf('package/folder/items.ts');
      const { stderr } = spawnSync(process.execPath, ['--import', REGISTER, file], {
        cwd: other.root,
        encoding: 'utf8',
      });
      const line = FAILING.split('\n').findIndex((text) => text.includes('throw')) + 1;
      // Node 26 names the class: Items.fail.
      expect(stderr).toContain(`.fail (${file}:${line}:11)`);
    },
  );

  test('leave a CommonJS file to the loader of CommonJS modules', () => {
    const loaded = hooks().load(urlOf('old.cts'), {}, () => 'next');
    expect(loaded).toEqual({ format: 'commonjs', source: null, shortCircuit: true });
  });

  test.each(['plain.js', 'node_modules/vite/index.ts', 'types.d.ts'])(
    'leave %s to other hooks',
    (name) => {
      expect(hooks().load(urlOf(name), {}, () => 'next')).toBe('next');
    },
  );

  test.each([
    ['./kind.js', './kind.ts'],
    ['./kind', './kind.ts'],
    ['./kind.ts', './kind.ts'],
    ['./folder', './folder/index.ts'],
    ['./plain.js', './plain.js'],
    ['./none.js', './none.js'],
    ['vite', 'vite'],
  ])('find for %s, in a TypeScript file, %s', (written, found) => {
    const context = { parentURL: urlOf('items.ts') };
    expect(hooks().resolve(written, context, (specifier) => specifier)).toBe(found);
  });
});
