const isInteger = (value: unknown): boolean => Number.isSafeInteger(value);
const isText = (value: unknown): boolean => typeof value === 'string';

const CHECKS: Readonly<Record<string, (value: unknown) => boolean>> = {
  integer: isInteger,
  number: (value) => Number.isFinite(value),
  string: isText,
  boolean: (value) => typeof value === 'boolean',
  date: (value) => value instanceof Date && Number.isFinite(value.getTime()),
  list: Array.isArray,
  'string[]': (value) => Array.isArray(value) && value.every(isText),
  'integer[]': (value) => Array.isArray(value) && value.every(isInteger),
};

/**
 * Throws where a value is not of its type; a question mark allows `undefined` and `null` too. The error
 * becomes a 500, which no request may cause.
 */
export function expectTypes(
  values: Readonly<Record<string, unknown>>,
  types: Readonly<Record<string, string>>,
): void {
  for (const [name, type] of Object.entries(types)) {
    const value = values[name];
    const isAbsent = type.endsWith('?') && (value === undefined || value === null);
    if (isAbsent || CHECKS[type.replace('?', '')]?.(value) === true) continue;
    throw new TypeError(`${name} is no ${type} but ${JSON.stringify(value)}.`);
  }
}
