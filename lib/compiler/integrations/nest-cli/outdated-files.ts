import { attachmentOf } from '../../emit/attachment.js';
import type { FileReading } from '../../signatures/read-file.js';
import { ts } from '../../program/typescript.js';

/**
 * The compiled files that do not have the signatures which their sources have now. An incremental
 * build (and, with `isolatedModules`, a watching one) leaves a controller alone when only the enum
 * that it imports has changed.
 */
export function outdatedFiles(
  program: ts.Program,
  readings: ReadonlyMap<string, FileReading>,
): Set<ts.SourceFile> {
  const fileNames = program
    .getSourceFiles()
    .filter((file) => !file.isDeclarationFile && !program.isSourceFileFromExternalLibrary(file))
    .map(({ fileName }) => fileName);
  const project = { options: program.getCompilerOptions(), fileNames, errors: [] };
  return new Set(
    [...readings].flatMap(([name, reading]) => {
      const file = program.getSourceFile(name);
      return file !== undefined && isOutdated(name, reading, project) ? [file] : [];
    }),
  );
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
  // A file that is not there yet is about to be written.
  if (text === undefined) return false;
  return classes.some((reading) => !text.includes(attachmentOf(reading, new Map()).stamp));
}
