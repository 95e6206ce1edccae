import { Stream } from 'node:stream';

const MOST_DEEP = 6;
const MOST_LONG = 1500;

/** A value as a text that is the same for equal values, whatever they are. */
export function show(value: unknown): string {
  const text = textOf(value, 0, new Set());
  return text.length <= MOST_LONG ? text : `${text.slice(0, MOST_LONG)}… (${text.length})`;
}

function textOf(value: unknown, depth: number, outer: Set<object>): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return `function ${value.name}`;
  if (typeof value !== 'object' || value === null) return String(value);
  if (outer.has(value)) return '(cycle)';
  if (depth > MOST_DEEP) return '(deep)';
  const known = textOfKnown(value);
  if (known !== undefined) return known;
  outer.add(value);
  const within = (one: unknown): string => textOf(one, depth + 1, outer);
  const text = Array.isArray(value)
    ? `[${value.map(within).join(', ')}]`
    : `${nameOf(value)}{${Object.keys(value)
        .map((key) => `${key}: ${within(read(value, key))}`)
        .join(', ')}}`;
  outer.delete(value);
  return text;
}

function read(value: object, key: string): unknown {
  try {
    return Reflect.get(value, key);
  } catch {
    return '(throws)';
  }
}

function textOfKnown(value: object): string | undefined {
  if (value instanceof Date)
    return `Date(${Number.isNaN(+value) ? 'invalid' : value.toISOString()})`;
  if (Buffer.isBuffer(value)) return `Buffer(${value.length}: ${value.toString('latin1', 0, 60)})`;
  if (value instanceof Error) return errorText(value);
  if (value instanceof Stream) return value.constructor.name;
  if (value instanceof Map) return `Map${show([...(value as Map<unknown, unknown>)])}`;
  if (value instanceof Set) return `Set${show([...(value as Set<unknown>)])}`;
  return undefined;
}

/** What an application can tell of an error: its class, its text, its status and its response. */
function errorText(error: Error): string {
  const { name, message } = error;
  const status =
    'getStatus' in error ? ` ${String((error as { getStatus(): number }).getStatus())}` : '';
  const response =
    'getResponse' in error ? ` ${show((error as { getResponse(): unknown }).getResponse())}` : '';
  const cause = error.cause === undefined ? '' : ` of ${show(error.cause)}`;
  return `${error.constructor.name}(${name}: ${JSON.stringify(message)}${status}${response}${cause})`;
}

function nameOf(value: object): string {
  const prototype = Object.getPrototypeOf(value) as object | null;
  if (prototype === Object.prototype) return '';
  if (prototype === null) return 'null ';
  const { constructor } = value as { constructor?: { name: string } };
  return constructor === undefined ? 'null ' : `${constructor.name} `;
}
