import { describeCompilerDiagnostic } from '../../diagnostics/compiler-catalogue.js';
import type { ClassSignature } from '../../model/signature/method-signature.js';
import type { ClassReference } from '../classes/class-references.js';
import { exportedPath } from '../classes/exported-path.js';
import { moveSpecifier, specifierInStyle } from '../classes/module-specifier.js';
import type { SourceDiagnostic } from '../diagnostics/source-diagnostic.js';
import type { ProjectView } from '../program/project-view.js';
import type { ts } from '../program/typescript.js';
import type { ClassReading } from '../signatures/read-class.js';
import type { ImportedClass, ListedClass } from './signature-file.js';

/** A class for the file of signatures, or the diagnostics of the classes that it cannot import. */
export interface ClassListing {
  readonly listed: ListedClass | undefined;
  readonly diagnostics: readonly SourceDiagnostic[];
}

/** Finds a class, and those that its signature names, from the file of signatures at `path`. */
export function listClass(reading: ClassReading, view: ProjectView, path: string): ClassListing {
  const { node, signature, references } = reading;
  const location = exportedClass(node, view, path);
  const found = references.map((reference) => ({
    reference,
    location: locate(reference, node, view, path),
  }));
  const diagnostics = [
    ...(location === undefined && !hasOnlyDecorators(signature)
      ? [notExported(node, signature.className)]
      : []),
    ...found.flatMap((one) =>
      one.location === undefined
        ? [notExported(one.reference.symbol.valueDeclaration ?? node, one.reference.key)]
        : [],
    ),
  ];
  if (location === undefined || diagnostics.length > 0) return { listed: undefined, diagnostics };
  const entries = found.flatMap((one) =>
    one.location === undefined ? [] : [[one.reference.key, one.location] as const],
  );
  return { listed: { location, signature, references: entries }, diagnostics };
}

/** An application runs without them: the decorators are compared with the source where they are known. */
function hasOnlyDecorators({ methods, staticMethods, properties }: ClassSignature): boolean {
  return (methods ?? staticMethods ?? properties) === undefined;
}

/** A class without a module is declared in the file of the class whose signature names it. */
function locate(
  { module, path: names, symbol }: ClassReference,
  home: ts.ClassLikeDeclaration,
  view: ProjectView,
  path: string,
): ImportedClass | undefined {
  if (module !== undefined) {
    return { module: moveSpecifier(module, home.getSourceFile().fileName, path), path: names };
  }
  const declaration = symbol.valueDeclaration;
  return declaration === undefined ? undefined : exportedClass(declaration, view, path);
}

function exportedClass(
  declaration: ts.Declaration,
  view: ProjectView,
  path: string,
): ImportedClass | undefined {
  const names = exportedPath(view, declaration);
  if (names === undefined) return undefined;
  const file = declaration.getSourceFile();
  return { module: specifierInStyle(path, file.fileName, file), path: names };
}

function notExported(node: ts.Node, className: string): SourceDiagnostic {
  const file = node.getSourceFile();
  const start = node.getStart();
  const text = describeCompilerDiagnostic(
    'RR2025',
    className,
    'a class that its file does not export',
  );
  return { code: 'RR2025', text, file, start, length: node.getEnd() - start };
}
