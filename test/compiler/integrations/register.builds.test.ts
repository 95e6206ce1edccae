import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createCompile, createHooks } from '../../../lib/compiler/integrations/node/hooks.js';
import {
  controllerOf,
  createTemporaryProject,
  type TemporaryProject,
} from '../support/temporary-project.js';

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
