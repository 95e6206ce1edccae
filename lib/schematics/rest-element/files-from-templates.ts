import type { Rule, Tree } from '@angular-devkit/schematics';
import {
  apply,
  applyTemplates,
  FileAlreadyExistException,
  filter,
  forEach,
  mergeWith,
  move,
  url,
} from '../devkit.js';
import { hasTestRunner, importExtension } from '../source/project.js';

/**
 * Renders a folder of templates. The schematic fails if a file exists.
 *
 * @param templates `controller`, of `templates/controller`.
 * @param names The values of `<%= name %>` in the templates, and of `__name__` in their file names. The
 *   templates also know `js`, the extension of relative imports.
 * @param withTests Whether tests are created too, in a project with a test runner.
 */
export function filesFromTemplates(
  templates: string,
  folder: string,
  names: object,
  withTests = true,
): Rule {
  return (tree) =>
    mergeWith(
      apply(url(`./templates/${templates}`), [
        filter((path) => !path.includes('__suffix__') || (withTests && hasTestRunner(tree))),
        applyTemplates({ ...names, js: importExtension(tree) }),
        move(folder),
        onlyNewFiles(tree),
      ]),
    );
}

/** Rejects files that exist: merging would accept one with the same content, and a class would be registered twice. */
function onlyNewFiles(tree: Tree): Rule {
  return forEach((entry) => {
    if (tree.exists(entry.path)) throw new FileAlreadyExistException(entry.path);
    return entry;
  });
}
