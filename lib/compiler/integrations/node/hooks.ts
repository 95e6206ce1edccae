import Module from 'node:module';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ts } from '../../program/typescript.js';
import { Project, readProjectConfig } from '../../project.js';

/** The hooks of Node that find and load modules; they work with and without promises. */
export interface ModuleHooks {
  resolve<Context extends { readonly parentURL?: string | undefined }>(
    specifier: string,
    context: Context,
    next: (specifier: string, context: Context) => unknown,
  ): unknown;
  load<Context>(
    url: string,
    context: Context,
    next: (url: string, context: Context) => unknown,
  ): unknown;
}

/** Modules that are not TypeScript files of the project are for Node and others. */
export function createHooks(compile: Compile): ModuleHooks {
  return {
    resolve: (specifier, context, next) =>
      next(sourceSpecifier(specifier, context.parentURL), context),
    load(url, context, next) {
      const path = sourcePath(url);
      if (path === undefined) return next(url, context);
      const format = formatOf(path);
      // Without a source, Node's loader of CommonJS takes over, and `compileRequired` compiles for it.
      const source = format === 'commonjs' ? null : compile(path, format);
      return { format, source, shortCircuit: true };
    },
  };
}

/** Node 20 has no hook for files that CommonJS modules require, and tsx reads them without the hooks. */
export function compileRequired(compile: Compile): void {
  // Node keeps the functions that load each kind of file for such tools, and publishes no type of them.
  const { _extensions: extensions } = Module as unknown as {
    readonly _extensions: Record<
      string,
      (module: { _compile(code: string, path: string): void }, path: string) => void
    >;
  };
  for (const extension of ['.ts', '.cts'] as const) {
    const before = extensions[extension] ?? extensions['.js'];
    extensions[extension] = (module, path) => {
      const isOurs = isSource(path) && formatOf(path) === 'commonjs';
      if (isOurs) module._compile(compile(path, 'commonjs'), path);
      else before?.(module, path);
    };
  }
}

/** Node runs these. */
const MODULE_KINDS = { module: ts.ModuleKind.ESNext, commonjs: ts.ModuleKind.CommonJS };

const RUNNABLE: ts.CompilerOptions = {
  noEmit: false,
  sourceMap: false,
  inlineSourceMap: true,
  // The file is on the disk. What is compiled is its text with signatures.
  inlineSources: false,
  // The format of a file is known; detection would ask for a manifest that is not read here.
  moduleDetection: ts.ModuleDetectionKind.Force,
};

const SOURCE = /(?<!\.d)\.[cm]?ts$/;
const INSTALLED = /[\\/]node_modules[\\/]/;

/** The path of a TypeScript file of the project; `undefined` for every other module. */
function sourcePath(url: string): string | undefined {
  if (!url.startsWith('file:')) return undefined;
  const path = fileURLToPath(url);
  return isSource(path) ? path : undefined;
}

function isSource(path: string): boolean {
  return SOURCE.test(path) && !INSTALLED.test(path);
}

function formatOf(path: string): keyof typeof MODULE_KINDS {
  const extension = extname(path);
  if (extension === '.mts') return 'module';
  if (extension === '.cts') return 'commonjs';
  return typeOfPackage(dirname(path));
}

function typeOfPackage(folder: string): keyof typeof MODULE_KINDS {
  const manifest = join(folder, 'package.json');
  if (existsSync(manifest)) {
    const { type } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly type?: string };
    return type === 'module' ? 'module' : 'commonjs';
  }
  const parent = dirname(folder);
  return parent === folder ? 'commonjs' : typeOfPackage(parent);
}

/** `./x.ts` if a source writes `./x.js` or `./x` for that file; else the unchanged specifier. */
function sourceSpecifier(specifier: string, parentUrl: string | undefined): string {
  if (!specifier.startsWith('.') || parentUrl === undefined) return specifier;
  if (sourcePath(parentUrl) === undefined) return specifier;
  const written = fileURLToPath(new URL(specifier, parentUrl));
  if (isFile(written)) return specifier;
  const found = ENDINGS.map(([ending, replacement]) => specifier.replace(ending, replacement)).find(
    (one) => one !== specifier && isFile(fileURLToPath(new URL(one, parentUrl))),
  );
  return found ?? specifier;
}

const ENDINGS = [
  [/\.([cm]?)js$/, '.$1ts'],
  [/$/, '.ts'],
  [/\/?$/, '/index.ts'],
] as const;

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

export type Compile = (fileName: string, format: keyof typeof MODULE_KINDS) => string;

/**
 * Compiles by the options of the nearest `tsconfig.json`. TypeScript does it and not the tool that runs
 * the program: neither esbuild nor Node writes the decorator metadata by which Nest injects.
 */
export function createCompile(root: string): Compile {
  const options = besideSources(readProjectConfig(root, undefined).options);
  const project = new Project(() => readProjectConfig(root, undefined));
  return (fileName, format) => {
    const code = project.textOf(readFileSync(fileName, 'utf8'), fileName);
    const compilerOptions = { ...options, ...RUNNABLE, module: MODULE_KINDS[format] };
    return ts.transpileModule(code, { fileName, compilerOptions }).outputText;
  };
}

/**
 * Nothing is written: the code runs at the place of its source, and the map names the source as seen from there. With
 * `outDir`, it would name it as seen from a file that does not exist.
 */
function besideSources(options: ts.CompilerOptions): ts.CompilerOptions {
  const {
    outDir: _outDir,
    rootDir: _rootDir,
    sourceRoot: _root,
    mapRoot: _map,
    ...others
  } = options;
  return others;
}
