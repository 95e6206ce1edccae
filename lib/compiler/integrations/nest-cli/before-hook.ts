import { createProjectView } from '../../program/project-view.js';
import { readFile, type FileReading } from '../../signatures/read-file.js';
import { uniqueDiagnostics } from '../../diagnostics/source-diagnostic.js';
import type { ts } from '../../program/typescript.js';
import {
  diagnosticOf,
  outdatedDiagnostic,
  printDiagnostics,
} from '../../diagnostics/typescript-diagnostics.js';
import { oldTarget } from './old-target.js';
import { outdatedFiles } from './outdated-files.js';
import { transformFile } from '../../emit/transform-file.js';
import { watchEmit } from './watch-emit.js';

/**
 * The plugin of Nest's command line: `"plugins": ["nestjs-rest-routes"]` under `compilerOptions` in
 * `nest-cli.json`. Reads the signatures of all controllers and value classes of a program, attaches
 * them to the compiled classes, and stops the build at what is wrong.
 *
 * All files are read on every build, although an incremental one writes the changed ones alone: a
 * diagnostic must not vanish because its file did not change.
 *
 * @param _options There are none.
 * @param program The program that is about to be written.
 */
export function before(
  _options: object | undefined,
  program: ts.Program,
): ts.TransformerFactory<ts.SourceFile> {
  const readings = readProgram(program);
  const diagnostics = uniqueDiagnostics(
    [...readings.values()].flatMap((reading) => reading.diagnostics),
  );
  const emitted = watchEmit(program, outdatedFiles(program, readings));
  const target = readings.size === 0 ? undefined : oldTarget(program.getCompilerOptions());
  const all = target === undefined ? diagnostics : [target, ...diagnostics];
  const finish = () => [...outdatedDiagnostic(emitted.renew()), ...all.map(diagnosticOf)];
  emitted.onDiagnostics(finish);
  // A build that collects diagnostics afterwards has ended with them by then. A watching one has
  // collected them before, and goes on: it is told here.
  queueMicrotask(() => {
    const diagnostics = finish();
    if (diagnostics.length > 0) printDiagnostics(diagnostics);
  });
  return (context) => (file) => {
    const classes = readings.get(file.fileName)?.classes ?? [];
    return classes.length === 0 ? file : transformFile(file, classes, context);
  };
}

function readProgram(program: ts.Program): ReadonlyMap<string, FileReading> {
  const view = createProjectView(program);
  const readings = new Map<string, FileReading>();
  for (const file of program.getSourceFiles()) {
    const reading = readFile(file, view);
    if (reading.classes.length > 0) readings.set(file.fileName, reading);
  }
  return readings;
}
