import { createProjectView } from '../../program/project-view.js';
import { readFile, type FileReading } from '../../signatures/read-file.js';
import { uniqueDiagnostics } from '../../diagnostics/source-diagnostic.js';
import type { ts } from '../../program/typescript.js';
import { diagnosticOf, outdatedDiagnostic } from '../../diagnostics/typescript-diagnostics.js';
import { oldTarget } from './old-target.js';
import { outdatedFiles } from './outdated-files.js';
import { reportDiagnostics } from './report-diagnostics.js';
import { transformFile } from '../../emit/transform-file.js';
import { watchEmit } from './watch-emit.js';

/**
 * The plugin of Nest's command line: `"plugins": ["nestjs-rest-routes"]` under `compilerOptions` in
 * `nest-cli.json`; and of Nx: `"transformers": [{ "name": "nestjs-rest-routes/plugin" }]`. Reads the
 * signatures of all controllers and value classes of a program, attaches them to the compiled classes,
 * and stops the build at what is wrong.
 *
 * Every build reads all files, although an incremental build writes only the changed ones: otherwise
 * the diagnostic of an unchanged file would disappear.
 *
 * @param _options There are none.
 * @param program The program that is about to be written.
 */
export function before(
  _options: object | undefined,
  program: ts.Program,
): ts.TransformerFactory<ts.SourceFile> {
  const readings = readProgram(program);
  const emitted = watchEmit(program, outdatedFiles(program, readings));
  reportDiagnostics(program, {
    found: diagnosticsOf(program, readings),
    finish: () => outdatedDiagnostic(emitted.writeOutdated()),
  });
  return (context) => (file) => {
    emitted.markWritten(file);
    const classes = readings.get(file.fileName)?.classes ?? [];
    return classes.length === 0 ? file : transformFile(file, classes, context);
  };
}

/** The readings of the files that have something to attach, by file name. */
function readProgram(program: ts.Program): ReadonlyMap<string, FileReading> {
  const view = createProjectView(program);
  const readings = new Map<string, FileReading>();
  for (const file of program.getSourceFiles()) {
    const reading = readFile(file, view);
    if (reading.classes.length > 0) readings.set(file.fileName, reading);
  }
  return readings;
}

function diagnosticsOf(
  program: ts.Program,
  readings: ReadonlyMap<string, FileReading>,
): readonly ts.Diagnostic[] {
  const target = readings.size === 0 ? undefined : oldTarget(program.getCompilerOptions());
  const found = uniqueDiagnostics([...readings.values()].flatMap(({ diagnostics }) => diagnostics));
  return [...(target === undefined ? [] : [target]), ...found].map(diagnosticOf);
}
