/** Decorators of applications that replace a method, and copy no metadata. */

type Method = (...args: unknown[]) => unknown;
type Wrap = (original: Method, self: unknown) => Method;

/** The method that a descriptor has for an object; a decorator below may have made it an accessor. */
const methodOf = (descriptor: PropertyDescriptor, self: unknown): Method =>
  (descriptor.get === undefined
    ? descriptor.value
    : Reflect.apply(descriptor.get, self, [])) as Method;

function wrapping(wrap: Wrap): MethodDecorator {
  return (_target, _name, descriptor: PropertyDescriptor) => {
    const before = { ...descriptor };
    const value = function (this: unknown, ...args: unknown[]): unknown {
      return Reflect.apply(wrap(methodOf(before, this), this), this, args);
    };
    return { value, configurable: true, writable: true, enumerable: false } as never;
  };
}

/** `descriptor.value = …`, as most decorators of applications do. */
const assigned: MethodDecorator = (_target, _name, descriptor: PropertyDescriptor) => {
  const before = { ...descriptor };
  if (before.get !== undefined) return;
  const original = before.value as Method;
  descriptor.value = function (this: unknown, ...args: unknown[]): unknown {
    return original.apply(this, args);
  };
};

/** Binds a method to the object that it is read from, and keeps it there. */
const bound: MethodDecorator = (_target, name, descriptor: PropertyDescriptor) => {
  const before = { ...descriptor };
  return {
    configurable: true,
    get(this: object) {
      const value: unknown = methodOf(before, this).bind(this);
      Object.defineProperty(this, name, { value, configurable: true, writable: true });
      return value;
    },
  } as never;
};

/** Copies what other decorators have stored on the method itself, and its name. */
const copied: MethodDecorator = (target, name, descriptor: PropertyDescriptor) => {
  const original: unknown = descriptor.value;
  assigned(target, name, descriptor);
  const value: unknown = descriptor.value;
  if (typeof original !== 'function' || typeof value !== 'function') return;
  for (const key of Reflect.getMetadataKeys(original) as unknown[]) {
    Reflect.defineMetadata(key, Reflect.getMetadata(key, original), value);
  }
  Object.defineProperty(value, 'name', { value: original.name, configurable: true });
};

/** The method that it replaces is the prototype of the new one, so that everything on it is found. */
const inheriting: MethodDecorator = (target, name, descriptor: PropertyDescriptor) => {
  const original: unknown = descriptor.value;
  assigned(target, name, descriptor);
  const value: unknown = descriptor.value;
  if (typeof original === 'function' && typeof value === 'function') {
    Object.setPrototypeOf(value, original);
  }
};

/** By name; `bound` makes the method an accessor, which Nest does not serve on a plain controller. */
export const METHOD_LAYERS = {
  assigned,
  replaced: wrapping(
    (original) =>
      function (this: unknown, ...args) {
        return original.apply(this, args);
      },
  ),
  asynchronous: wrapping(
    (original) =>
      async function (this: unknown, ...args) {
        await Promise.resolve();
        return original.apply(this, args);
      },
  ),
  arrow: wrapping(
    (original, self) =>
      (...args) =>
        original.apply(self, args),
  ),
  proxy: wrapping((original) => new Proxy(original, {})),
  bound,
  copied,
  inheriting,
} satisfies Record<string, MethodDecorator>;

export type MethodLayer = keyof typeof METHOD_LAYERS;

/** Several decorators as one; the first is outermost. */
export function layers(names: readonly MethodLayer[]): MethodDecorator {
  return (target, name, descriptor) => {
    let current: PropertyDescriptor = descriptor as PropertyDescriptor;
    for (const layer of names.toReversed()) {
      const decorate: MethodDecorator = METHOD_LAYERS[layer];
      current = (decorate(target, name, current as never) as PropertyDescriptor | void) ?? current;
    }
    return current as never;
  };
}

type Constructor = abstract new (...args: never[]) => object;

const wrapsMethods: ClassDecorator = (type) => {
  const prototype = type.prototype as object;
  for (const name of Object.getOwnPropertyNames(prototype)) {
    const descriptor = Object.getOwnPropertyDescriptor(prototype, name);
    if (name === 'constructor' || typeof descriptor?.value !== 'function') continue;
    Object.defineProperty(
      prototype,
      name,
      layers(['replaced'])(prototype, name, descriptor) ?? descriptor,
    );
  }
};

const extendsClass: ClassDecorator = (type) =>
  class extends (type as unknown as new (...args: unknown[]) => object) {} as never;

const bindsInstances: ClassDecorator = (type) =>
  class extends (type as unknown as new (...args: unknown[]) => object) {
    constructor(...args: unknown[]) {
      super(...args);
      const prototype = (type as unknown as Constructor).prototype as Record<string, unknown>;
      for (const name of Object.getOwnPropertyNames(prototype)) {
        const method = Reflect.get(this, name) as unknown;
        if (name === 'constructor' || typeof method !== 'function') continue;
        Object.defineProperty(this, name, { value: method.bind(this), configurable: true });
      }
    }
  } as never;

export const CLASS_LAYERS = { wrapsMethods, extendsClass, bindsInstances } satisfies Record<
  string,
  ClassDecorator
>;

export type ClassLayer = keyof typeof CLASS_LAYERS;

export function classLayers(names: readonly ClassLayer[]): ClassDecorator {
  return (type) => {
    let current = type;
    for (const layer of names.toReversed()) {
      const decorate: ClassDecorator = CLASS_LAYERS[layer];
      current = (decorate(current) as typeof current | void) ?? current;
    }
    return current;
  };
}

/** Where the decorators of an application are around those of the library. */
export interface Stacks {
  readonly aboveClass: readonly ClassLayer[];
  readonly belowClass: readonly ClassLayer[];
  readonly above: readonly MethodLayer[];
  readonly between: readonly MethodLayer[];
  readonly below: readonly MethodLayer[];
}

export const NO_STACKS: Stacks = {
  aboveClass: [],
  belowClass: [],
  above: [],
  between: [],
  below: [],
};
