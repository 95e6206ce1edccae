import { inspect } from 'node:util';
import { logError, logStack, logText, printableText } from './log-text.js';

/** The functions of Nest's `Logger` that are used here. */
interface ErrorLogger {
  error(message: unknown, stack?: string): void;
  warn(message: unknown): void;
}

/**
 * Logs an error as Nest logs its own: the logger gets the Error itself, with its class, causes and own properties. A
 * logger that prints it as text, by `util.inspect`, prints its message on one line, because a request could put text
 * there that looks like another line of the log.
 */
export function reportError(
  logger: ErrorLogger,
  error: unknown,
  level: 'error' | 'warn' = 'error',
): void {
  try {
    logger[level](loggable(error));
  } catch {
    // The logger reads properties, and a getter of the error has thrown.
    if (level === 'error') logger.error(logError(error), logStack(error));
    else logger.warn(logError(error));
  }
}

/** An error of the library about another one, which is its cause. A stack would show the library only. */
export function because(text: string, cause: unknown): Error {
  const error = new Error(logText(text), { cause });
  error.stack = `${error.name}: ${error.message}`;
  return error;
}

function loggable(error: unknown): unknown {
  if (error === null || error === undefined) return error;
  if (typeof error !== 'object') return logError(error);
  const value = (): unknown => printed(error);
  // It is not enumerable: loggers that write JSON, and comparisons, do not see it.
  const isPrepared = Reflect.defineProperty(error, inspect.custom, { value, configurable: true });
  return isPrepared ? error : printed(error);
}

/** What `util.inspect` prints in place of a value that was thrown. */
function printed(error: object): unknown {
  try {
    return escapedValue(error, DEEPEST, new Map());
  } catch {
    return logStack(error) ?? logError(error);
  }
}

/** How many levels of causes and of own properties are searched for errors. */
const DEEPEST = 6;

/** A copy of an error, and of the errors in its properties, whose texts have no control characters. */
function escapedError(error: Error, depth: number, copies: Map<object, unknown>): Error {
  const copy = new Error();
  copies.set(error, copy);
  Object.setPrototypeOf(copy, Object.getPrototypeOf(error) as object);
  for (const key of Reflect.ownKeys(error)) {
    const property = Object.getOwnPropertyDescriptor(error, key);
    if (property === undefined || key === inspect.custom || key === 'stack') continue;
    if ('value' in property) property.value = escapedValue(property.value, depth - 1, copies);
    Object.defineProperty(copy, key, property);
  }
  const texts = { message: logText(String(error.message)), stack: logStack(error) };
  for (const [key, value] of Object.entries(texts)) {
    Object.defineProperty(copy, key, { value, configurable: true, writable: true });
  }
  return copy;
}

/** Escapes errors, also in lists and plain objects. `util.inspect` escapes line breaks of other texts itself. */
function escapedValue(value: unknown, depth: number, copies: Map<object, unknown>): unknown {
  if (typeof value === 'string') return printableText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (copies.has(value)) return copies.get(value);
  if (value instanceof Error) {
    return depth > 0 ? escapedError(value, depth, copies) : logError(value);
  }
  if (depth <= 0) return value;
  if (Array.isArray(value)) {
    return value.map((item: unknown) => escapedValue(item, depth - 1, copies));
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  const copy: object = {};
  copies.set(value, copy);
  for (const [key, property] of Object.entries(Object.getOwnPropertyDescriptors(value))) {
    if ('value' in property) property.value = escapedValue(property.value, depth - 1, copies);
    Object.defineProperty(copy, key, property);
  }
  return copy;
}
