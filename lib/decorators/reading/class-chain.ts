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

/** The nearest prototype of a class that has a member of a name. */
export function prototypeWith(type: Class, name: string): object | undefined {
  return prototypesOf(type).find((prototype) => Object.hasOwn(prototype, name));
}

/** The method of a class or of one that it extends; never runs a getter. */
export function methodOf(type: Class, name: string): unknown {
  const prototype = prototypeWith(type, name);
  return prototype && Object.getOwnPropertyDescriptor(prototype, name)?.value;
}

/**
 * The method of a class that a decorator may have made an accessor, as decorators that bind methods do. The
 * getter sees an object of the class, never the prototype: it may write what it binds to what it sees.
 */
export function decoratedMethodOf(type: Class, name: string): unknown {
  const prototype = prototypeWith(type, name);
  const descriptor = prototype && Object.getOwnPropertyDescriptor(prototype, name);
  if (prototype === undefined || descriptor?.get === undefined) return descriptor?.value;
  try {
    return Reflect.get(prototype, name, Object.create(type.prototype as object)) as unknown;
  } catch {
    // A getter that needs a whole instance: the class has no method that could be read.
    return undefined;
  }
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
