import type { ParameterDeclaration } from '../../routes/declaration/parameter-declaration.js';
import type {
  DocumentedResponse,
  RouteDocumentation,
} from '../../routes/declaration/route-declaration.js';
import type {
  AttachedSignature,
  MethodSignature,
  ParameterSignature,
  ResponseSignature,
  TypeSignature,
} from '../../types/method-signature.js';
import type {
  ClassType,
  DeclaredType,
  ReturnedObject,
  ReturnedType,
} from '../../types/declared-type.js';
import type { Class } from '../../shared/records.js';
import { classType } from './class-chain.js';

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

function resolveType(type: TypeSignature, attached: AttachedSignature): DeclaredType {
  switch (type.kind) {
    case 'array':
      return { ...type, items: resolveType(type.items, attached) };
    case 'union':
      return { ...type, options: type.options.map((option) => resolveType(option, attached)) };
    case 'object':
      return resolveObject(type, attached);
    case 'class':
      return resolveClass(type, attached);
    default:
      return type;
  }
}

/** Only what a method returns may have an object of which nothing but its name is known. */
function resolveObject(
  { properties, additional, ...rest }: Extract<TypeSignature, { readonly kind: 'object' }>,
  attached: AttachedSignature,
): DeclaredType {
  if (properties === undefined && additional === undefined) {
    return { kind: 'opaque', text: rest.name ?? 'an object' };
  }
  return {
    ...rest,
    ...(properties === undefined ? {} : { properties: resolveParameters(properties, attached) }),
    ...(additional === undefined ? {} : { additional: resolveType(additional, attached) }),
  };
}

function resolveReturned(type: TypeSignature, attached: AttachedSignature): ReturnedType {
  switch (type.kind) {
    case 'array':
      return { ...type, items: resolveReturned(type.items, attached) };
    case 'union':
      return { ...type, options: type.options.map((option) => resolveReturned(option, attached)) };
    case 'object':
      return resolveReturnedObject(type, attached);
    case 'class':
      return { ...resolveClass(type, attached), ...(type.linked && { linked: true }) };
    default:
      return type;
  }
}

function resolveReturnedObject(
  { properties, additional, ...rest }: Extract<TypeSignature, { readonly kind: 'object' }>,
  attached: AttachedSignature,
): ReturnedObject {
  const resolved = properties?.map((property) => ({
    ...property,
    type: resolveReturned(property.type, attached),
  }));
  return {
    ...rest,
    ...(resolved === undefined ? {} : { properties: resolved }),
    ...(additional === undefined ? {} : { additional: resolveReturned(additional, attached) }),
  };
}

/** A class, the request, a file, or what is none of them. */
type ResolvedClass = (
  | ClassType
  | { readonly kind: 'request' | 'file' }
  | { readonly kind: 'opaque'; readonly text: string }
) & { readonly nullable?: true };

function resolveClass(
  type: Extract<TypeSignature, { readonly kind: 'class' }>,
  attached: AttachedSignature,
): ResolvedClass {
  const reference = attached.references[type.name]?.();
  if (typeof reference !== 'function') return { kind: 'opaque', text: type.name };
  const resolved = classType(reference as Class);
  return type.nullable === true ? { ...resolved, nullable: true } : resolved;
}
