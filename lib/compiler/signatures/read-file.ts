import { classesIn } from '../syntax/classes-in.js';
import { mentionsRoutes } from '../syntax/mentions-routes.js';
import type { ProjectView } from '../program/project-view.js';
import { readClass, type ClassReading } from './read-class.js';
import { uniqueDiagnostics, type SourceDiagnostic } from '../diagnostics/source-diagnostic.js';
import type { ts } from '../program/typescript.js';

/** What one source file has to attach and to tell. */
export interface FileReading {
  readonly classes: readonly ClassReading[];
  readonly diagnostics: readonly SourceDiagnostic[];
  /** The files that the reading rests on: a change of one calls for a new reading. */
  readonly dependencies: ReadonlySet<string>;
}

const NOTHING: FileReading = { classes: [], diagnostics: [], dependencies: new Set() };

/** Reads all controllers and value classes of a file. */
export function readFile(file: ts.SourceFile, view: ProjectView): FileReading {
  if (!mentionsRoutes(file.text) || !view.isOfProject(file)) return NOTHING;
  view.takeVisited();
  const classes = classesIn(file).flatMap((node) => readClass(node, view) ?? []);
  const dependencies = new Set(view.takeVisited());
  dependencies.delete(file.fileName);
  return {
    classes,
    diagnostics: uniqueDiagnostics(classes.flatMap(({ diagnostics }) => diagnostics)),
    dependencies,
  };
}
