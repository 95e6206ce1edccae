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
  return target === undefined ? text : relativeSpecifier(from, target);
}

/** The specifier of a source file, with the extension that the importing file writes. */
export function relativeSpecifier(from: ts.SourceFile, target: string): string {
  return specifierInStyle(from.fileName, target, from);
}

/** The specifier of a source file for a file that may not exist yet, with the extension that another one writes. */
export function specifierInStyle(from: string, target: string, style: ts.SourceFile): string {
  const [, path = target, kind = ''] = /^(.+?)(?:\.d)?\.([mc]?)tsx?$/.exec(target) ?? [];
  return relativePath(from, path + extensionFor(style, kind, target));
}

/**
 * `.js`, `.ts` or none, as the relative imports of the file have it; webpack, for one, does not find
 * `./x.js` where the others are written `./x`. Without such an import, what Node asks of the format.
 */
function extensionFor(from: ts.SourceFile, kind: string, target: string): string {
  const written = from.statements.flatMap(relativeImport).map((text) => EXTENSION.exec(text)?.[1]);
  if (written.includes('ts')) return posix.extname(target);
  if (written.includes('js')) return `.${kind}js`;
  const isExtensionAsked = written.length === 0 && from.impliedNodeFormat === ts.ModuleKind.ESNext;
  return isExtensionAsked ? `.${kind}js` : '';
}

/** The extension of a module of code; `./x.service` has none. */
const EXTENSION = /\.[mc]?([jt]s)x?$/;
const DATA = /\.(?:json|node|css|wasm)$/;

function relativeImport(statement: ts.Statement): readonly string[] {
  if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
  const { moduleSpecifier } = statement;
  if (moduleSpecifier === undefined || !ts.isStringLiteral(moduleSpecifier)) return [];
  const { text } = moduleSpecifier;
  return text.startsWith('.') && !DATA.test(text) ? [text] : [];
}

/** A relative specifier of one file as another file writes it. */
function movedSpecifier(text: string, written: ts.SourceFile, from: ts.SourceFile): string {
  return written === from ? text : moveSpecifier(text, written.fileName, from.fileName);
}

/** A specifier of one file for another file; one of a package stays as it is. */
export function moveSpecifier(text: string, written: string, from: string): string {
  return text.startsWith('.') ? relativePath(from, posix.join(posix.dirname(written), text)) : text;
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
