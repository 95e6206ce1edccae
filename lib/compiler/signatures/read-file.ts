import { uniqueDiagnostics, type SourceDiagnostic } from '../diagnostics/source-diagnostic.js';
import type { ProjectView } from '../program/project-view.js';
import type { ts } from '../program/typescript.js';
import { classesIn } from '../syntax/classes-in.js';
import { mentionsRoutes } from '../syntax/mentions-routes.js';
import { readClass, type ClassReading } from './read-class.js';

/** The signatures and the diagnostics of one source file. */
export interface FileReading {
  readonly classes: readonly ClassReading[];
  readonly diagnostics: readonly SourceDiagnostic[];
  /** The other files that were read; a change of one makes this reading out of date. */
  readonly dependencies: ReadonlySet<string>;
}

const NOTHING: FileReading = { classes: [], diagnostics: [], dependencies: new Set() };

/** Reads all controllers and value classes of a file. */
export function readFile(file: ts.SourceFile, view: ProjectView): FileReading {
  if (!mentionsRoutes(file.text) || !view.isOfProject(file)) return NOTHING;
  const { result: classes, files } = view.visitedDuring(() =>
    classesIn(file).flatMap((node) => readClass(node, view) ?? []),
  );
  const dependencies = new Set(files);
  dependencies.delete(file.fileName);
  return {
    classes,
    diagnostics: uniqueDiagnostics(classes.flatMap(({ diagnostics }) => diagnostics)),
    dependencies,
  };
}
