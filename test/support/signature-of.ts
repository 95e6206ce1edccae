import type { Type } from '@nestjs/common';
import {
  SIGNATURE_FORMAT,
  SIGNATURE_KEY,
  type AttachedSignature,
  type ClassSignature,
} from '../../lib/types/method-signature.js';

/** The one place of the tests that knows how a compiler attaches a signature to a class. */
export type { AttachedSignature, ClassSignature };
export type { TypeSignature } from '../../lib/types/type.js';
export { SIGNATURE_FORMAT };

/** The signature of a class. */
export function signatureOf(type: unknown): AttachedSignature {
  const attached: unknown = Reflect.get(type as object, SIGNATURE_KEY);
  if (attached === undefined) throw new Error('The class has no signature.');
  return attached as AttachedSignature;
}

/** Attaches a signature as a compiler does, with the members that a test states. */
export function withSignature<Class extends Type>(
  type: Class,
  members: object,
  references: AttachedSignature['references'] = {},
): Class {
  const signature = { format: SIGNATURE_FORMAT, className: type.name, ...members };
  Object.defineProperty(type, SIGNATURE_KEY, {
    value: { signature, references },
    configurable: true,
  });
  return type;
}

/** Takes the signature from a class. */
export function removeSignature(type: object): void {
  Reflect.deleteProperty(type, SIGNATURE_KEY);
}
