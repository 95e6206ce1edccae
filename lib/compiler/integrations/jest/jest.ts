import { createTransformAtOnce, type TransformAtOnce } from '../transform/transform-at-once.js';
import { isInstalledScript } from './commonjs-module.js';
import { wrapTransformer, type JestTransformer } from './wrap-transformer.js';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isNotInstalled } from '../../../shared/is-not-installed.js';

/** What compiles TypeScript where the configuration names nothing, in the order of Jest's own guide. */
const KNOWN = ['ts-jest', '@swc/jest', 'babel-jest'];

export type { JestTransformer, JestTransformOptions } from './wrap-transformer.js';

/** The options of the transformer. */
export interface JestTransformerOptions {
  /**
   * The transformer that compiles TypeScript, alone or with its options, as `transform` of Jest has it.
   * By default the first that is installed of ts-jest, @swc/jest and babel-jest.
   */
  readonly transformer?: string | readonly [name: string, options?: object | undefined];
  /** The project's `tsconfig.json`, from Jest's `rootDir`; by default the nearest one upwards. */
  readonly tsconfig?: string;
}

/** The projects that a process has opened: Jest makes a transformer for each test file. */
const opened = new Map<string, TransformAtOnce>();

/**
 * The transformer for Jest: attaches the signatures of controllers and value classes to the source, and
 * passes it to the transformer that compiles TypeScript. A file with an invalid declaration fails with
 * the text of the diagnostic. ES modules of installed packages that `transformIgnorePatterns` passes are
 * compiled for the `require` of Jest, which loads none before Node 24.9.
 *
 * @example
 * // jest.config.js
 * export default {
 *   transform: { '^.+\\.ts$': ['nestjs-rest-routes/jest', { transformer: 'ts-jest' }] },
 * };
 *
 * @param options All are optional.
 * @throws Error when the transformer that compiles TypeScript is not installed.
 */
export async function createTransformer(
  options: JestTransformerOptions = {},
): Promise<JestTransformer> {
  const { transformer, tsconfig } = options;
  const [name, innerOptions] =
    typeof transformer === 'string' ? [transformer] : (transformer ?? []);
  const inner = await loadInnerTransformer(name, innerOptions);
  // Jest in watch mode keeps the process while files change.
  opened.forEach((project) => project.refresh());
  return wrapTransformer(inner, innerOptions, (source, path, { config: { rootDir } }) =>
    isInstalledScript(path) ? source : projectOf(rootDir, tsconfig).transform(source, path),
  );
}

export default { createTransformer };

function projectOf(rootDir: string, tsconfig: string | undefined): TransformAtOnce {
  const key = JSON.stringify([rootDir, tsconfig]);
  const known = opened.get(key);
  if (known !== undefined) return known;
  const project = createTransformAtOnce(rootDir, tsconfig);
  opened.set(key, project);
  return project;
}

/** A module that is a transformer of Jest, or makes one. */
interface TransformerModule extends JestTransformer {
  readonly createTransformer?: (options: unknown) => JestTransformer | Promise<JestTransformer>;
}

/** Loads the transformer that compiles TypeScript, from the project. */
async function loadInnerTransformer(
  name: string | undefined,
  options: unknown,
): Promise<JestTransformer> {
  const path = name === undefined ? firstInstalled() : resolved(name);
  if (path === undefined) {
    throw new Error(
      `nestjs-rest-routes: Jest has no transformer for TypeScript: ${name ?? KNOWN.join(', ')} is not installed. ` +
        "Install one, or name it: ['nestjs-rest-routes/jest', { transformer: 'ts-jest' }].",
    );
  }
  const { default: exported, ...named } = (await import(pathToFileURL(path).href)) as {
    readonly default?: TransformerModule & { readonly default?: TransformerModule };
  };
  // A CommonJS module that was compiled from `export default` has it as a property.
  const module: TransformerModule = exported?.default ?? exported ?? named;
  return module.createTransformer === undefined ? module : module.createTransformer(options);
}

function firstInstalled(): string | undefined {
  return KNOWN.map(resolved).find((path) => path !== undefined);
}

function resolved(name: string): string | undefined {
  try {
    return createRequire(join(process.cwd(), 'package.json')).resolve(name);
  } catch (error) {
    if (isNotInstalled(error)) return undefined;
    throw error;
  }
}
