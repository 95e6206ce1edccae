import {
  type Callback,
  type Permission,
  callbacksOf,
} from '../../routes/declaration/permission.js';
import type { RouteDocumentation } from '../../routes/declaration/route-declaration.js';
import { typeOfClass } from '../../routes/declaration/type-by-hand.js';
import type { Class } from '../../shared/records.js';
import type {
  AttachedSignature,
  ClassSignature,
  MethodSignature,
} from '../../types/method-signature.js';
import {
  type ClassKey,
  type DeclaredProperty,
  type DeclaredType,
  INJECTED_NAMES,
  mapProperties,
  mapType,
  type NamedType,
  type PropertySignature,
  type TypeSignature,
  type TypeTraits,
} from '../../types/type.js';
import {
  attachedSignature,
  parameterDescriptions,
  callbackPlace,
  CALLBACK_KEY,
  type CallbackPlace,
  isRequestClass,
} from '../metadata-accessor.js';

/** Nearest first. */
export function chainOf(type: Class): readonly Class[] {
  const parent: unknown = Object.getPrototypeOf(type);
  return typeof parent === 'function' && parent !== Function.prototype
    ? [type, ...chainOf(parent as Class)]
    : [type];
}

/** Whether a class, or one that it extends, has a signature. */
export function hasSignature(type: Class): boolean {
  return chainOf(type).some((one) => attachedSignature(one) !== undefined);
}

/** Nearest first; without `Object`'s. */
export function prototypesOf(type: Class): readonly object[] {
  const found: object[] = [];
  for (let at: object | null = type.prototype; isOfClass(at); at = Object.getPrototypeOf(at)) {
    found.push(at);
  }
  return found;
}

export function prototypeWith(type: Class, name: string): object | undefined {
  return prototypesOf(type).find((prototype) => Object.hasOwn(prototype, name));
}

/** Never runs a getter. */
export function methodOf(type: Class, name: string): unknown {
  const prototype = prototypeWith(type, name);
  return prototype && Object.getOwnPropertyDescriptor(prototype, name)?.value;
}

/**
 * The method of a class that a decorator may have made an accessor, as decorators that bind methods do. The getter sees
 * an object of the class, never the prototype: it may write the bound method on that object.
 */
export function decoratedMethodOf(type: Class, name: string): unknown {
  const prototype = prototypeWith(type, name);
  const descriptor = prototype && Object.getOwnPropertyDescriptor(prototype, name);
  if (prototype === undefined || descriptor?.get === undefined) return descriptor?.value;
  try {
    return Reflect.get(prototype, name, Object.create(type.prototype as object)) as unknown;
  } catch {
    // The getter needs a complete instance: the class has no method that could be read.
    return undefined;
  }
}

/** Never runs a getter. */
function nameOfValue(owner: object, value: unknown): string | undefined {
  return Object.getOwnPropertyNames(owner).find(
    (name) => Object.getOwnPropertyDescriptor(owner, name)?.value === value,
  );
}

function isOfClass(prototype: object | null): prototype is object {
  return prototype !== null && prototype !== Object.prototype;
}

/**
 * Stores the places of the static methods that a permission names. The decorators of instance methods run before those
 * of static methods, so a decorator that replaces the static method hides it later.
 */
export function notePlaces(permission: Permission | undefined, type: unknown): void {
  if (typeof type !== 'function') return;
  for (const { method } of callbacksOf<Callback>(permission)) {
    const place =
      typeof method === 'function' ? findPlace(chainOf(type as Class), method) : undefined;
    if (place !== undefined) Reflect.defineMetadata(CALLBACK_KEY, place, method);
  }
}

/**
 * The class whose static method a callback names, and the name: of the controller, of a class that a signature of its
 * chain knows, or the place of the method before a decorator replaced it.
 */
export function placeOfCallback(type: Class, method: object): CallbackPlace | undefined {
  const chain = chainOf(type);
  return findPlace([...chain, ...chain.flatMap(referencesOf)], method) ?? callbackPlace(method);
}

