import { attachedSignature } from '../../decorators/metadata-accessor.js';
import { DeclarationException } from '../../diagnostics/rest.exception.js';
import {
  diagnosticAt,
  type Diagnostic,
  type DiagnosticDetails,
} from '../../diagnostics/diagnostic.js';
import {
  type AttachedSignature,
  type ClassSignature,
  SIGNATURE_KEY,
} from '../../types/method-signature.js';
import {
  type RestSignatures,
  type SignedClass,
  type SignedFile,
  SIGNATURES_FORMAT,
  sourceHash,
} from '../../types/rest-signatures.js';
import { isObject, type Class } from '../../shared/records.js';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { startFolders, textAt, upwards } from '../options/manifest-namespace.js';
import { InvalidArgumentException } from '../../diagnostics/invalid-argument.exception.js';
import type { RestModuleOptions } from '../options/rest-options.js';

/**
 * Attaches the signatures of a file to their classes. A class that has one from its compiler keeps it.
 *
 * @throws DeclarationException if the file is older than the classes: nothing is attached then.
 * @throws InvalidArgumentException if the option has any other value, or the format of another version.
 */
export async function applySignatures(
  stated: NonNullable<RestModuleOptions['signatures']>,
): Promise<void> {
  const { files } = signaturesOf(typeof stated === 'function' ? await stated() : stated);
  const read = files.map((file) => ({ file, classes: file.classes.map(readClass) }));
  const pending = read.filter(({ classes }) => classes.some(({ type }) => !isSigned(type)));
  const changed = changedFiles(pending.map(({ file }) => file));
  const diagnostics = [
    ...[...changed].map(changedSource),
    ...pending.flatMap(({ file, classes }) =>
      changed.has(file) ? [] : classes.flatMap(missingClass),
    ),
  ];
  if (diagnostics.length > 0) throw new DeclarationException(diagnostics);
  for (const { type, attached } of pending.flatMap(({ classes }) => classes)) {
    if (type === undefined || isSigned(type)) continue;
    Object.defineProperty(type, SIGNATURE_KEY, { value: attached, configurable: true });
  }
}

/** A signature of a file, and the class that it names; `undefined` if its module does not export it. */
function readClass({ class: reference, signature, references }: SignedClass) {
  const type = reference();
  const attached: AttachedSignature = { signature: signature as ClassSignature, references };
  return { type: typeof type === 'function' ? (type as Class) : undefined, attached };
}

function isSigned(type: Class | undefined): boolean {
  return type !== undefined && attachedSignature(type) !== undefined;
}

function missingClass({ type, attached }: ReturnType<typeof readClass>): readonly Diagnostic[] {
  if (type !== undefined) return [];
  const { className } = attached.signature;
  const details = outdated('a class of that name', 'a module that does not export it');
  return [diagnosticAt({ className }, details)];
}

function outdated(expected: string, received: string): DiagnosticDetails {
  return { code: 'RR1045', expected, received };
}

function changedSource({ source, classes, dependencies }: SignedFile): Diagnostic {
  const className = (classes[0]?.signature as ClassSignature | undefined)?.className ?? source;
  const others = dependencies.length === 0 ? '' : ' or a file that it uses';
  const expected = 'the sources that the signatures were read from';
  return diagnosticAt({ className }, outdated(expected, `another text of ${source}${others}`));
}

/**
 * The files whose sources are not those that their signatures were read from. Sources exist when an application is
 * developed, tested and built; if only the output exists, this compares nothing.
 */
function changedFiles(files: readonly SignedFile[]): ReadonlySet<SignedFile> {
  // The folder of the entry module and the working directory, and those above them.
  const folders = [...new Set(startFolders().flatMap(({ folder }) => upwards(folder)))];
  const root =
    folders.find((folder) =>
      files.some(({ source }) => textAt(join(folder, source)) !== undefined),
    ) ??
    // If every signed file may have been moved, other sources show the folder that they were in.
    folders
      .filter((folder) => textAt(join(folder, 'package.json')) !== undefined)
      .find((folder) => files.some(({ source }) => hasSources(folder, source)));
  if (root === undefined) return new Set();
  return new Set(files.filter((file) => isChanged(file, root)));
}

function isChanged({ source, dependencies, hash }: SignedFile, root: string): boolean {
  const texts = [source, ...dependencies].map((path) => textAt(join(root, path)));
  // A missing file has been moved or removed since.
  return texts.includes(undefined) || sourceHash(texts.map((text) => text ?? '')) !== hash;
}

/** Whether the folder at the beginning of a path, such as `src`, contains sources. */
function hasSources(folder: string, path: string): boolean {
  const [first = ''] = path.split('/');
  if (first === path || first === '..') return false;
  try {
    const names = readdirSync(join(folder, first), { recursive: true }).map(String);
    return names.some((name) => SOURCE.test(name) && !name.includes('node_modules'));
  } catch {
    // There is no such folder.
    return false;
  }
}

/** TypeScript, without declarations: the input of a build, and not its output. */
const SOURCE = /(?<!\.d)\.[cm]?tsx?$/;

/** The name of the library's part in the file `metadata.ts` of Nest's command line, below the name of the plugin. */
const SECTION = 'restSignatures';

function signaturesOf(given: unknown): RestSignatures {
  const found = isSignatures(given) ? given : sectionOf(given);
  if (found === undefined)
    throw invalid('is neither a file of signatures nor the metadata of Nest');
  if (found.format !== SIGNATURES_FORMAT) {
    throw invalid(`has the format ${String(found.format)}, not ${SIGNATURES_FORMAT}`);
  }
  return found;
}

/** In Nest's metadata, each plugin has an entry under the name that `nest-cli.json` gives it. */
function sectionOf(given: unknown): RestSignatures | undefined {
  if (!isObject(given)) return undefined;
  const sections = Object.values(given).flatMap((entry: unknown) =>
    isObject(entry) ? [Reflect.get(entry, SECTION) as unknown] : [],
  );
  return sections.find(isSignatures);
}

function isSignatures(value: unknown): value is RestSignatures {
  return isObject(value) && 'format' in value && 'files' in value && Array.isArray(value.files);
}

function invalid(reason: string): InvalidArgumentException {
  return new InvalidArgumentException(
    `RestModule: signatures ${reason}. Write the file with: npx nestjs-rest-routes signatures`,
  );
}
