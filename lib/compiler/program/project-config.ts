import { resolve } from 'node:path';
import { ts } from './typescript.js';

/** What holds where a project has no `tsconfig.json`. */
const DEFAULTS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  strict: true,
  experimentalDecorators: true,
};

/** Nothing is written and nothing but signatures is read. */
const READ_ONLY: ts.CompilerOptions = {
  noEmit: true,
  incremental: false,
  composite: false,
  declaration: false,
  skipLibCheck: true,
};

/**
 * Reads the `tsconfig.json` of a project: the one that is named, or the nearest from `root` upwards.
 *
 * @throws Error when it is named and not there, or cannot be parsed.
 */
export function readProjectConfig(root: string, named: string | undefined): ts.ParsedCommandLine {
  const path =
    named === undefined
      ? ts.findConfigFile(root, (file) => ts.sys.fileExists(file))
      : resolve(root, named);
  if (path === undefined) {
    return { options: { ...DEFAULTS, ...READ_ONLY }, fileNames: [], errors: [] };
  }
  const config = ts.getParsedCommandLineOfConfigFile(path, READ_ONLY, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: (diagnostic) => {
      const text = ts.flattenDiagnosticMessageText(diagnostic.messageText, ' ');
      throw new Error(`nestjs-rest-routes: ${path}: ${text}`);
    },
  });
  if (config === undefined) throw new Error(`nestjs-rest-routes: ${path} cannot be read.`);
  return { ...config, options: withoutTestGlobals(config.options) };
}

/** Names of test runners that tests know as globals; no signature has them, and their types are many. */
const TEST_GLOBALS = /^(?:vitest|jest|@jest|mocha|jasmine|bun|vite)(?:\/|$)/;

function withoutTestGlobals(options: ts.CompilerOptions): ts.CompilerOptions {
  const { types } = options;
  if (types === undefined) return options;
  return { ...options, types: types.filter((name) => !TEST_GLOBALS.test(name)) };
}
