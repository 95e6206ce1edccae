import { resolve } from 'node:path';
import { ts } from './typescript.js';

/** The options of a project without a `tsconfig.json`. */
const DEFAULTS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  strict: true,
  experimentalDecorators: true,
};

/** The program is only read for signatures; nothing is written. */
const READ_ONLY: ts.CompilerOptions = {
  noEmit: true,
  incremental: false,
  composite: false,
  declaration: false,
  skipLibCheck: true,
};

/**
 * Reads the `tsconfig.json` of a project: the given one, or the nearest from `root` upwards.
 *
 * @throws Error when the given file is missing, or a file cannot be parsed.
 */
export function readProjectConfig(root: string, given: string | undefined): ts.ParsedCommandLine {
  const path = given === undefined ? nearestConfig(root) : resolve(root, given);
  if (path === undefined) {
    return { options: { ...DEFAULTS, ...READ_ONLY }, fileNames: [], errors: [] };
  }
  const config = parseConfig(path);
  return { ...config, options: withoutTestGlobals(config.options) };
}

function nearestConfig(root: string): string | undefined {
  return ts.findConfigFile(root, (file) => ts.sys.fileExists(file));
}

function parseConfig(path: string): ts.ParsedCommandLine {
  const config = ts.getParsedCommandLineOfConfigFile(path, READ_ONLY, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: (diagnostic) => {
      const text = ts.flattenDiagnosticMessageText(diagnostic.messageText, ' ');
      throw new Error(`nestjs-rest-routes: ${path}: ${text}`);
    },
  });
  if (config === undefined) throw new Error(`nestjs-rest-routes: ${path} cannot be read.`);
  return config;
}

/** Test runners declare many global types, and no signature contains one. */
const TEST_GLOBALS = /^(?:vitest|jest|@jest|mocha|jasmine|bun|vite)(?:\/|$)/;

function withoutTestGlobals(options: ts.CompilerOptions): ts.CompilerOptions {
  const { types } = options;
  if (types === undefined) return options;
  return { ...options, types: types.filter((name) => !TEST_GLOBALS.test(name)) };
}
