import { posix } from 'node:path';
import type { ProjectView } from '../program/project-view.js';
import { ts } from '../program/typescript.js';

/**
 * The specifier of an import, rewritten for another file. A path alias is resolved, because code is
 * added after tools that rewrite aliases have run.
 */
export function specifierFrom(
  view: ProjectView,
  from: ts.SourceFile,
  specifier: ts.Expression,
): string {
  const text = ts.isStringLiteralLike(specifier) ? specifier.text : '';
  if (text.startsWith('.')) return movedSpecifier(text, specifier.getSourceFile(), from);
  const target = text.startsWith('#') ? undefined : aliasTarget(view, specifier);
  return target === undefined ? text : relativeSpecifier(view, from, target);
}

/** The specifier of a source file, with the extension that it has when it is compiled. */
export function relativeSpecifier(view: ProjectView, from: ts.SourceFile, target: string): string {
  const { moduleResolution } = view.program.getCompilerOptions();
  const hasExtension =
    moduleResolution === ts.ModuleResolutionKind.Node16 ||
    moduleResolution === ts.ModuleResolutionKind.NodeNext ||
    from.impliedNodeFormat === ts.ModuleKind.ESNext;
  const compiled = target.replace(/(?:\.d)?\.([mc]?)tsx?$/, hasExtension ? '.$1js' : '');
  return relativePath(from.fileName, compiled);
}

/** A relative specifier of one file as another file writes it. */
function movedSpecifier(text: string, written: ts.SourceFile, from: ts.SourceFile): string {
  if (written === from) return text;
  return relativePath(from.fileName, posix.join(posix.dirname(written.fileName), text));
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
