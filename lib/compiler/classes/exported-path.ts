import type { ProjectView } from '../program/project-view.js';
import { ts } from '../program/typescript.js';

/** The name under which a module or a namespace exports a declaration. */
export function exportedName(
  { checker }: ProjectView,
  module: ts.Node,
  declaration: ts.Declaration,
): string | undefined {
  const symbol = checker.getSymbolAtLocation(module);
  if (symbol === undefined) return undefined;
  const found = checker.getExportsOfModule(symbol).find((candidate) => {
    const isAlias = (candidate.flags & ts.SymbolFlags.Alias) !== 0;
    const target = isAlias ? checker.getAliasedSymbol(candidate) : candidate;
    return target.declarations?.includes(declaration) === true;
  });
  return found?.name;
}

/** The names that lead from the exports of its file to a declaration; `undefined` where there are none. */
export function exportedPath(
  view: ProjectView,
  declaration: ts.Declaration,
): readonly string[] | undefined {
  const direct = exportedName(view, declaration.getSourceFile(), declaration);
  if (direct !== undefined) return [direct];
  const { parent: block } = declaration;
  if (!ts.isModuleBlock(block)) return undefined;
  const outer = exportedPath(view, block.parent);
  const name = exportedName(view, block.parent.name, declaration);
  return outer === undefined || name === undefined ? undefined : [...outer, name];
}
