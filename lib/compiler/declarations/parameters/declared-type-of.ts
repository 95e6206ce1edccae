import type { DeclaredType } from '../../../model/types/declared-type.js';
import type { TypeSignature } from '../../../model/signature/method-signature.js';
import type { ClassReferences } from '../../classes/class-references.js';

/** A type of a signature as the rules take it: a class by its symbol, not by its key. */
export function declaredTypeOf(type: TypeSignature, references: ClassReferences): DeclaredType {
  if (type.kind === 'array') return { ...type, items: declaredTypeOf(type.items, references) };
  // Of what a method returns alone, which no rule looks at.
  if (type.kind === 'object') return { kind: 'opaque', text: type.name ?? 'an object' };
  if (type.kind !== 'class') return type;
  const { name, ...rest } = type;
  return { ...rest, handle: { name, ref: references.symbolOf(name) } };
}
