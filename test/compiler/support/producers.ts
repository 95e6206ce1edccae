import { join } from 'node:path';
import { restRoutes as createBundlerPlugin } from '../../../lib/compiler/integrations/esbuild/esbuild.js';
import { createTransformer } from '../../../lib/compiler/integrations/jest/jest.js';
import restRoutesLoader from '../../../lib/compiler/integrations/loader/loader.js';
import { restRoutes } from '../../../lib/compiler/integrations/vite/vite.js';
import { CORPUS, type Case } from './corpus.js';

/** Attaches the signatures of a case to its text. */
export type Produce = (one: Case) => Promise<string>;

/**
 * Every producer that changes text, called as its tool calls it. Bun has the plugin of esbuild, and
 * `/register` attaches signatures by the function that the transformer of Jest calls.
 *
 * @param echo The path of a transformer of Jest that returns what it gets.
 * @param root The folder of the corpus, or of a copy of it.
 */
export async function createProducers(
  echo: string,
  root = CORPUS,
): Promise<Readonly<Record<'vite' | 'loader' | 'esbuild' | 'jest', Produce>>> {
  return {
    vite: vitePlugin(root),
    loader: loader(root),
    esbuild: esbuildPlugin(root),
    jest: await jestTransformer(echo, root),
  };
}

function vitePlugin(root: string): Produce {
  const { configResolved, transform } = restRoutes();
  if (typeof configResolved !== 'function' || typeof transform !== 'object') throw new Error('?');
  Reflect.apply(configResolved, undefined, [{ root }]);
  const context = { addWatchFile: () => undefined, error: rejectWith };
  return async ({ path, text }) => {
    const result: unknown = await Reflect.apply(transform.handler, context, [text, path]);
    return (result as { readonly code: string } | null)?.code ?? text;
  };
}

function loader(root: string): Produce {
  const compiler = {};
  return ({ path, text }) =>
    restRoutesLoader.call(
      {
        resourcePath: path,
        rootContext: root,
        _compiler: compiler,
        addDependency: () => undefined,
        getOptions: () => ({}),
      },
      text,
    );
}

function esbuildPlugin(root: string): Produce {
  type Load = (file: { readonly path: string }) => Promise<{ readonly contents: string }>;
  let load: Load | undefined;
  const plugin = createBundlerPlugin({ tsconfig: join(root, 'tsconfig.json') });
  plugin.setup({ onLoad: (_options, callback) => void (load = callback) });
  return async ({ path }) => (await load?.({ path }))?.contents ?? '';
}

async function jestTransformer(echo: string, root: string): Promise<Produce> {
  const transformer = await createTransformer({ transformer: echo });
  const options = {
    configString: '{}',
    config: { rootDir: root },
    instrument: false,
    supportsStaticESM: false,
    transformerConfig: {},
  };
  return ({ path, text }) => {
    const result = transformer.process?.(text, path, options) as { readonly code: string };
    return Promise.resolve(result.code);
  };
}

function rejectWith(reason: { readonly message: string }): never {
  throw new Error(reason.message);
}
