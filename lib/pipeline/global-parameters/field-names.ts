/** The number of names in one `_fields`, over all values of a list. */
export const MAXIMUM_FIELDS = 1000;
/** The number of parts between the dots of a name: as deep as a query may nest. */
export const MAXIMUM_FIELD_LEVELS = 64;

const NAME = /[^\s,]+/g;

/** The names in `_fields`, one after the other; a value that is no string has none. */
export function* fieldNames(value: unknown): Generator<string, void> {
  for (const text of Array.isArray(value) ? (value as readonly unknown[]) : [value]) {
    if (typeof text !== 'string') continue;
    for (const [name] of text.matchAll(NAME)) yield name;
  }
}

/** The message about a `_fields` that exceeds its limits; `undefined` for any other. */
export function fieldsViolation(value: unknown): string | undefined {
  let count = 0;
  for (const name of fieldNames(value)) {
    if (++count > MAXIMUM_FIELDS) return `_fields has more than ${MAXIMUM_FIELDS} names.`;
    if (isTooDeep(name)) return `_fields has a name of more than ${MAXIMUM_FIELD_LEVELS} levels.`;
  }
  return undefined;
}

function isTooDeep(name: string): boolean {
  let levels = 1;
  for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1)) {
    if (++levels > MAXIMUM_FIELD_LEVELS) return true;
  }
  return false;
}
