import { posix } from 'node:path';
import { sourceHash } from '../../model/signature/source-hash.js';
import type { SourceDiagnostic } from '../diagnostics/source-diagnostic.js';
import { uniqueDiagnostics } from '../diagnostics/source-diagnostic.js';
import { createOwnPackageTest } from '../program/own-package.js';
import type { ProjectView } from '../program/project-view.js';
import type { ts } from '../program/typescript.js';
import { readFile } from '../signatures/read-file.js';
import type { FilePlace } from './file-place.js';
import { listClass } from './list-class.js';
import type { ListedFile } from './signature-file.js';

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
