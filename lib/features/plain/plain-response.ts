import type { HeaderLine } from '../../shared/header-names.js';

/**
 * The headers that belong to a handler: those of `@Header`, and those that were set while it ran. All others belong to
 * one request, such as those of CORS and request ids, and are not stored.
 *
 * @param declared The names of `@Header`, in lower case.
 */
export function ownHeadersOf(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  declared: ReadonlySet<string>,
): {
  readonly lines: readonly HeaderLine[];
  /** Whether a header was set while the handler ran. */
  readonly hasChanged: boolean;
  /** The names of headers set by others that the handler has changed or removed. */
  readonly replaced: readonly string[];
} {
  const lines: HeaderLine[] = [];
  const replaced = Object.keys(before).filter((name) => !(name in after));
  let hasChanged = replaced.length > 0;
  for (const [name, value] of Object.entries(after)) {
    const known = before[name];
    const isChanged = String(known) !== String(value);
    hasChanged ||= isChanged;
    if (declared.has(name) || (isChanged && known === undefined))
      lines.push(...linesOf(name, value));
    else if (isChanged && name === 'vary') lines.push([name, addedNames(known, value)]);
    else if (isChanged) replaced.push(name);
  }
  return { lines, hasChanged, replaced };
}

function linesOf(name: string, value: unknown): readonly HeaderLine[] {
  return [value].flat().map((line) => [name, String(line)] as const);
}

function addedNames(known: unknown, value: unknown): string {
  const others = new Set(namesIn(String(known).toLowerCase()));
  const added = namesIn(String(value)).filter((name) => !others.has(name.toLowerCase()));
  return added.join(', ');
}

function namesIn(list: string): readonly string[] {
  return list.split(',').map((name) => name.trim());
}

const DEEPEST = 64;

/**
 * Whether a value is the same after it was written as JSON and read again: texts, finite numbers, booleans, `null`,
 * lists and plain objects of those. A class instance is not: a later serializer would not find the rules of its class,
 * and would send properties that they exclude.
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

/**
 * The JSON text of a value, if an adapter writes the value as it writes the data in that text. Bytes are sent unchanged,
 * an object whose JSON is a text, such as a date, is written in another way than the text, and so is `NaN`.
 */
export function jsonOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) {
    return isPlainData(value) ? JSON.stringify(value) : undefined;
  }
  const isBytes = ArrayBuffer.isView(value) || value instanceof ArrayBuffer;
  if (isBytes || value instanceof Error) return undefined;
  try {
    const text = JSON.stringify(value);
    return /^[{[]/.test(text) ? text : undefined;
  } catch {
    // It has a cycle or a BigInt: the adapter decides about it, on each request.
    return undefined;
  }
}
