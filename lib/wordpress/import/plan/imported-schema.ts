import { typesOf, type ArgumentSchema, type PropertySchema } from '../../../schema/vocabulary.js';
import { checkSchema, INVALID } from '../../../schema/schema.js';
import { withoutUndefined } from '../../../shared/records.js';
import { stableJson } from '../../document-reading.js';
import { foreignKeywords, isLimit } from '../../foreign-keywords.js';
import { defaultIn, schemaOf } from '../defaults.js';
import { isDate } from '../types.js';

const ROUNDS = 40;

const DATES =
  'Dates, which WordPress reads in the time zone of the site if they state no offset: state the zone by RestModule.forRoot({ timeZone })';

/** The characters of a default that a remark shows. */
const LONGEST = 60;

/** Receives one sentence. */
export type AddNote = (note: string) => void;

/** Receives what was written otherwise, and one part to which it applies. */
type AddRemark = (what: string, part: string) => void;

export interface PlanNotes {
  /** On a part that is not imported, or a decision for a person. */
  readonly note: AddNote;
  /** On a part that is written otherwise, and has the same effect. */
  readonly remark: AddRemark;
}

/**
 * The schema of an argument as it is written: without what the library rejects, which is noted, and in the form that
 * has the same effect in WordPress.
 */
export function importedSchema(
  name: string,
  pattern: string,
  given: ArgumentSchema,
  { note, remark }: PlanNotes,
): ArgumentSchema {
  const { required = false, ...effective } = withoutForeign(given, name, remark);
  const where = `The argument ${name} of ${pattern}`;
  const valid = validSchema({ ...effective, required }, where, note);
  const schema = required === true ? withoutNull(valid) : valid;
  const fallback = defaultIn(schema);
  if (fallback === undefined) return schema;
  if (fallback !== INVALID && stableJson(fallback) !== stableJson(schema.default))
    remark(
      'Defaults written in their types',
      `${name} (${shown(fallback)} for ${shown(schema.default)})`,
    );
  if (schema.required !== true) return schema;
  remark('Not required, because WordPress 7.1 uses the default', name);
  return { ...schema, required: false };
}

/** `null` does not replace a required value. */
function withoutNull({ default: fallback, ...schema }: ArgumentSchema): ArgumentSchema {
  return fallback === undefined || fallback === null ? schema : { ...schema, default: fallback };
}

/**
 * Removes the keywords of contents that WordPress ignores beside the type, here and in the schemas within. Limits stay,
 * so that the index has them.
 */
function withoutForeign(schema: PropertySchema, place: string, remark: AddRemark): PropertySchema {
  if (isDate(schema)) remark(DATES, place);
  const foreign = foreignKeywords(schema);
  for (const keyword of foreign) {
    remark(
      `Keywords without effect beside another type, ${isLimit(keyword) ? 'kept' : 'left out'}`,
      `${keyword} of ${place} (${typesOf(schema).join(' | ')})`,
    );
  }
  const gone = new Set(foreign.filter((keyword) => !isLimit(keyword)));
  const left = Object.entries(schema).filter(([keyword]) => !gone.has(keyword));
  return changeWithin(Object.fromEntries(left), (nested, path) =>
    withoutForeign(nested, `${place}${path}`, remark),
  );
}

/** Changes the schemas directly within a schema. */
function changeWithin(
  schema: PropertySchema,
  change: (nested: PropertySchema, path: string) => PropertySchema,
): PropertySchema {
  const { items, properties, patternProperties, additionalProperties, anyOf, oneOf } = schema;
  const byName = (schemas: Readonly<Record<string, PropertySchema>> | undefined) =>
    schemas &&
    Object.fromEntries(
      Object.entries(schemas).map(([name, one]) => [name, change(one, `.${name}`)]),
    );
  const changed = withoutUndefined({
    items: items && change(items, '[]'),
    properties: byName(properties),
    patternProperties: byName(patternProperties),
    additionalProperties:
      typeof additionalProperties === 'object' ? change(additionalProperties, '.*') : undefined,
    anyOf: anyOf?.map((one) => change(one, '')),
    oneOf: oneOf?.map((one) => change(one, '')),
  });
  return { ...schema, ...changed };
}

/**
 * Removes the keywords that have no effect in WordPress and that the library rejects: a limit that does
 * not apply to the type, a pattern that does not compile.
 */
function validSchema(given: ArgumentSchema, where: string, note: AddNote): ArgumentSchema {
  let schema = given;
  for (let round = 0; round < ROUNDS; round++) {
    const [wrong] = checkSchema(schemaOf(schema), undefined, true);
    if (wrong === undefined) return schema;
    const { keyword, expected, received } = wrong;
    note(`${where}: ${keyword} is left out. Expected ${expected}; received ${received}.`);
    const reduced = without(schema, keyword.split('.'));
    if (reduced === undefined) break;
    schema = reduced as ArgumentSchema;
  }
  note(`${where} accepts any value.`);
  return { required: given.required === true };
}

/** Names may contain the separator. */
function without(value: unknown, path: readonly string[]): object | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (let count = path.length; count > 0; count--) {
    const name = path.slice(0, count).join('.');
    const rest = path.slice(count);
    if (!Object.hasOwn(value, name)) continue;
    if (rest.length === 0) return copyWithout(value, name);
    const nested = without(Reflect.get(value, name), rest);
    if (nested !== undefined) return copyWith(value, name, nested);
  }
  return undefined;
}

function copyWithout(value: object, name: string): object {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
}

function copyWith(value: object, name: string, nested: object): object {
  if (Array.isArray(value))
    return value.map((one: unknown, at) => (String(at) === name ? nested : one));
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, key === name ? nested : (one as unknown)]),
  );
}

function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
