import { readFileSync } from 'node:fs';
import { ts } from '../../program/typescript.js';
import { readProjectConfig } from '../../program/project-config.js';
import { createTransformAtOnce } from '../transform/transform-at-once.js';

/** The formats of modules that Node runs. */
export type ModuleFormat = 'module' | 'commonjs';

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

const MODULE_KINDS = { module: ts.ModuleKind.ESNext, commonjs: ts.ModuleKind.CommonJS };

const RUNNABLE: ts.CompilerOptions = {
  noEmit: false,
  sourceMap: false,
  inlineSourceMap: true,
  inlineSources: true,
  // The format of a file is known; detection would ask for a manifest that is not read here.
  moduleDetection: ts.ModuleDetectionKind.Force,
};
