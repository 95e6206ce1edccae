import type { TypeSignature } from '../../../model/signature/method-signature.js';
import type { DeclaredType } from '../../../model/types/declared-type.js';
import type { ClassReferences } from '../../classes/class-references.js';

/** A type of a signature for the rules, with a class by its symbol instead of its key. */
export function declaredTypeOf(type: TypeSignature, references: ClassReferences): DeclaredType {
  if (type.kind === 'array') return { ...type, items: declaredTypeOf(type.items, references) };
  // Only the returned type of a method can be an object, and no rule checks that.
  if (type.kind === 'object') return { kind: 'opaque', text: type.name ?? 'an object' };
  if (type.kind === 'any') return { kind: 'opaque', text: 'unknown' };
  if (type.kind === 'union') return { kind: 'opaque', text: 'a union of types' };
  if (type.kind !== 'class') return type;
  const { name, ...rest } = type;
  return { ...rest, handle: { name, ref: references.symbolOf(name) } };
}
