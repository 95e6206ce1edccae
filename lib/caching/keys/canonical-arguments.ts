const DEEPEST = 32;

/** Thrown within this file only: the state of a value is hidden, so two values cannot be compared. */
class NoCanonicalForm extends Error {}

/**
 * Arguments as one text. Equal arguments have the same text, different arguments never do. Names are
 * sorted, and an argument that is `undefined` counts as absent. A `Date` is written by its time, an
 * instance of a class as a plain object or by its `toJSON`, `-0` as `0`.
 *
 * @example
 * canonicalArguments({ page: 1, day: new Date(0) }); // {"day":D0,"page":1}
 *
 * @returns `undefined` where a value has no such text: a function, a circular object, an object whose
 * state is hidden (a `Map`, a class with only private fields). Such a request is not cached.
 */
export function canonicalArguments(args: Readonly<Record<string, unknown>>): string | undefined {
  try {
    return propertiesOf(args, 0);
  } catch (error) {
    // A getter or a `toJSON` of the application may throw as well; the method then reports the error.
    if (error instanceof Error) return undefined;
    throw error;
  }
}

/** Each kind has its own first character and marks its own end, so no two values have one text. */
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
