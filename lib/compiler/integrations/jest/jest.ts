import { createTransformAtOnce, type TransformAtOnce } from '../transform/transform-at-once.js';
import { isInstalledScript } from './commonjs-module.js';
import { loadInnerTransformer } from './inner-transformer.js';
import { wrapTransformer, type JestTransformer } from './wrap-transformer.js';

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
