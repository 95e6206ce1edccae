import type {
  AttachedSignature,
  MethodSignature,
  ResponseSignature,
} from '../../types/method-signature.js';
import {
  type ClassKey,
  type DeclaredType,
  mapProperties,
  mapType,
  type NamedType,
  type PropertySignature,
  type TypeSignature,
  type TypeTraits,
} from '../../types/type.js';
import type { ParameterDeclaration } from '../../routes/declaration/parameter-declaration.js';
import type {
  DocumentedResponse,
  RouteDocumentation,
} from '../../routes/declaration/route-declaration.js';
import type { Class } from '../../shared/records.js';
import { classType } from './class-chain.js';

/** The signature of a parameter, with the classes it names resolved. */
export type SignedParameter = NonNullable<ParameterDeclaration['signature']>;

/** Resolves the classes that the signatures of parameters name. */
export function resolveParameters(
  parameters: readonly PropertySignature[],
  attached: AttachedSignature,
): readonly SignedParameter[] {
  return mapProperties(parameters, (named) => resolveParameter(named, attached));
}

/** What a signature states of a method for documents only, with its classes resolved. */
export function resolveDocumentation(
  { returns, returnsResponse, responses, description, deprecated }: MethodSignature,
  attached: AttachedSignature,
): RouteDocumentation {
  return {
    returns: returns === undefined ? undefined : resolveReturned(returns, attached),
    returnsResponse: returnsResponse === true,
    ...(responses && { responses: responses.map((one) => resolveResponse(one, attached)) }),
    description,
    deprecated,
  };
}

function resolveResponse(
  { type, isResponse, statuses }: ResponseSignature,
  attached: AttachedSignature,
): DocumentedResponse {
  return { type: resolveReturned(type, attached), isResponse: isResponse === true, statuses };
}

/** Only what a method returns may have an object of which nothing but its name is known. */
function resolveParameter(named: NamedType, attached: AttachedSignature): DeclaredType {
  return named.kind === 'object'
    ? { kind: 'opaque', text: named.name ?? 'an object' }
    : resolveClass(named, attached);
}

function resolveReturned(type: TypeSignature, attached: AttachedSignature): DeclaredType {
  return mapType(type, (named) => (named.kind === 'class' ? resolveClass(named, attached) : named));
}

function resolveClass(
  { name, nullable, linked }: ClassKey & TypeTraits,
  attached: AttachedSignature,
): DeclaredType {
  const reference = attached.references[name]?.();
  if (typeof reference !== 'function') return { kind: 'opaque', text: name };
  const resolved = classType(reference as Class);
  return { ...resolved, ...(nullable && { nullable }), ...(linked && { linked }) };
}
