import type { Class } from '../../shared/class.js';
import { callbacksOf } from '../../model/permissions/permission-combination.js';
import type { Callback, Permission } from '../../model/permissions/permission.js';
import { CALLBACK_KEY, type CallbackPlace } from '../metadata.js';
import { attachedSignature, parameterDescriptions, callbackPlace } from '../metadata-accessor.js';
import { chainOf, nameOfValue } from './class-chain.js';

/**
 * Notes where the static methods are that a permission names. The decorators of instance methods run
 * before those of static methods, so a decorator that replaces the static method hides it later.
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
 * The class whose static method a callback names, and the name: of the controller, of a class that a
 * signature of its chain knows, or where the method was before a decorator replaced it.
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
