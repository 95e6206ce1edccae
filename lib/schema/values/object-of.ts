/** Foreign names are keys like any other here: read own, written own. */
export interface ForeignObject {
  readonly [name: string]: unknown;
}

const EMPTY: ForeignObject = Object.freeze({});

/** The object that a value is; the empty text is an empty one; nothing for any other. */
export function objectOf(value: unknown): ForeignObject | undefined {
  if (typeof value === 'object' && value !== null) return value as ForeignObject;
  return value === '' ? EMPTY : undefined;
}

/** What a sanitized object starts as; a list where WordPress, to whom both are one, keeps a list. */
export function emptyLike(object: ForeignObject): Record<string, unknown> {
  return Array.isArray(object) ? ([] as unknown as Record<string, unknown>) : {};
}

/** Sets an own property, whatever its name: assigning to `__proto__` would set the prototype. */
export function put(target: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') {
    target[name] = value;
    return;
  }
  const shape = { value, configurable: true, enumerable: true, writable: true };
  Object.defineProperty(target, name, shape);
}
