import { classesIn } from '../syntax/classes-in.js';
import { parentsOf } from './heritage.js';
import { mentionsRoutes } from '../syntax/mentions-routes.js';
import type { ProjectView } from '../program/project-view.js';
import type { ts } from '../program/typescript.js';

/** The classes that others extend, as far as routes are concerned. */
export function extendedClasses(view: ProjectView): ReadonlySet<ts.Node> {
  const files = view.program
    .getSourceFiles()
    .filter((file) => view.isOfProject(file) && mentionsRoutes(file.text));
  return new Set(files.flatMap(classesIn).flatMap((node) => parentsOf(node, view)));
}
