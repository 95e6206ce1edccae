/** Names that one `_fields` may have, over all values of a list. */
export const MOST_FIELDS = 1000;
/** Levels that one name may have: the parts between its dots. As deep as a query or a JSON body may nest. */
export const MOST_FIELD_LEVELS = 64;

const NAME = /[^\s,]+/g;

/** The names in `_fields`, one after another; what is no text names nothing. */
export function* fieldNames(value: unknown): Generator<string, void> {
  for (const text of Array.isArray(value) ? (value as readonly unknown[]) : [value]) {
    if (typeof text !== 'string') continue;
    for (const [name] of text.matchAll(NAME)) yield name;
  }
}

/** What is wrong with `_fields`, for people; `undefined` where it is within its limits. */
export function fieldsViolation(value: unknown): string | undefined {
  let count = 0;
  for (const name of fieldNames(value)) {
    if (++count > MOST_FIELDS) return `_fields has more than ${MOST_FIELDS} names.`;
    if (isTooDeep(name)) return `_fields has a name of more than ${MOST_FIELD_LEVELS} levels.`;
  }
  return undefined;
}

function isTooDeep(name: string): boolean {
  let levels = 1;
  for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1)) {
    if (++levels > MOST_FIELD_LEVELS) return true;
  }
  return false;
}
