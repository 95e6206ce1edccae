import { isDescribed } from './metadata-reader.js';
import { type Class } from '../../shared/class.js';
import { signatureOf } from './signature-metadata.js';
import { chainOf } from './signed-parameters.js';

/** The class whose static method a callback names: the controller, or a class that its signature knows. */
export function callbackOwner(type: Class, method: object): Class | undefined {
  return [...chainOf(type), ...referencesOf(type)].find((owner) => hasStatic(owner, method));
}

/**
 * Whether a function is a static method of a class. Of a class that nobody names here only the
 * method itself is known: it is one by its text, or by the decorators on its parameters.
 */
export function isStaticMethod(type: Class, method: unknown): boolean {
  if (typeof method !== 'function') return false;
  if (callbackOwner(type, method) !== undefined) return true;
  const isInstanceMethod = chainOf(type).some((owner) => hasStatic(owner.prototype, method));
  return !isInstanceMethod && (isDescribed(method) || isWrittenAsMethod(method));
}

function referencesOf(type: Class): readonly Class[] {
  const references = Object.values(signatureOf(type)?.attached.references ?? {});
  return references.flatMap((reference) => {
    const value = reference();
    return typeof value === 'function' ? [value as Class] : [];
  });
}

function hasStatic(owner: object, method: unknown): boolean {
  return Object.getOwnPropertyNames(owner).some(
    (name) => Object.getOwnPropertyDescriptor(owner, name)?.value === method,
  );
}

/** `mayEdit(id) {}`, and neither an arrow nor a `function`. */
function isWrittenAsMethod(method: { readonly name: string }): boolean {
  const text = Function.prototype.toString.call(method).replace(/^async\s+/, '');
  return method.name !== '' && text.startsWith(`${method.name}(`);
}
