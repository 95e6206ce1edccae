import type { ParameterDeclaration } from '../../model/declaration/parameter-declaration.js';
import type { RouteDocumentation } from '../../model/declaration/route-declaration.js';
import type {
  AttachedSignature,
  MethodSignature,
  ParameterSignature,
  TypeSignature,
} from '../../model/signature/method-signature.js';
import type { DeclaredType } from '../../model/types/declared-type.js';
import type { ReturnedType } from '../../model/types/returned-type.js';
import type { Class } from '../../shared/class.js';
import { classType } from './class-type.js';

/** The signature of a parameter, with the classes it names resolved. */
export type SignedParameter = NonNullable<ParameterDeclaration['signature']>;

/** Resolves the classes that the signatures of parameters name. */
export function resolveParameters(
  parameters: readonly ParameterSignature[],
  attached: AttachedSignature,
): readonly SignedParameter[] {
  return parameters.map((parameter) => ({
    ...parameter,
    type: resolveType(parameter.type, attached),
  }));
}

/** What a signature states of a method for documents only, with its classes resolved. */
export function resolveDocumentation(
  { returns, returnsResponse, description, deprecated }: MethodSignature,
  attached: AttachedSignature,
): RouteDocumentation {
  return {
    returns: returns === undefined ? undefined : resolveReturned(returns, attached),
    returnsResponse: returnsResponse === true,
    description,
    deprecated,
  };
}

function resolveType(type: TypeSignature, attached: AttachedSignature): DeclaredType {
  if (type.kind === 'array') return { ...type, items: resolveType(type.items, attached) };
  // Only what a method returns is an object.
  if (type.kind === 'object') return { kind: 'opaque', text: type.name ?? 'an object' };
  if (type.kind === 'any') return { kind: 'opaque', text: 'unknown' };
  if (type.kind === 'union') return { kind: 'opaque', text: 'a union of types' };
  return type.kind === 'class' ? resolveClass(type, attached) : type;
}

function resolveReturned(type: TypeSignature, attached: AttachedSignature): ReturnedType {
  if (type.kind === 'array') return { ...type, items: resolveReturned(type.items, attached) };
  if (type.kind !== 'object') return resolveType(type, attached);
  const { properties, ...rest } = type;
  if (properties === undefined) return rest;
  const resolved = properties.map((property) => ({
    ...property,
    type: resolveReturned(property.type, attached),
  }));
  return { ...rest, properties: resolved };
}

function resolveClass(
  type: Extract<TypeSignature, { readonly kind: 'class' }>,
  attached: AttachedSignature,
): DeclaredType {
  const reference = attached.references[type.name]?.();
  if (typeof reference !== 'function') return { kind: 'opaque', text: type.name };
  const resolved = classType(reference as Class);
  return type.nullable === true ? { ...resolved, nullable: true } : resolved;
}
