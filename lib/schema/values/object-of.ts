/** An object with foreign names: only own properties are read and written. */
export interface ForeignObject {
  readonly [name: string]: unknown;
}

const EMPTY: ForeignObject = Object.freeze({});

/** The object that a value is; an empty one for the empty text; `undefined` for any other value. */
export function objectOf(value: unknown): ForeignObject | undefined {
  if (typeof value === 'object' && value !== null) return value as ForeignObject;
  return value === '' ? EMPTY : undefined;
}

/** The empty target of a sanitized object; a list for a list, as WordPress does not distinguish them. */
export function emptyLike(object: ForeignObject): Record<string, unknown> {
  return Array.isArray(object) ? ([] as unknown as Record<string, unknown>) : {};
}

/** Sets an own property of any name: assigning to `__proto__` would set the prototype. */
export function put(target: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') {
    target[name] = value;
    return;
  }
  const shape = { value, configurable: true, enumerable: true, writable: true };
  Object.defineProperty(target, name, shape);
}
