import type { Class } from '../../shared/class.js';
import type { DeclaredType } from '../../model/types/declared-type.js';
import type { ParameterDeclaration } from '../../model/declaration/parameter-declaration.js';
import type { RouteDocumentation } from '../../model/declaration/route-declaration.js';
import {
  SIGNATURE_KEY,
  type AttachedSignature,
  type MethodSignature,
  type ParameterSignature,
  type TypeSignature,
} from '../../model/signature/method-signature.js';
import type { ReturnedType } from '../../model/types/returned-type.js';
import { classType } from './class-type.js';

type SignedParameter = NonNullable<ParameterDeclaration['signature']>;

/** What a compiler attached to a class, with the classes it names resolved. */
export interface ReadSignature {
  readonly attached: AttachedSignature;
  methods(name: string): readonly SignedParameter[] | undefined;
  staticMethods(name: string): readonly SignedParameter[] | undefined;
  readonly properties: readonly SignedParameter[] | undefined;
  /** What is said of a method for its readers alone. */
  documentation(name: string): RouteDocumentation | undefined;
}

/** The signature attached to a class itself; a superclass's speaks of the superclass alone. */
export function signatureOf(type: Class): ReadSignature | undefined {
  if (!Object.hasOwn(type, SIGNATURE_KEY)) return undefined;
  const attached = Reflect.get(type, SIGNATURE_KEY) as AttachedSignature;
  const { signature } = attached;
  const resolve = (parameter: ParameterSignature): SignedParameter => ({
    ...parameter,
    type: resolveType(parameter.type, attached),
  });
  const parametersOf = (
    methods: typeof signature.methods,
    name: string,
  ): readonly SignedParameter[] | undefined =>
    methods !== undefined && Object.hasOwn(methods, name)
      ? methods[name]?.parameters.map(resolve)
      : undefined;
  return {
    attached,
    methods: (name) => parametersOf(signature.methods, name),
    staticMethods: (name) => parametersOf(signature.staticMethods, name),
    properties: signature.properties?.map(resolve),
    documentation: (name) => {
      const { methods = {} } = signature;
      const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
      return method === undefined ? undefined : documentationOf(method, attached);
    },
  };
}

function documentationOf(
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
  // Of what a method returns alone.
  if (type.kind === 'object') return { kind: 'opaque', text: type.name ?? 'an object' };
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
