import { checkSchema } from '../../../schema/check-schema.js';
import type { ArgumentSchema } from '../../../schema/vocabulary.js';

/** A schema that the library accepts, and what was removed for that. */
export interface ValidSchema {
  readonly schema: ArgumentSchema;
  readonly notes: readonly string[];
}

const ROUNDS = 40;

/**
 * Removes the keywords that have no effect in WordPress and that the library rejects: a limit that does
 * not apply to the type, a pattern that does not compile.
 */
export function validSchema(given: ArgumentSchema, where: string): ValidSchema {
  const notes: string[] = [];
  let schema = given;
  for (let round = 0; round < ROUNDS; round++) {
    const [wrong] = checkSchema(schemaOf(schema), undefined, false);
    if (wrong === undefined) return { schema, notes };
    const { keyword, expected, received } = wrong;
    notes.push(`${where}: ${keyword} is left out. Expected ${expected}; received ${received}.`);
    const reduced = without(schema, keyword.split('.'));
    if (reduced === undefined) break;
    schema = reduced as ArgumentSchema;
  }
  notes.push(`${where} accepts any value.`);
  return { schema: { required: given.required === true }, notes };
}

/** `required: true` is of the argument, and no keyword of its schema. */
export function schemaOf({ required, ...schema }: ArgumentSchema): object {
  return Array.isArray(required) ? { ...schema, required } : schema;
}

/** The object without the property at the end of a path; names may contain the separator. */
function without(value: unknown, path: readonly string[]): object | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (let count = path.length; count > 0; count--) {
    const name = path.slice(0, count).join('.');
    const rest = path.slice(count);
    if (!Object.hasOwn(value, name)) continue;
    if (rest.length === 0) return copyWithout(value, name);
    const inner = without(Reflect.get(value, name), rest);
    if (inner !== undefined) return copyWith(value, name, inner);
  }
  return undefined;
}

function copyWithout(value: object, name: string): object {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
}

function copyWith(value: object, name: string, inner: object): object {
  if (Array.isArray(value))
    return value.map((one: unknown, at) => (String(at) === name ? inner : one));
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, key === name ? inner : (one as unknown)]),
  );
}
