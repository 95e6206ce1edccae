import { posix } from 'node:path';
import type { ProjectView } from '../program/project-view.js';
import { ts } from '../program/typescript.js';

/**
 * An import's specifier as it must read in another file. A path alias is resolved: whoever rewrites
 * aliases has been at work before compiled code is added.
 */
export function specifierFrom(
  view: ProjectView,
  from: ts.SourceFile,
  specifier: ts.Expression,
): string {
  const text = ts.isStringLiteralLike(specifier) ? specifier.text : '';
  const written = specifier.getSourceFile();
  if (text.startsWith('.')) {
    if (written === from) return text;
    const target = posix.join(posix.dirname(written.fileName), text);
    return relativePath(from.fileName, target);
  }
  const target = aliasTarget(view, specifier);
  return target === undefined || text.startsWith('#')
    ? text
    : relativeSpecifier(view, from, target);
}

/** The specifier of a source file, with the extension that it has when it is compiled. */
export function relativeSpecifier(view: ProjectView, from: ts.SourceFile, target: string): string {
  const { moduleResolution } = view.program.getCompilerOptions();
  const isByName =
    moduleResolution === ts.ModuleResolutionKind.Node16 ||
    moduleResolution === ts.ModuleResolutionKind.NodeNext ||
    from.impliedNodeFormat === ts.ModuleKind.ESNext;
  const compiled = target.replace(/(?:\.d)?\.([mc]?)tsx?$/, isByName ? '.$1js' : '');
  return relativePath(from.fileName, compiled);
}

/** The source file behind a path alias; `undefined` for a package. */
function aliasTarget(view: ProjectView, specifier: ts.Expression): string | undefined {
  const module = view.checker.getSymbolAtLocation(specifier)?.valueDeclaration;
  if (module === undefined || !ts.isSourceFile(module) || !view.isOfProject(module))
    return undefined;
  return module.fileName;
}

function relativePath(from: string, target: string): string {
  const path = posix.relative(posix.dirname(from), target);
  return path.startsWith('.') ? path : `./${path}`;
}
