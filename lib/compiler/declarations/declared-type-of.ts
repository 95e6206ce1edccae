import type { TypeSignature } from '../../model/signature/method-signature.js';
import type { DeclaredType } from '../../model/types/declared-type.js';
import type { ClassReferences } from '../classes/class-references.js';

/** A type of a signature for the rules, with a class by its symbol instead of its key. */
export function declaredTypeOf(type: TypeSignature, references: ClassReferences): DeclaredType {
  switch (type.kind) {
    case 'array':
      return { ...type, items: declaredTypeOf(type.items, references) };
    case 'union':
      return { ...type, options: type.options.map((one) => declaredTypeOf(one, references)) };
    case 'object':
      return declaredObject(type, references);
    case 'class': {
      const { name, ...rest } = type;
      return { ...rest, handle: { name, ref: references.symbolOf(name) } };
    }
    default:
      return type;
  }
}

function declaredObject(
  { properties, additional, ...rest }: Extract<TypeSignature, { readonly kind: 'object' }>,
  references: ClassReferences,
): DeclaredType {
  const declared = properties?.map((property) => ({
    ...property,
    type: declaredTypeOf(property.type, references),
  }));
  return {
    ...rest,
    ...(declared === undefined ? {} : { properties: declared }),
    ...(additional === undefined ? {} : { additional: declaredTypeOf(additional, references) }),
  };
}
