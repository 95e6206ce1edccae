import { attachedSignature } from '../../decorators/metadata-accessor.js';
import { DeclarationException } from '../../diagnostics/declaration.exception.js';
import { diagnosticAt, type Diagnostic } from '../../diagnostics/diagnostic.js';
import type { DiagnosticLocation } from '../../diagnostics/location.js';
import {
  SIGNATURE_KEY,
  type AttachedSignature,
  type ClassSignature,
} from '../../model/signature/method-signature.js';
import type {
  RestSignatures,
  SignedClass,
  SignedFile,
} from '../../model/signature/rest-signatures.js';
import type { Class } from '../../shared/class.js';
import { changedFiles } from './changed-files.js';
import { changedMethods } from './changed-methods.js';

/** A class of the application and the signature that a file has for it. */
interface Found {
  readonly type: Class;
  readonly attached: AttachedSignature;
}

/**
 * Attaches the signatures of a file to their classes. A class that has one from its compiler keeps it.
 *
 * @throws DeclarationException where the file is older than the classes: nothing is attached then.
 */
export function applySignatures({ files }: RestSignatures): void {
  const pending = files.filter(({ classes }) => classes.some((one) => !isSigned(one.class())));
  const changed = changedFiles(pending);
  const found = pending.flatMap(({ classes }) => classes).flatMap(findClass);
  const diagnostics = [
    ...pending.flatMap((file) => (changed.has(file) ? [changedSource(file)] : [])),
    ...pending
      .filter((file) => !changed.has(file))
      .flatMap(({ classes }) => classes.flatMap(check)),
  ];
  if (diagnostics.length > 0) throw new DeclarationException(diagnostics);
  for (const { type, attached } of found) attach(type, attached);
}

function isSigned(type: unknown): boolean {
  return typeof type === 'function' && attachedSignature(type as Class) !== undefined;
}

function attach(type: Class, attached: AttachedSignature): void {
  if (isSigned(type)) return;
  Object.defineProperty(type, SIGNATURE_KEY, { value: attached, configurable: true });
}

function findClass({ class: reference, signature, references }: SignedClass): readonly Found[] {
  const type = reference();
  if (typeof type !== 'function') return [];
  return [
    { type: type as Class, attached: { signature: signature as ClassSignature, references } },
  ];
}

/** What a class shows at run time: that it exists, and the parameters of its methods. */
function check(signed: SignedClass): readonly Diagnostic[] {
  const { className } = signed.signature as ClassSignature;
  const [found] = findClass(signed);
  if (found === undefined) {
    return [outdated({ className }, 'a class of that name', 'a module that does not export it')];
  }
  return changedMethods(found.type, found.attached).map(({ methodName, expected, received }) =>
    outdated({ className, methodName }, expected, received),
  );
}

function changedSource({ source, classes, dependencies }: SignedFile): Diagnostic {
  const className = (classes[0]?.signature as ClassSignature | undefined)?.className ?? source;
  const others = dependencies.length === 0 ? '' : ' or a file that it uses';
  return outdated(
    { className },
    'the sources that the signatures were read from',
    `another text of ${source}${others}`,
  );
}

function outdated(location: DiagnosticLocation, expected: string, received: string): Diagnostic {
  return diagnosticAt(location, { code: 'RR1045', expected, received });
}
