const DEEPEST = 32;

/** Thrown within this file alone: what a value holds cannot be seen, so it cannot be told from others. */
class NoCanonicalForm extends Error {}

/**
 * Arguments as one text: equal arguments have the same, different ones never. Sorted by name, so that
 * order does not count; an argument that is `undefined` is as absent. `Date`s by their time, instances
 * of classes as plain objects (or by their `toJSON`), `-0` as `0`.
 *
 * @example
 * canonicalArguments({ page: 1, day: new Date(0) }); // {"day":D0,"page":1}
 *
 * @returns `undefined` where a value has no such text: a function, a circle, an object whose state
 * cannot be seen (a `Map`, private fields alone). Such a question is not cached.
 */
export function canonicalArguments(args: Readonly<Record<string, unknown>>): string | undefined {
  try {
    return propertiesOf(args, 0);
  } catch (error) {
    // A getter or a `toJSON` of the application's may throw too: the method will say so itself.
    if (error instanceof Error) return undefined;
    throw error;
  }
}

/** Kinds differ in their first character, and each text says where it ends: none can pass for another. */
function canonical(value: unknown, depth: number): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value);
    case 'number':
    case 'boolean':
    case 'undefined':
      return String(value);
    case 'bigint':
      return `${value}n`;
    case 'object':
      return value === null ? 'null' : canonicalObject(value, depth + 1);
    default:
      throw new NoCanonicalForm();
  }
}

function canonicalObject(value: object, depth: number): string {
  if (depth > DEEPEST) throw new NoCanonicalForm();
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item, depth)).join()}]`;
  if (value instanceof Date) return `D${value.getTime()}`;
  if ('toJSON' in value && typeof value.toJSON === 'function') {
    return `J${canonical(value.toJSON(), depth)}`;
  }
  if (hidesItsState(value)) throw new NoCanonicalForm();
  return propertiesOf(value as Readonly<Record<string, unknown>>, depth);
}

function propertiesOf(value: Readonly<Record<string, unknown>>, depth: number): string {
  const parts: string[] = [];
  for (const name of Object.keys(value).sort()) {
    const item = value[name];
    if (item !== undefined) parts.push(`${JSON.stringify(name)}:${canonical(item, depth)}`);
  }
  return `{${parts.join()}}`;
}

function hidesItsState(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  const isPlain = prototype === null || prototype === Object.prototype;
  return !isPlain && Object.keys(value).length === 0;
}
