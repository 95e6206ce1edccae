import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rspack, type Compiler, type RspackOptions, type Stats } from '@rspack/core';
import { withRestRoutes } from 'nestjs-rest-routes/loader';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));

const CONTROLLER = `import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';
import type { Size } from './size.js';
@RestController('v1', '/things')
export class ThingsController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(size: Size) { return size; }
}
`;

/** The loader as rspack runs it. The package is imported from its build: a loader is loaded by Node. */
describe('the loader in rspack', () => {
  let folder: string;
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'rest-routes-rspack-'));
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    write(
      'tsconfig.json',
      JSON.stringify({
        compilerOptions: {
          target: 'es2023',
          module: 'nodenext',
          strict: true,
          experimentalDecorators: true,
          paths: { 'nestjs-rest-routes': [join(root, 'dist/modules/index.d.ts')] },
        },
      }),
    );
    write('things.controller.ts', CONTROLLER);
    write('size.ts', "export type Size = 'small' | 'large';\n");
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** The configuration that the Nest command line hands over, as far as it matters here. */
  const compilerOf = (): Compiler => {
    const parser = { syntax: 'typescript', decorators: true };
    const options = { jsc: { parser, transform: { legacyDecorator: true } } };
    const config: RspackOptions = {
      context: folder,
      entry: './things.controller.ts',
      target: 'node',
      mode: 'none',
      output: { path: join(folder, 'out'), filename: 'out.js' },
      externals: { 'nestjs-rest-routes': 'commonjs nestjs-rest-routes' },
      resolve: { extensions: ['.ts', '.js'], extensionAlias: { '.js': ['.ts', '.js'] } },
      module: { rules: [{ test: /\.ts$/, use: { loader: 'builtin:swc-loader', options } }] },
    };
    return rspack(built(withRestRoutes(config)));
  };

  test('attaches signatures with types of other files, and again after one of those files has changed', async () => {
    const compiler = compilerOf();
    const builds: ((source: string) => void)[] = [];
    const next = (): Promise<string> => new Promise((resolve) => void builds.push(resolve));
    const first = next();
    const watching = compiler.watch({ aggregateTimeout: 20, poll: 50 }, (error, stats) => {
      builds.shift()?.(error === null ? outputOf(stats) : String(error));
    });
    try {
      expect(await first).toMatch(/small.{1,12}large/);
      const second = next();
      write('size.ts', "export type Size = 'tiny' | 'huge';\n");
      expect(await second).toMatch(/tiny.{1,12}huge/);
    } finally {
      await new Promise<void>((resolve) => watching?.close(() => resolve()));
    }
  });
});

/** `withRestRoutes` comes from the sources here; Node loads the loader that it names from the build. */
function built(config: RspackOptions): RspackOptions {
  const rules = JSON.stringify(config.module?.rules?.at(-1), (_, value: unknown) =>
    value instanceof RegExp ? undefined : value,
  ).replace('/lib/compiler/', '/dist/compiler/');
  const rule = { ...(JSON.parse(rules) as object), test: /\.ts$/ };
  return { ...config, module: { rules: [...(config.module?.rules ?? []).slice(0, -1), rule] } };
}

function outputOf(stats: Stats | undefined): string {
  const { errors = [], modules = [] } = stats?.toJson({ source: true, modules: true }) ?? {};
  if (errors.length > 0) return errors.map(({ message }) => message).join('\n');
  return modules.map(({ source }) => String(source)).join('\n');
}