function findPlace(owners: readonly Class[], method: object): CallbackPlace | undefined {
  for (const owner of owners) {
    const name = nameOfValue(owner, method);
    if (name !== undefined) return { owner, name };
  }
  return undefined;
}

/**
 * Whether a callback of a controller is a static method of a class. Where the class is unknown, the
 * text of the function decides, or the decorators on its parameters.
 *
 * @param owner The class that `placeOfCallback` found.
 */
export function isStaticMethod(type: Class, method: unknown, owner: Class | undefined): boolean {
  if (typeof method !== 'function') return false;
  if (owner !== undefined) return true;
  const isInstanceMethod = chainOf(type).some(
    ({ prototype }) => nameOfValue(prototype as object, method) !== undefined,
  );
  if (isInstanceMethod) return false;
  return parameterDescriptions(method).size > 0 || isWrittenAsMethod(method);
}

function referencesOf(type: Class): readonly Class[] {
  const references = Object.values(attachedSignature(type)?.references ?? {});
  return references.flatMap((reference) => {
    const value = reference();
    return typeof value === 'function' ? [value as Class] : [];
  });
}

/** `mayEdit(id) {}`: neither an arrow function nor a `function` expression. */
function isWrittenAsMethod(method: { readonly name: string }): boolean {
  const text = Function.prototype.toString.call(method).replace(/^async\s+/, '');
  return method.name !== '' && text.startsWith(`${method.name}(`);
}

export function classType(type: Class): DeclaredType {
  if (isRequestClass(type)) return { kind: 'request' };
  const injected = INJECTED_NAMES.find((name) => Reflect.get(globalThis, name) === type);
  return injected === undefined ? typeOfClass(type) : { kind: 'request', injected };
}

interface SignedMethod {
  readonly owner: Class;
  readonly method: MethodSignature;
  readonly attached: AttachedSignature;
}

/** The parameters of a method, from the nearest class of the chain whose signature has it. */
export function signedMethod(type: Class, name: string): readonly DeclaredProperty[] | undefined {
  return parametersOf(findOwnMethod(type, name));
}

export function documentationOf(type: Class, name: string): RouteDocumentation | undefined {
  const found = findOwnMethod(type, name);
  if (found === undefined) return undefined;
  const { parameters: _parameters, returns, responses, ...others } = found.method;
  const resolve = (one: TypeSignature) => resolveReturned(one, found.attached);
  const controller = attachedSignature(type)?.signature.documentation;
  return {
    ...others,
    ...(controller && { controller }),
    ...(returns && { returns: resolve(returns) }),
    ...(responses && { responses: responses.map((one) => ({ ...one, type: resolve(one.type) })) }),
  };
}

/**
 * A static method that a callback of `type` names. The controller's own signature has them, under
 * `Class.method` if the method belongs to another class, so that a compiler need not change the file of that class.
 */
export function signedCallback(type: Class, owner: Class, name: string): SignedMethod | undefined {
  const isInherited = chainOf(type).includes(owner);
  return findMethod(type, ({ staticMethods }, { references }) => {
    const key = Object.keys(references).find((one) => references[one]?.() === owner);
    const qualified = key === undefined ? undefined : own(staticMethods, `${key}.${name}`);
    return qualified ?? (isInherited ? own(staticMethods, name) : undefined);
  });
}

/** A signature describes the method of its own class, not an override in a subclass without a signature. */
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

export function parametersOf(
  found: SignedMethod | undefined,
): readonly DeclaredProperty[] | undefined {
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

/** Resolves the classes that the signatures of parameters name. */
export function resolveParameters(
  parameters: readonly PropertySignature[],
  attached: AttachedSignature,
): readonly DeclaredProperty[] {
  return mapProperties(parameters, (named) => resolveParameter(named, attached));
}

/** Only the return type of a method may have an object of which only the name is known. */
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
