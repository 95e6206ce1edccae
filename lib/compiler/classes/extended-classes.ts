import type { ProjectView } from '../program/project-view.js';
import type { ts } from '../program/typescript.js';
import { classesIn } from '../syntax/classes-in.js';
import { mentionsRoutes } from '../syntax/mentions-routes.js';
import { parentsOf } from './heritage.js';

/** The classes that others extend, in all files of the project that mention routes. */
export function extendedClasses(view: ProjectView): ReadonlySet<ts.Node> {
  const files = view.program
    .getSourceFiles()
    .filter((file) => view.isOfProject(file) && mentionsRoutes(file.text));
  return new Set(files.flatMap(classesIn).flatMap((node) => parentsOf(node, view)));
}
