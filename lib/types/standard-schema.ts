import {
  LIMIT_NAMES,
  LIMITS,
  limitsWith,
  type ValueSchema,
  Format,
  type PropertySchema,
} from '../schema/vocabulary.js';
import { isJsonObject, isObject, type JsonObject } from '../shared/records.js';

/**
 * A schema of another library: zod, valibot, arktype and others implement this interface, of which this is the used
 * part.
 *
 * @example
 * create(@Param({ schema: z.object({ name: z.string() }) }) author: { name: string }) {}
 *
 * @see https://standardschema.dev, version 1
 */
export interface StandardSchema {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult | PromiseLike<StandardResult>;
  };
}

/** The result of a Standard Schema for a value: an output, or the reasons why there is none. */
export type StandardResult =
  | { readonly value: unknown; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

/** One reason why a Standard Schema rejects a value. */
export interface StandardIssue {
  readonly message: string;
  /** The keys to the part of the value that it is about. */
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

export function isStandardSchema(value: unknown): value is StandardSchema {
  const standard = propertyIn(value, '~standard');
  return isObject(standard) && typeof propertyIn(standard, 'validate') === 'function';
}

/** Reads a property of a schema, which is a function in some libraries. */
function propertyIn(holder: unknown, name: string): unknown {
  return typeof holder === 'function' || isObject(holder) ? Reflect.get(holder, name) : undefined;
}

/** The keywords with the same meaning in WordPress's dialect that do not contain schemas. */
const SAME: readonly string[] = [
  'type',
  'title',
  'description',
  'default',
  'enum',
  'deprecated',
].concat(LIMIT_NAMES.filter((name) => !['exclusive', 'format'].includes(LIMITS[name].value)));

const FORMATS: ReadonlySet<unknown> = new Set(Object.values(Format));

/** The target that most libraries can write; `fromJsonSchema` reads it. */
const TARGET = 'draft-07';

/** Asks for "any value" in place of a part that JSON Schema cannot express: in zod (first option) and in arktype. */
const LIBRARY_OPTIONS = {
  unrepresentable: 'any',
  fallback: ({ base }: { readonly base: unknown }) => base,
};

/**
 * The JSON Schema of a Standard Schema, for the index and for documents: `{}` if its library cannot provide it.
 * Requests are not validated by it.
 *
 * @see https://standardschema.dev/json-schema, which zod and arktype implement; their older versions
 * have a method instead.
 */
export function shownSchema(schema: StandardSchema): ValueSchema {
  const standard: object = schema['~standard'];
  const stated = { target: TARGET, libraryOptions: LIBRARY_OPTIONS };
  const drafts = [
    () => call(Reflect.get(standard, 'jsonSchema'), 'input', stated),
    ...['toJSONSchema', 'toJsonSchema'].map(
      (method) => () => call(schema, method, { io: 'input', target: TARGET, ...LIBRARY_OPTIONS }),
    ),
  ];
  for (const draft of drafts) {
    const made = attempt(draft);
    if (made !== undefined) return fromJsonSchema(made);
  }
  return {};
}

function call(holder: unknown, method: string, options: object): unknown {
  const found = propertyIn(holder, method);
  return typeof found === 'function' ? Reflect.apply(found, holder, [options]) : undefined;
}

/** Calls a library, which throws if JSON Schema cannot express a schema. */
function attempt(draft: () => unknown): object | undefined {
  try {
    const made = draft();
    return isObject(made) ? made : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Draft 7 of JSON Schema in WordPress's dialect. Keywords unknown to WordPress are omitted, so the result may accept
 * more.
 */
function fromJsonSchema(json: object): ValueSchema {
  const source = json as JsonObject;
  return {
    ...pick(source),
    ...exclusiveLimits(source),
    ...(Object.hasOwn(source, 'const') ? { enum: [source['const']] } : {}),
    ...formatOf(source),
    ...exampleOf(source),
    ...nestedKeywords(source),
  } as ValueSchema;
}

/** Unlike WordPress, a UUID of JSON Schema may have capital letters. */
function formatOf({ format }: JsonObject): JsonObject {
  if (format === Format.LowerCaseUuid) return { format: Format.Uuid };
  return FORMATS.has(format) ? { format } : {};
}

/** The first of its examples. */
function exampleOf({ examples }: JsonObject): JsonObject {
  const [example] = Array.isArray(examples) ? (examples as readonly unknown[]) : [];
  return example === undefined ? {} : { example };
}

function pick(source: JsonObject): JsonObject {
  const known = SAME.filter((keyword) => source[keyword] !== undefined);
  return Object.fromEntries(known.map((keyword) => [keyword, source[keyword]]));
}

/** Draft 7 has a number for an exclusive limit; WordPress, like draft 4, has a boolean beside the limit. */
function exclusiveLimits(source: JsonObject): JsonObject {
  const stated = limitsWith('exclusive').filter((name) => typeof source[name] === 'number');
  return Object.fromEntries(
    stated.flatMap((name): [string, unknown][] => [
      [LIMITS[name].of, source[name]],
      [name, true],
    ]),
  );
}

function nestedKeywords(source: JsonObject): JsonObject {
  const { items, additionalProperties, patternProperties, anyOf, oneOf } = source;
  return {
    ...(isJsonObject(source['properties']) ? { properties: propertiesOf(source) } : {}),
    ...(isJsonObject(items) ? { items: fromJsonSchema(items) } : {}),
    ...(typeof additionalProperties === 'boolean' ? { additionalProperties } : {}),
    ...(isJsonObject(additionalProperties)
      ? { additionalProperties: fromJsonSchema(additionalProperties) }
      : {}),
    ...(isJsonObject(patternProperties) ? { patternProperties: mapped(patternProperties) } : {}),
    ...(Array.isArray(anyOf) ? { anyOf: anyOf.filter(isJsonObject).map(fromJsonSchema) } : {}),
    ...(Array.isArray(oneOf) ? { oneOf: oneOf.filter(isJsonObject).map(fromJsonSchema) } : {}),
  };
}

function mapped(schemas: JsonObject): JsonObject {
  const entries = Object.entries(schemas);
  return Object.fromEntries(
    entries.map(([name, schema]) => [name, isJsonObject(schema) ? fromJsonSchema(schema) : {}]),
  );
}

/** Moves `required` to each property, as in draft 3. */
function propertiesOf({
  properties,
  required,
}: JsonObject): Readonly<Record<string, PropertySchema>> {
  const names = new Set<unknown>(Array.isArray(required) ? required : []);
  const schemas = isJsonObject(properties) ? mapped(properties) : {};
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      names.has(name) ? { ...(schema as ValueSchema), required: true } : (schema as ValueSchema),
    ]),
  );
}
