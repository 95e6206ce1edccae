import { posix } from 'node:path';
import { withSlashes } from '../../shared/with-slashes.js';
import { createProjectView } from './project-view.js';
import { ts } from './typescript.js';
import { createSourceHost, readProjectConfig } from '../project.js';
import { readFile } from '../signatures/read-class.js';

/** A diagnostic of this library in a text, or an error of TypeScript if there are none. */
interface TextDiagnostic {
  /** The path of the text. */
  readonly path: string;
  readonly start: number;
  readonly text: string;
  /** The property of the type of a parameter that causes it. */
  readonly property?: string | undefined;
}

/** @param texts By paths below the folder of the project. */
export type CheckTexts = (texts: ReadonlyMap<string, string>) => readonly TextDiagnostic[];

/** Unused names are ignored: the methods will use them, and `noUnusedParameters` is a choice of the project. */
const UNUSED: ReadonlySet<number> = new Set([6133, 6138, 6192, 6196, 6198]);

/**
 * Checks texts as if they were files of a project, whose settings are read once. The packages of the project must be
 * installed: without them, no errors are found.
 */
export function createTextCheck(folder: string): CheckTexts {
  const root = withSlashes(folder);
  const { options, fileNames } = readProjectConfig(root, undefined);
  const ambient = fileNames.filter((name) => /\.d\.[cm]?ts$/.test(name));
  return (texts) => {
    const host = hostWith(texts, root, options);
    const paths = [...texts.keys()].map((path) => posix.join(root, path));
    if (!isInstalled(paths[0] ?? root, options, host)) return [];
    const program = ts.createProgram([...ambient, ...paths], options, host);
    const view = createProjectView(program);
    return [...texts.keys()].flatMap((path): readonly TextDiagnostic[] => {
      const source = program.getSourceFile(posix.join(root, path));
      if (source === undefined) return [];
      const own = readFile(source, view).diagnostics;
      const found: readonly Omit<TextDiagnostic, 'path'>[] =
        own.length > 0 ? own : diagnosticsOf(source, program);
      return found.map(({ start, text, property }) => ({ path, start, text, property }));
    });
  };
}

function isInstalled(from: string, options: ts.CompilerOptions, host: ts.CompilerHost): boolean {
  return ['nestjs-rest-routes', '@nestjs/common'].every((name) => {
    const { resolvedModule } = ts.resolveModuleName(name, from, options, host);
    return resolvedModule !== undefined;
  });
}

function diagnosticsOf(
  source: ts.SourceFile,
  program: ts.Program,
): readonly { readonly start: number; readonly text: string }[] {
  return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
    .filter(({ category, code }) => category === ts.DiagnosticCategory.Error && !UNUSED.has(code))
    .map(({ start = 0, messageText, code }) => ({
      start,
      text: `TS${code}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    }));
}

function hostWith(
  texts: ReadonlyMap<string, string>,
  root: string,
  options: ts.CompilerOptions,
): ts.CompilerHost {
  const host = createSourceHost(options);
  const folders = new Set<string>();
  const files = new Set<string>();
  for (const [path, text] of texts) {
    const file = posix.join(root, path);
    host.replace(file, text);
    files.add(file);
    for (let at = posix.dirname(file); at.length > root.length; at = posix.dirname(at))
      folders.add(at);
  }
  return {
    ...host,
    fileExists: (file) => files.has(file) || host.fileExists(file),
    directoryExists: (folder) => folders.has(folder) || host.directoryExists?.(folder) !== false,
  };
}
