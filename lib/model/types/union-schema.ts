import type { SchemaType, ValueSchema } from '../../schema/vocabulary.js';
import { withSchema, type TypeSchema } from './type-result.js';

/** Keywords that hold for values of every type: two alternatives cannot share them. */
const SHARED_KEYWORDS: readonly (keyof ValueSchema)[] = ['enum', 'anyOf', 'oneOf'];

/** The schema of a union: one schema with a list of types where that can express it, else `anyOf`. */
export function unionSchema(options: readonly TypeSchema[]): TypeSchema {
  if (options.some(({ schema }) => acceptsAnything(schema))) return { schema: {}, hydrations: [] };
  const joined = canJoin(options) ? joinSchemas(options.map(({ schema }) => schema)) : undefined;
  if (joined === undefined) return inAnyOf(options);
  return {
    schema: joined,
    hydrations: options.flatMap((option) => withSchema(option, joined).hydrations),
  };
}

/**
 * One schema for alternatives of different types, whose keywords do not meet: `undefined` where a keyword of one
 * would apply to another.
 */
export function joinSchemas(schemas: readonly ValueSchema[]): ValueSchema | undefined {
  const types: SchemaType[] = [];
  const joined: Record<string, unknown> = {};
  for (const { type, ...keywords } of schemas) {
    const own = [type ?? []].flat();
    const names = Object.keys(keywords);
    if (own.some((one) => one !== 'null' && types.includes(one))) return undefined;
    if (own.length === 0 || names.some((name) => isTaken(name, joined))) return undefined;
    types.push(...own);
    Object.assign(joined, keywords);
  }
  return { type: inOrder(types), ...joined };
}

function isTaken(name: string, joined: object): boolean {
  return Object.hasOwn(joined, name) || (SHARED_KEYWORDS as readonly string[]).includes(name);
}

/**
 * Lists and objects after single values, since a text may be a list and a list an object to WordPress: of
 * `string[] | string` a text is a text. Null is last.
 */
function inOrder(types: readonly SchemaType[]): SchemaType | readonly SchemaType[] {
  const rank = (type: SchemaType) => LAST.indexOf(type);
  const [first, ...others] = types.toSorted((a, b) => rank(a) - rank(b));
  if (first === undefined) return [];
  return others.length === 0 ? first : [first, ...others];
}

const LAST: readonly SchemaType[] = ['array', 'object', 'null'];

/** A text that is no date must reach the next alternative: a date has a schema of its own. */
function canJoin(options: readonly TypeSchema[]): boolean {
  return !options.some(({ schema, hydrations }) =>
    hydrations.some((hydration) => hydration.schema === schema && hydration.into === 'date'),
  );
}

function inAnyOf(options: readonly TypeSchema[]): TypeSchema {
  return {
    schema: { anyOf: options.flatMap(({ schema }) => alternatives(schema)) },
    hydrations: options.flatMap(({ hydrations }) => hydrations),
  };
}

/** The alternatives of a union within a union belong to the outer one. */
function alternatives(schema: ValueSchema): readonly ValueSchema[] {
  return schema.anyOf !== undefined && Object.keys(schema).length === 1 ? schema.anyOf : [schema];
}

function acceptsAnything(schema: ValueSchema): boolean {
  return Object.keys(schema).length === 0;
}
