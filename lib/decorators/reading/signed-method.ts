import type { RouteDocumentation } from '../../model/declaration/route-declaration.js';
import type {
  AttachedSignature,
  ClassSignature,
  MethodSignature,
} from '../../model/signature/method-signature.js';
import type { Class } from '../../shared/class.js';
import { attachedSignature } from '../metadata-accessor.js';
import { chainOf, prototypesOf, prototypeWith } from './class-chain.js';
import {
  resolveDocumentation,
  resolveParameters,
  type SignedParameter,
} from './resolved-signature.js';

/** A method of a signature, and the signature it belongs to. */
interface SignedMethod {
  readonly owner: Class;
  readonly method: MethodSignature;
  readonly attached: AttachedSignature;
}

/** The parameters of a method, from the nearest class of the chain whose signature has it. */
export function signedMethod(type: Class, name: string): readonly SignedParameter[] | undefined {
  return parametersOf(findOwnMethod(type, name));
}

/** What the signature states of a method for documents only. */
export function documentationOf(type: Class, name: string): RouteDocumentation | undefined {
  const found = findOwnMethod(type, name);
  return found === undefined ? undefined : resolveDocumentation(found.method, found.attached);
}

/**
 * The parameters of a static method that a callback of `type` names. The controller's own signature
 * has them, under `Class.method` where the method belongs to another class, so that a compiler need
 * not change the file of that class.
 */
export function signedCallback(
  type: Class,
  owner: Class,
  name: string,
): readonly SignedParameter[] | undefined {
  const isInherited = chainOf(type).includes(owner);
  const found = findMethod(type, ({ staticMethods }, { references }) => {
    const key = Object.keys(references).find((one) => references[one]?.() === owner);
    const qualified = key === undefined ? undefined : own(staticMethods, `${key}.${name}`);
    return qualified ?? (isInherited ? own(staticMethods, name) : undefined);
  });
  return parametersOf(found);
}

/** A signature describes the method that its class has: never an override of a class without one. */
function findOwnMethod(type: Class, name: string): SignedMethod | undefined {
  const prototype = prototypeWith(type, name);
  const found = findMethod(type, ({ methods }) => own(methods, name));
  if (prototype === undefined || found === undefined) return found;
  return prototypesOf(found.owner).includes(prototype) ? found : undefined;
}

function findMethod(
  type: Class,
  find: (signature: ClassSignature, attached: AttachedSignature) => MethodSignature | undefined,
): SignedMethod | undefined {
  for (const owner of chainOf(type)) {
    const attached = attachedSignature(owner);
    const method = attached === undefined ? undefined : find(attached.signature, attached);
    if (attached !== undefined && method !== undefined) return { owner, method, attached };
  }
  return undefined;
}

function parametersOf(found: SignedMethod | undefined): readonly SignedParameter[] | undefined {
  return found === undefined
    ? undefined
    : resolveParameters(found.method.parameters, found.attached);
}

function own(
  methods: Readonly<Record<string, MethodSignature>> | undefined,
  name: string,
): MethodSignature | undefined {
  return methods !== undefined && Object.hasOwn(methods, name) ? methods[name] : undefined;
}
