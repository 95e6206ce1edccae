import { createHash } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { findTool } from '../../../shared/package-manager.js';
import { ts } from '../../program/typescript.js';
import { Project, readProjectConfig } from '../../project.js';

/** The transformers to try if the configuration names none, in the order of Jest's own guide. */
const KNOWN = ['ts-jest', '@swc/jest', 'babel-jest'];

/** The options that Jest passes to a transformer, as far as they are read. */
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

/** The options of the transformer. */
export interface JestTransformerOptions {
  /**
   * The transformer that compiles TypeScript, with or without options, as in `transform` of Jest. By default the
   * first installed one of ts-jest, @swc/jest and babel-jest.
   */
  readonly transformer?: string | readonly [name: string, options?: object | undefined];
  /** The project's `tsconfig.json`, from Jest's `rootDir`; by default the nearest one upwards. */
  readonly tsconfig?: string;
}

/** Jest makes a transformer for each test file. */
const projects = new Map<string, Project>();

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
  const [name, wrappedOptions] =
    typeof transformer === 'string' ? [transformer] : (transformer ?? []);
  const wrapped = await loadWrappedTransformer(name, wrappedOptions);
  // Jest in watch mode keeps the process while files change.
  projects.forEach((project) => project.refresh());
  return wrapTransformer(wrapped, wrappedOptions, (source, path, { config: { rootDir } }) =>
    isInstalledScript(path) ? source : projectOf(rootDir, tsconfig).textOf(source, path),
  );
}

export default { createTransformer };

function projectOf(rootDir: string, tsconfig: string | undefined): Project {
  const key = JSON.stringify([rootDir, tsconfig]);
  const known = projects.get(key);
  if (known !== undefined) return known;
  const project = new Project(() => readProjectConfig(rootDir, tsconfig));
  projects.set(key, project);
  return project;
}

interface TransformerModule extends JestTransformer {
  readonly createTransformer?: (options: unknown) => JestTransformer | Promise<JestTransformer>;
}

async function loadWrappedTransformer(
  name: string | undefined,
  options: unknown,
): Promise<JestTransformer> {
  const path = name === undefined ? firstInstalled() : findTool(name);
  if (path === undefined) {
    throw new Error(
      `nestjs-rest-routes: Jest has no transformer for TypeScript: ${name ?? KNOWN.join(', ')} is not installed. ` +
        "Install one, or name it: ['nestjs-rest-routes/jest', { transformer: 'ts-jest' }].",
    );
  }
  const { default: exported, ...named } = (await import(pathToFileURL(path).href)) as {
    readonly default?: TransformerModule & { readonly default?: TransformerModule };
  };
  // A CommonJS module that was compiled from `export default` has the export as a property.
  const module: TransformerModule = exported?.default ?? exported ?? named;
  return module.createTransformer === undefined ? module : module.createTransformer(options);
}

function firstInstalled(): string | undefined {
  return KNOWN.map(findTool).find((path) => path !== undefined);
}

/**
 * The attached text is part of the cache key too: a signature depends on the types of other files, which Jest does not
 * know.
 */
function wrapTransformer(
  wrapped: JestTransformer,
  transformerConfig: unknown,
  attach: Step<string>,
): JestTransformer {
  const wrap =
    <Result>(step: Step<Result>): Step<Result> =>
    (source, path, options) =>
      step.call(wrapped, attach(source, path, options), path, { ...options, transformerConfig });
  const { canInstrument = false, process, processAsync, getCacheKeyAsync } = wrapped;
  return {
    canInstrument,
    getCacheKey: wrap(wrapped.getCacheKey ?? defaultKey),
    ...(process && { process: orInstalled(wrap(process)) }),
    ...(processAsync && {
      processAsync: async (...file) => orInstalled(wrap(processAsync))(...file),
    }),
    ...(getCacheKeyAsync && { getCacheKeyAsync: wrap(getCacheKeyAsync) }),
  };
}

/**
 * Installed scripts are not for the other transformer, which is for TypeScript: an ES module stays one where Jest loads
 * ES modules, and is compiled where it requires them.
 */
function orInstalled(step: Step<unknown>): Step<unknown> {
  return (source, path, options) => {
    if (!isInstalledScript(path)) return step(source, path, options);
    return options.supportsStaticESM ? { code: source } : compileToCommonJs(source, path);
  };
}

const defaultKey: Step<string> = (source, path, options) => {
  const { configString, instrument, supportsStaticESM } = options;
  const parts = [source, path, configString, instrument, supportsStaticESM];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
};

const META = `({
  url: require('node:url').pathToFileURL(__filename).href,
  filename: __filename,
  dirname: __dirname,
})`;

/** TypeScript leaves `import.meta` in place, which is a syntax error in a script. */
const requiredMeta: ts.TransformerFactory<ts.SourceFile> = (context) => (file) => {
  const replace = (node: ts.Node): ts.Node => {
    if (!isMeta(node)) return ts.visitEachChild(node, replace, context);
    return context.factory.createIdentifier(META);
  };
  return ts.visitEachChild(file, replace, context);
};

const OPTIONS: ts.CompilerOptions = {
  module: ts.ModuleKind.CommonJS,
  target: ts.ScriptTarget.ES2022,
  esModuleInterop: true,
  allowJs: true,
  sourceMap: true,
};

/**
 * Jest's `require` loads ES modules from Node 24.9 on and only with `--experimental-vm-modules`. A file in CommonJS
 * stays unchanged.
 */
function compileToCommonJs(
  source: string,
  path: string,
): { readonly code: string; readonly map?: string } {
  if (!hasModuleSyntax(source, path)) return { code: source };
  const { outputText, sourceMapText } = ts.transpileModule(source, {
    fileName: path,
    compilerOptions: OPTIONS,
    transformers: { before: [requiredMeta] },
  });
  return { code: outputText, ...(sourceMapText !== undefined && { map: sourceMapText }) };
}

/** Jest passes the file because `transformIgnorePatterns` lets it. */
function isInstalledScript(path: string): boolean {
  return /[\\/]node_modules[\\/].*\.m?js$/.test(path);
}

function hasModuleSyntax(source: string, path: string): boolean {
  const options = { languageVersion: ts.ScriptTarget.Latest };
  return ts.isExternalModule(ts.createSourceFile(path, source, options, false));
}

function isMeta(node: ts.Node): boolean {
  return ts.isMetaProperty(node) && node.keywordToken === ts.SyntaxKind.ImportKeyword;
}
