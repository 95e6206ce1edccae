import type { Rule, Tree } from '@angular-devkit/schematics';
import { chain } from '../devkit.js';
import {
  formatEdited,
  type FormatText,
  projectFormat,
} from '../../wordpress/import/project-files.js';

const FORMATTED = /\.(?:[cm]?[jt]s|json)$/;

/**
 * Runs rules, then formats their files with the Prettier of the project, if it has one. A file that was not formatted
 * before keeps its format.
 */
export function formatted(...rules: readonly Rule[]): Rule {
  return (tree) => {
    const before = tree.branch();
    return chain([
      ...rules,
      async (after) => formatChanges(before, after, await projectFormat(process.cwd())),
    ]);
  };
}

async function formatChanges(before: Tree, after: Tree, format: FormatText): Promise<void> {
  for (const path of changedPaths(after)) {
    const text = after.readText(path);
    const old = before.read(path)?.toString();
    after.overwrite(path, await formatEdited(path, old, text, format));
  }
}

function changedPaths(tree: Tree): readonly string[] {
  const paths = tree.actions.filter(({ kind }) => kind !== 'd').map(({ path }) => path);
  return [...new Set(paths)].filter((path) => FORMATTED.test(path));
}
