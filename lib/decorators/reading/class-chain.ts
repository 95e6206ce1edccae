import type { Class } from '../../shared/class.js';

/** A class and the classes it extends, nearest first. */
export function chainOf(type: Class): readonly Class[] {
  const parent: unknown = Object.getPrototypeOf(type);
  return typeof parent === 'function' && parent !== Function.prototype
    ? [type, ...chainOf(parent as Class)]
    : [type];
}

/** The prototypes of a class and of the classes it extends, nearest first; without `Object`'s. */
export function prototypesOf(type: Class): readonly object[] {
  const found: object[] = [];
  for (let at: object | null = type.prototype; isOfClass(at); at = Object.getPrototypeOf(at)) {
    found.push(at);
  }
  return found;
}

/** The method of a class or of one that it extends; never runs a getter. */
export function methodOf(type: Class, name: string): unknown {
  for (const prototype of prototypesOf(type)) {
    const descriptor = Object.getOwnPropertyDescriptor(prototype, name);
    if (descriptor !== undefined) return descriptor.value;
  }
  return undefined;
}

/** The name under which an object holds a value of its own; never runs a getter. */
export function nameOfValue(owner: object, value: unknown): string | undefined {
  return Object.getOwnPropertyNames(owner).find(
    (name) => Object.getOwnPropertyDescriptor(owner, name)?.value === value,
  );
}

function isOfClass(prototype: object | null): prototype is object {
  return prototype !== null && prototype !== Object.prototype;
}
