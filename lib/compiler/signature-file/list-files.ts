import { posix } from 'node:path';
import { sourceHash } from '../../model/signature/source-hash.js';
import { type SourceDiagnostic, uniqueDiagnostics } from '../diagnostics/source-diagnostic.js';
import { createOwnPackageTest } from '../program/own-package.js';
import type { ProjectView } from '../program/project-view.js';
import type { ts } from '../program/typescript.js';
import { readFile } from '../signatures/read-file.js';
import type { FilePlace } from './file-place.js';
import type { ListedFile, ImportedClass, ListedClass } from './signature-file.js';
import { describeCompilerDiagnostic } from '../../diagnostics/compiler-catalogue.js';
import type { ClassSignature } from '../../model/signature/method-signature.js';
import type { ClassReference } from '../classes/class-references.js';
import { exportedPath } from '../classes/exported-path.js';
import { moveSpecifier, specifierInStyle } from '../classes/module-specifier.js';
import type { ClassReading } from '../signatures/read-class.js';

/** What goes into the file of signatures of a project. */
export interface Listing {
  readonly files: readonly ListedFile[];
  readonly diagnostics: readonly SourceDiagnostic[];
}

/** Tests may declare controllers of their own, and an application must not import them. */
const TEST = /[.-](?:spec|test)\.[cm]?tsx?$/;

/** Reads every class of a project that needs a signature. */
export function listFiles(view: ProjectView, place: FilePlace): Listing {
  const listings = view.program
    .getSourceFiles()
    .filter(({ fileName }) => !TEST.test(fileName))
    .map((file) => listFile(file, view, place));
  const files = listings.flatMap((listing) => listing.files);
  return {
    // The order in which a program has its files depends on their imports.
    files: files.toSorted((a, b) => (a.source < b.source ? -1 : 1)),
    diagnostics: uniqueDiagnostics(listings.flatMap(({ diagnostics }) => diagnostics)),
  };
}

/** Reads the classes of one file. */
export function listFile(file: ts.SourceFile, view: ProjectView, place: FilePlace): Listing {
  const { classes, dependencies, diagnostics } = readFile(file, view);
  if (classes.length === 0) return { files: [], diagnostics };
  const listed = classes.map((reading) => listClass(reading, view, place.path));
  const used = [...dependencies].filter(view.once(changesWithProject)).toSorted();
  const texts = [file.fileName, ...used].map(
    (name) => view.program.getSourceFile(name)?.text ?? '',
  );
  const [source = '', ...others] = [file.fileName, ...used].map((name) =>
    posix.relative(place.root, name),
  );
  return {
    files: [
      {
        source,
        dependencies: others,
        hash: sourceHash(texts),
        classes: listed.flatMap((one) => one.listed ?? []),
      },
    ],
    diagnostics: [...diagnostics, ...listed.flatMap((one) => one.diagnostics)],
  };
}

/** What a package manager installs, this package included, is no source of the project. */
function changesWithProject(): (fileName: string) => boolean {
  const isOurs = createOwnPackageTest();
  return (fileName) => !fileName.includes('/node_modules/') && !isOurs(fileName);
}

/** A class for the file of signatures, or the diagnostics of the classes that it cannot import. */
interface ClassListing {
  readonly listed: ListedClass | undefined;
  readonly diagnostics: readonly SourceDiagnostic[];
}

/** Finds a class, and those that its signature names, from the file of signatures at `path`. */
function listClass(reading: ClassReading, view: ProjectView, path: string): ClassListing {
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
