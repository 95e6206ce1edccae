const DEEPEST = 64;

/**
 * Whether a value is the same after it was written as JSON and read again: texts, finite numbers, booleans,
 * `null`, lists and plain objects of those. A class instance is not: a serializer that runs later would no
 * longer find the rules of its class, and would send what they exclude.
 */
export function isPlainData(value: unknown, depth = 0): boolean {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true;
    case 'number':
      return Number.isFinite(value);
    case 'object':
      return value === null || (depth < DEEPEST && isPlainObject(value, depth + 1));
    default:
      return false;
  }
}

function isPlainObject(value: object, depth: number): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (Array.isArray(value)) {
    return prototype === Array.prototype && value.every((item) => isPlainData(item, depth));
  }
  if (prototype !== null && prototype !== Object.prototype) return false;
  if ('toJSON' in value || Object.getOwnPropertySymbols(value).length > 0) return false;
  return Object.values(value).every((item) => item === undefined || isPlainData(item, depth));
}
