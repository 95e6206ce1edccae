import type { Class } from '../../shared/class.js';
import { attachedSignature, parameterDescriptions } from '../metadata-accessor.js';
import { chainOf, nameOfValue } from './class-chain.js';

/** The class whose static method a callback names: the controller, or a class that a signature of its chain knows. */
export function callbackOwner(type: Class, method: object): Class | undefined {
  const chain = chainOf(type);
  return [...chain, ...chain.flatMap(referencesOf)].find((owner) => hasOwn(owner, method));
}

/**
 * Whether a callback of a controller is a static method of a class. Where the class is unknown, the
 * text of the function decides, or the decorators on its parameters.
 *
 * @param owner The class that `callbackOwner` found.
 */
export function isStaticMethod(type: Class, method: unknown, owner: Class | undefined): boolean {
  if (typeof method !== 'function') return false;
  if (owner !== undefined) return true;
  const isInstanceMethod = chainOf(type).some(({ prototype }) => hasOwn(prototype, method));
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

function hasOwn(owner: object, method: unknown): boolean {
  return nameOfValue(owner, method) !== undefined;
}

/** `mayEdit(id) {}`: neither an arrow function nor a `function` expression. */
function isWrittenAsMethod(method: { readonly name: string }): boolean {
  const text = Function.prototype.toString.call(method).replace(/^async\s+/, '');
  return method.name !== '' && text.startsWith(`${method.name}(`);
}
