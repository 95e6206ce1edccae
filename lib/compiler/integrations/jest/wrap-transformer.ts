import { createHash } from 'node:crypto';
import { compileToCommonJs, isInstalledScript } from './commonjs-module.js';

/** The part of what Jest tells a transformer that is read. */
export interface JestTransformOptions {
  readonly configString: string;
  readonly config: { readonly rootDir: string };
  readonly instrument: boolean;
  readonly supportsStaticESM: boolean;
  readonly transformerConfig: unknown;
}

type Step<Result> = (source: string, path: string, options: JestTransformOptions) => Result;

/** The part of a transformer of Jest that is wrapped. */
export interface JestTransformer {
  readonly canInstrument?: boolean;
  readonly process?: Step<unknown>;
  readonly processAsync?: Step<Promise<unknown>>;
  readonly getCacheKey?: Step<string>;
  readonly getCacheKeyAsync?: Step<Promise<string>>;
}

/**
 * Attaches signatures to what another transformer compiles. The attached text is part of the cache key
 * too: a signature depends on the types of other files, which Jest does not know.
 */
export function wrapTransformer(
  inner: JestTransformer,
  transformerConfig: unknown,
  attach: Step<string>,
): JestTransformer {
  const wrap =
    <Result>(step: Step<Result>): Step<Result> =>
    (source, path, options) =>
      step.call(inner, attach(source, path, options), path, { ...options, transformerConfig });
  const { canInstrument = false, process, processAsync, getCacheKeyAsync } = inner;
  return {
    canInstrument,
    getCacheKey: wrap(inner.getCacheKey ?? defaultKey),
    ...(process && { process: orCompileModule(wrap(process)) }),
    ...(processAsync && { processAsync: wrap(processAsync) }),
    ...(getCacheKeyAsync && { getCacheKeyAsync: wrap(getCacheKeyAsync) }),
  };
}

/** An installed ES module that Jest requires is no matter of the other transformer, which compiles TypeScript. */
function orCompileModule(step: Step<unknown>): Step<unknown> {
  return (source, path, options) =>
    !options.supportsStaticESM && isInstalledScript(path)
      ? compileToCommonJs(source, path)
      : step(source, path, options);
}

/** What Jest uses where a transformer has no key of its own. */
const defaultKey: Step<string> = (source, path, options) => {
  const { configString, instrument, supportsStaticESM } = options;
  const parts = [source, path, configString, instrument, supportsStaticESM];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
};
