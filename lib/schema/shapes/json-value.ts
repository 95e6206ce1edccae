/**
 * A value as `JSON.stringify` takes it, without its parts: what `toJSON` returns, the value of a wrapper
 * object, `null` for a number that JSON does not have, and `undefined` for what JSON leaves out.
 *
 * @throws TypeError on a bigint without `toJSON`, as `JSON.stringify` does.
 */
export function jsonValue(value: unknown, key: string | number): unknown {
  const json = mayHaveMethod(value) ? callToJson(value, key) : value;
  switch (typeof json) {
    case 'number':
      return Number.isFinite(json) ? json : null;
    case 'function':
    case 'symbol':
      return undefined;
    case 'bigint':
      throw new TypeError('Do not know how to serialize a BigInt');
    case 'object':
      return unwrapped(json);
    default:
      return json;
  }
}

function mayHaveMethod(value: unknown): value is object {
  if (typeof value === 'object') return value !== null;
  return typeof value === 'bigint' || typeof value === 'function';
}

function callToJson(value: object, key: string | number): unknown {
  const { toJSON } = value as { readonly toJSON?: unknown };
  return typeof toJSON === 'function' ? Reflect.apply(toJSON, value, [String(key)]) : value;
}

/** `new String('a')` is a text in JSON. */
function unwrapped(value: object | null): unknown {
  switch (Object.prototype.toString.call(value)) {
    case '[object String]':
    case '[object Boolean]':
      return value?.valueOf();
    case '[object Number]':
      return Number.isFinite(Number(value)) ? Number(value) : null;
    default:
      return value;
  }
}

/** The properties that JSON contains, each read once: own, enumerable ones. */
export function jsonProperties(value: object): Readonly<Record<string, unknown>> {
  return { ...value };
}

/** A property of such a copy: names such as `constructor` are found in every object. */
export function ownProperty(properties: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/** Sets a property of any name, `__proto__` included. */
export function setProperty(target: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__') {
    const traits = { enumerable: true, configurable: true, writable: true };
    Object.defineProperty(target, name, { ...traits, value });
  } else target[name] = value;
}
