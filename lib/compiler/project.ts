import { resolve } from 'node:path';
import { attachText, isAttached } from './attachment.js';
import {
  createOwnPackageTest,
  createProjectView,
  type ProjectView,
} from './program/project-view.js';
import { ts } from './program/typescript.js';
import { readFile, type FileReading } from './signatures/read-class.js';
import { throwDiagnostics } from './source-diagnostic.js';
import { withSlashes } from '../shared/with-slashes.js';
import { mentionsRoutes } from './syntax/decorators.js';
import { mentionsTags } from './tags/doc-comments.js';

/**
 * One program, for tools that transform one file after another. It consists of the files that mention routes, the
 * ambient declarations, and all that these import. It is created for the first file that mentions routes, and again
 * after a change; unchanged files are not parsed again.
 */
export class Project {
  readonly #readConfig: () => ts.ParsedCommandLine;
  readonly #roots = new Set<string>();
  readonly #isOurFile = createOwnPackageTest();
  #host: SourceHost | undefined;
  #program: ts.Program | undefined;
  #view: ProjectView | undefined;

  /** @param readConfig Called for the first file that mentions routes. */
  constructor(readConfig: () => ts.ParsedCommandLine) {
    this.#readConfig = readConfig;
  }

  /**
   * The text stays unchanged if there is nothing to attach, or a diagnostic. A tool may be listed twice, in a
   * configuration and in one that it extends, so a text with signatures stays unchanged too.
   */
  attach(
    source: string,
    fileName: string,
  ): Pick<FileReading, 'diagnostics' | 'dependencies'> & { readonly text: string } {
    if (!mentionsRoutes(source) || isAttached(source)) {
      return { text: source, diagnostics: [], dependencies: new Set() };
    }
    // TypeScript reads a file without its byte order mark, and offsets must match the code.
    const code = source.replace(/^\ufeff/, '');
    const { classes, diagnostics, dependencies } = this.read(fileName, code);
    const text = diagnostics.length === 0 ? attachText(code, classes) : source;
    return { text, diagnostics, dependencies };
  }

  /** As `attach`, for a tool that accepts only the text; throws if there are diagnostics. */
  textOf(code: string, fileName: string): string {
    const { text, diagnostics } = this.attach(code, fileName);
    throwDiagnostics(diagnostics);
    return text;
  }

  /** Reads a file while it is transformed. */
  read(fileName: string, code: string): FileReading {
    const known = this.#view ?? this.#renew();
    // A new file, an edited one, or one that another plugin has changed: offsets must match the code.
    const isCurrent = known.program.getSourceFile(fileName)?.text === code;
    const view = isCurrent ? known : this.#replace(fileName, code);
    const file = view.program.getSourceFile(fileName);
    if (file === undefined) throw new Error(`nestjs-rest-routes cannot read ${fileName}.`);
    return readFile(file, view);
  }

  changed(fileName: string): void {
    if (this.#host?.forget(fileName) === true) this.#view = undefined;
  }

  /** Imports may resolve differently. */
  moved(fileName: string): void {
    this.#host?.forget(fileName);
    this.#program = undefined;
    this.#view = undefined;
  }

  /** Records every file of the project that has changed on the disk since it was read. */
  refresh(): void {
    for (const { fileName, text } of this.#program?.getSourceFiles() ?? []) {
      if (INSTALLED.test(fileName)) continue;
      const current = ts.sys.readFile(fileName);
      if (current === undefined) this.moved(fileName);
      else if (current !== text) this.changed(fileName);
    }
  }

  #replace(fileName: string, code: string): ProjectView {
    this.#roots.add(fileName);
    this.#open().replace(fileName, code);
    return this.#renew();
  }

  #open(): SourceHost {
    if (this.#host !== undefined) return this.#host;
    const { options, fileNames } = this.#readConfig();
    fileNames.filter(isRoot).forEach((name) => this.#roots.add(name));
    return (this.#host = createSourceHost(options));
  }

  #renew(): ProjectView {
    const host = this.#open();
    this.#program = ts.createProgram([...this.#roots], host.options, host, this.#program);
    this.#view = createProjectView(this.#program, this.#isOurFile);
    return this.#view;
  }
}

/** Only a package manager changes them. */
const INSTALLED = /\/node_modules\//;

function isRoot(fileName: string): boolean {
  return /\.d\.[cm]?ts$/.test(fileName) || mentionsRoutes(ts.sys.readFile(fileName) ?? '');
}

/** Parses every file once, and again only after the file changed. */
interface SourceHost extends ts.CompilerHost {
  readonly options: ts.CompilerOptions;
  /** Uses a text instead of the file on the disk. The path may have backslashes, also in `forget`. */
  replace(fileName: string, text: string): void;
  /** Returns whether the file had been parsed. */
  forget(fileName: string): boolean;
  /** Forgets the replaced texts, and every file of the project that has changed on the disk. */
  refresh(): void;
}

export function createSourceHost(options: ts.CompilerOptions): SourceHost {
  const host = ts.createCompilerHost(options);
  const parsed = new Map<string, ts.SourceFile | undefined>();
  const replaced = new Map<string, string>();
  const textOf = (fileName: string) => replaced.get(fileName) ?? host.readFile(fileName);
  return {
    ...host,
    options,
    readFile: textOf,
    getSourceFile: (fileName, language) => {
      if (!parsed.has(fileName)) parsed.set(fileName, parse(fileName, textOf(fileName), language));
      return parsed.get(fileName);
    },
    replace: (path, text) => {
      const fileName = withSlashes(path);
      replaced.set(fileName, text);
      parsed.delete(fileName);
    },
    forget: (path) => {
      const fileName = withSlashes(path);
      replaced.delete(fileName);
      return parsed.delete(fileName);
    },
    refresh: () => {
      replaced.clear();
      for (const [fileName, file] of parsed) {
        if (INSTALLED.test(fileName)) continue;
        if (file?.text !== host.readFile(fileName)) parsed.delete(fileName);
      }
    },
  };
}

/** The hosts of one run by compiler options: programs that are made one after the other share the parsed files. */
export type SourceHosts = Map<string, SourceHost>;

/** A host for some compiler options, without the files that have changed on the disk. */
export function sharedHost(options: ts.CompilerOptions, hosts: SourceHosts): SourceHost {
  const key = JSON.stringify(options);
  const host = hosts.get(key) ?? createSourceHost(options);
  hosts.set(key, host);
  host.refresh();
  return host;
}

/** The docstrings of a declaration file are read for their tags only; parsing others would be wasted. */
function parse(
  fileName: string,
  text: string | undefined,
  language: ts.ScriptTarget | ts.CreateSourceFileOptions,
): ts.SourceFile | undefined {
  if (text === undefined) return undefined;
  const isDocRead = !/\.d\.[cm]?ts$/.test(fileName) || mentionsTags(text);
  const options =
    isDocRead || typeof language !== 'object'
      ? language
      : { ...language, jsDocParsingMode: ts.JSDocParsingMode.ParseNone };
  return ts.createSourceFile(fileName, text, options);
}

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
  // Whatever the project has: without it, types lose `| null`.
  strictNullChecks: true,
};

/**
 * The given `tsconfig.json`, or the nearest from `root` upwards.
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
