import { resolve, dirname, join } from 'node:path';
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

/** The name of this package in its manifest. */
const PACKAGE_NAME = 'nestjs-rest-routes';

const INSTALLED = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//;

/** Tests and samples of a checkout are applications: their classes are not part of the package. */
const OWN_FOLDERS = ['lib', 'dist'];

type FileTest = (fileName: string) => boolean;

/** Makes a test whether a file belongs to this package: installed, linked, or a checkout of it. */
export function createOwnPackageTest(): FileTest {
  const isInOwnFolder = createOwnFolderTest();
  return (fileName) => {
    const installed = INSTALLED.exec(fileName)?.[1];
    return installed === undefined ? isInOwnFolder(dirname(fileName)) : installed === PACKAGE_NAME;
  };
}

/** Reads the manifest above each folder once. */
function createOwnFolderTest(): FileTest {
  const known = new Map<string, boolean>();
  const isOwn: FileTest = (folder) => {
    const before = known.get(folder);
    if (before !== undefined) return before;
    const parent = dirname(folder);
    const result = isPackageFolder(folder, parent) || (parent !== folder && isOwn(parent));
    known.set(folder, result);
    return result;
  };
  return isOwn;
}

function isPackageFolder(folder: string, parent: string): boolean {
  if (!OWN_FOLDERS.some((name) => join(parent, name) === folder)) return false;
  const manifest = ts.sys.readFile(join(parent, 'package.json'));
  return manifest?.includes(`"name": "${PACKAGE_NAME}"`) === true;
}
