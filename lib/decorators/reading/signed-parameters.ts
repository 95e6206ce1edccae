import type { Class } from '../../shared/class.js';
import type { ParameterDeclaration } from '../../model/declaration/parameter-declaration.js';
import type { RouteDocumentation } from '../../model/declaration/route-declaration.js';
import { signatureOf } from './signature-metadata.js';

type SignedParameters = readonly NonNullable<ParameterDeclaration['signature']>[];

/** The parameters of a method, from the class itself or from the nearest one it extends that has them. */
export function signedMethod(type: Class, name: string): SignedParameters | undefined {
  return firstOf(chainOf(type), (owner) => signatureOf(owner)?.methods(name));
}

/** What the nearest class that has the method says of it for readers. */
export function documentationOf(type: Class, name: string): RouteDocumentation | undefined {
  return firstOf(chainOf(type), (owner) => signatureOf(owner)?.documentation(name));
}

/**
 * The parameters of a static method that a callback of `type` names. The controller's own signature
 * has them, under `Class.method` where the class is another one, so that a compiler need not touch
 * that class's file.
 */
export function signedCallback(
  type: Class,
  owner: Class,
  name: string,
): SignedParameters | undefined {
  return firstOf(chainOf(type), (at) => {
    const signature = signatureOf(at);
    if (signature === undefined) return undefined;
    const references = Object.entries(signature.attached.references);
    const key = references.find(([, reference]) => reference() === owner)?.[0];
    const qualified = key === undefined ? undefined : signature.staticMethods(`${key}.${name}`);
    return qualified ?? (chainOf(type).includes(owner) ? signature.staticMethods(name) : undefined);
  });
}

/** A class and the classes it extends, nearest first. */
export function chainOf(type: Class): readonly Class[] {
  const parent: unknown = Object.getPrototypeOf(type);
  return typeof parent === 'function' && parent !== Function.prototype
    ? [type, ...chainOf(parent as Class)]
    : [type];
}

function firstOf<Item, Found>(
  items: readonly Item[],
  find: (item: Item) => Found | undefined,
): Found | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
