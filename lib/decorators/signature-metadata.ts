import type { DeclaredType, ParameterSource } from '../signature/declaration.js';
import {
  SIGNATURE_KEY,
  type AttachedSignature,
  type ParameterSignature,
  type TypeSignature,
} from '../signature/method-signature.js';
import { classType } from './class-type.js';

type Class = abstract new (...args: never[]) => object;
type SignedParameter = NonNullable<ParameterSource['signature']>;

/** What a compiler attached to a class, with the classes it names resolved. */
export interface ReadSignature {
  readonly attached: AttachedSignature;
  methods(name: string): readonly SignedParameter[] | undefined;
  staticMethods(name: string): readonly SignedParameter[] | undefined;
  readonly properties: readonly SignedParameter[] | undefined;
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
  };
}

function resolveType(type: TypeSignature, attached: AttachedSignature): DeclaredType {
  if (type.kind === 'array') return { ...type, items: resolveType(type.items, attached) };
  if (type.kind !== 'class') return type;
  const reference = attached.references[type.name]?.();
  if (typeof reference !== 'function') return { kind: 'opaque', text: type.name };
  const resolved = classType(reference as Class);
  return type.nullable === true ? { ...resolved, nullable: true } : resolved;
}
