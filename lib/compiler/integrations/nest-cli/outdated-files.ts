import { attachmentOf } from '../../emit/attachment.js';
import { ts } from '../../program/typescript.js';
import type { FileReading } from '../../signatures/read-file.js';

/**
 * The sources whose compiled files lack their present signatures. An incremental build (and, with
 * `isolatedModules`, one in watch mode) does not write a controller again when only the enum that it
 * imports has changed.
 */
export function outdatedFiles(
  program: ts.Program,
  readings: ReadonlyMap<string, FileReading>,
): Set<ts.SourceFile> {
  const project = projectOf(program);
  return new Set(
    [...readings].flatMap(([name, reading]) => {
      const file = program.getSourceFile(name);
      return file !== undefined && isOutdated(name, reading, project) ? [file] : [];
    }),
  );
}

/** The sources and options of a program, by which TypeScript computes the names of its outputs. */
function projectOf(program: ts.Program): ts.ParsedCommandLine {
  const fileNames = program
    .getSourceFiles()
    .filter((file) => !file.isDeclarationFile && !program.isSourceFileFromExternalLibrary(file))
    .map(({ fileName }) => fileName);
  const options = program.getCompilerOptions();
  // Nx leaves out which file has the options, and TypeScript needs a place.
  const configFilePath =
    options['configFilePath'] ?? `${program.getCurrentDirectory()}/tsconfig.json`;
  return { options: { ...options, configFilePath }, fileNames, errors: [] };
}

function isOutdated(
  name: string,
  { classes }: FileReading,
  project: ts.ParsedCommandLine,
): boolean {
  if (project.options.outFile !== undefined) return false;
  const outputs = ts.getOutputFileNames(project, name, !ts.sys.useCaseSensitiveFileNames);
  const compiled = outputs.find((output) => /\.[cm]?jsx?$/.test(output));
  const text = compiled === undefined ? undefined : ts.sys.readFile(compiled);
  // A missing file is about to be written.
  if (text === undefined) return false;
  return classes.some((reading) => !text.includes(attachmentOf(reading, new Map()).stamp));
}
