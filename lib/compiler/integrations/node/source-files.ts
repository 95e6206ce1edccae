import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ts } from '../../program/typescript.js';
import { readProjectConfig } from '../../program/project-config.js';
import { createTransformAtOnce } from '../transform/transform-at-once.js';

/** The formats of modules that Node runs. */
type ModuleFormat = 'module' | 'commonjs';

const MODULE_KINDS = { module: ts.ModuleKind.ESNext, commonjs: ts.ModuleKind.CommonJS };

const RUNNABLE: ts.CompilerOptions = {
  noEmit: false,
  sourceMap: false,
  inlineSourceMap: true,
  inlineSources: true,
  // The format of a file is known; detection would ask for a manifest that is not read here.
  moduleDetection: ts.ModuleDetectionKind.Force,
};

const SOURCE = /(?<!\.d)\.[cm]?ts$/;
const INSTALLED = /[\\/]node_modules[\\/]/;

/** The path of a TypeScript file of the project; `undefined` for every other module. */
export function sourcePath(url: string): string | undefined {
  if (!url.startsWith('file:')) return undefined;
  const path = fileURLToPath(url);
  return isSource(path) ? path : undefined;
}

export function isSource(path: string): boolean {
  return SOURCE.test(path) && !INSTALLED.test(path);
}

/** The format of a file by its extension, or by the nearest manifest. */
export function formatOf(path: string): ModuleFormat {
  const extension = extname(path);
  if (extension === '.mts') return 'module';
  if (extension === '.cts') return 'commonjs';
  return typeOfPackage(dirname(path));
}

function typeOfPackage(folder: string): ModuleFormat {
  const manifest = join(folder, 'package.json');
  if (existsSync(manifest)) {
    const { type } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly type?: string };
    return type === 'module' ? 'module' : 'commonjs';
  }
  const parent = dirname(folder);
  return parent === folder ? 'commonjs' : typeOfPackage(parent);
}

/** `./x.ts` where a source writes `./x.js` or `./x` and means it; else the specifier as it is. */
export function sourceSpecifier(specifier: string, parentUrl: string | undefined): string {
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

/** Compiles a TypeScript file, with its signatures, to JavaScript of a format. */
export type Compile = (fileName: string, format: ModuleFormat) => string;

/**
 * Compiles by the options of the nearest `tsconfig.json`. TypeScript does it and not the tool that runs
 * the program: neither esbuild nor Node writes the decorator metadata by which Nest injects.
 */
export function createCompile(root: string): Compile {
  const { options } = readProjectConfig(root, undefined);
  const project = createTransformAtOnce(root);
  return (fileName, format) => {
    const code = project.transform(readFileSync(fileName, 'utf8'), fileName);
    const compilerOptions = { ...options, ...RUNNABLE, module: MODULE_KINDS[format] };
    return ts.transpileModule(code, { fileName, compilerOptions }).outputText;
  };
}
