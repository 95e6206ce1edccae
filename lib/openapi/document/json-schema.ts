import { mapValues } from '../../shared/records.js';
import type { ReturnedSchema } from '../../types/response-schema.js';
import type { MomentTexts } from '../../routes/route-description.js';
import { discriminatorOf, isUnambiguous } from '../../schema/schema.js';
import { limitsOfType, type DescribedDefinitions } from '../../schema/vocabulary.js';
import { SchemaComponents, type SchemaPlace } from './components.js';
import { textExample } from './example-text.js';
import type { JsonSchema } from './open-api-types.js';

function uuidOf(hex: string): JsonSchema {
  return { format: 'uuid', pattern: `^${hex}{8}-${hex}{4}-${hex}{4}-${hex}{4}-${hex}{12}$` };
}

/** The years 0000 to 9999, and times as WordPress accepts them, with hour 24 and second 60. */
const DATE = '[0-9]{4}-(?:0[0-9]|1[0-2])-(?:[0-2][0-9]|3[01])';

const HOUR = '(?:[01][0-9]|2[0-4])';

const TIME = `${HOUR}:[0-5][0-9]:(?:[0-5][0-9]|60)(?:\\.[0-9]+)?`;

const OFFSET = `(?:Z|[+-](?:${HOUR}:[0-5][0-9]|[0-9]{2}))`;

/** The formats as patterns or lengths: those of JSON Schema accept more texts or fewer, or do not exist. */
const FORMATS: Readonly<Partial<Record<NonNullable<ReturnedSchema['format']>, JsonSchema>>> = {
  uuid: uuidOf('[0-9a-f]'),
  'uuid-any-case': uuidOf('[0-9A-Fa-f]'),
  'date-time': { format: 'date-time', pattern: `^${DATE}[Tt ]${TIME}${OFFSET}?$` },
  ip: { anyOf: [{ format: 'ipv4' }, { format: 'ipv6' }] },
  'hex-color': { pattern: '^#(?:[0-9A-Fa-f]{3}){1,2}$' },
  'text-field': {},
  'textarea-field': {},
};

/** The days that every year has, and 29 February. */
const DAY =
  '(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9])|(?:0[13-9]|1[0-2])-30|(?:0[13578]|1[02])-31)';

const MINUTES = '(?:[01][0-9]|2[0-3]):[0-5][0-9]';

const MOMENTS: Readonly<Record<MomentTexts, JsonSchema>> = {
  offset: { format: 'date-time', pattern: `^${DATE}[Tt ]${TIME}${OFFSET}$` },
  // JSON Schema has no format for them.
  forms: {
    pattern:
      `^[0-9]{4}-${DAY}(?:[Tt ]${MINUTES}` +
      `(?::(?:[0-5][0-9]|60)(?:\\.[0-9]+)?(?:Z|[+-](?:[01][0-9]|2[0-3])(?::[0-5][0-9])?)?)?)?$`,
  },
};

/** The schema of a time, whose texts its identity decides. */
export function momentSchema(
  own: OwnSchema,
  { moments }: SchemaContext,
  json: JsonSchema,
): JsonSchema {
  const texts = own.format === 'date-time' ? moments?.get(own) : undefined;
  if (texts === undefined) return json;
  const { format: _format, ...others } = json;
  return { ...others, ...MOMENTS[texts] };
}

/** Keywords that are for this library or for WordPress, or that mean something else in a document. */
const NOT_SHOWN: ReadonlySet<string> = new Set([
  'patternIsTrusted',
  'context',
  '$schema',
  'enumNames',
  'arg_options',
]);

const SHORTEST_EMAIL = 6;

/** A schema in this library's vocabulary, of an argument, a property or a response. */
export type OwnSchema = ReturnedSchema & { readonly default?: unknown };

/** The components that named schemas are added to, and the names of schemas. */
export interface SchemaContext {
  readonly components: SchemaComponents;
  readonly names: ReadonlyMap<object, string>;
  /** The texts of times, by their schemas. */
  readonly moments?: ReadonlyMap<object, MomentTexts> | undefined;
  readonly place: SchemaPlace;
  /** The schemas to which `$ref` leads. */
  readonly definitions?: DescribedDefinitions | undefined;
  /** The names of the definitions that refer to each other, if one of them is around a schema. */
  readonly circle?: readonly string[];
}

/**
 * Translates a schema to JSON Schema: `required` becomes a list beside `properties`, exclusive limits become
 * numbers, and a named schema becomes a reference to a component.
 */
export function jsonSchema(own: OwnSchema, context: SchemaContext): JsonSchema {
  const { default: fallback, readonly, $ref, ...others } = own;
  const { description: _description, example, deprecated: _deprecated, ...rest } = others;
  const annotations = {
    ...descriptionAndState(own),
    ...(example === undefined ? {} : { example }),
    ...(fallback === undefined ? {} : { default: fallback }),
    ...(readonly === true && { readOnly: true }),
  };
  if ($ref !== undefined) return { ...referringSchema($ref, rest, context), ...annotations };
  const name = context.names.get(own);
  if (name === undefined) {
    const json = momentSchema(own, context, body(rest, context));
    return withExample({ ...json, ...annotations }, rest, context);
  }
  const named = namedSchema(name, rest, context);
  return isNullable(rest)
    ? { anyOf: [named, { type: 'null' }], ...annotations }
    : { ...named, ...annotations };
}

/** The description, and whether clients should no longer use the value. */
export function descriptionAndState({ description, deprecated }: OwnSchema): {
  readonly description?: string;
  readonly deprecated?: true;
} {
  const isDeprecated = deprecated !== undefined && deprecated !== false;
  const advice = typeof deprecated === 'string' ? `Deprecated: ${deprecated}` : undefined;
  const texts = [description, advice].filter((text) => text !== undefined);
  return {
    ...(texts.length === 0 ? {} : { description: texts.join('\n\n') }),
    ...(isDeprecated ? { deprecated: true } : {}),
  };
}

/** The schema without null, which WordPress takes for a missing argument. */
export function withoutNull(schema: JsonSchema): JsonSchema {
  const { type, enum: values, anyOf, oneOf } = schema;
  const options = (anyOf ?? oneOf) as readonly JsonSchema[] | undefined;
  if (options !== undefined) {
    const { anyOf: _anyOf, oneOf: _oneOf, ...others } = schema;
    const left = options.filter((option) => option['type'] !== 'null').map(withoutNull);
    const [only] = left;
    if (left.length === 1 && only !== undefined) return { ...only, ...others };
    return { ...schema, [anyOf === undefined ? 'oneOf' : 'anyOf']: left };
  }
  const isAny = type === undefined && values === undefined && !('$ref' in schema);
  if (isAny) return { ...schema, not: { type: 'null' } };
  return {
    ...schema,
    ...(Array.isArray(type) ? { type: oneOrAll(type.filter((one) => one !== 'null')) } : {}),
    ...(Array.isArray(values) ? { enum: values.filter((one) => one !== null) } : {}),
  };
}

function oneOrAll(types: readonly unknown[]): unknown {
  return types.length === 1 ? types[0] : types;
}

/**
 * A text with a pattern has an example: pages that send requests would make one of the pattern, and send what no one
 * means.
 */
function withExample(json: JsonSchema, own: OwnSchema, { place }: SchemaContext): JsonSchema {
  const { pattern, default: fallback, enum: values, example: stated } = json;
  const isClear = [fallback, values, stated].some((one) => one !== undefined);
  if (!place.isInRequest || typeof pattern !== 'string' || isClear) return json;
  const example = textExample({ ...own, pattern });
  return example === undefined ? json : { ...json, example };
}

function namedSchema(name: string, own: OwnSchema, context: SchemaContext): JsonSchema {
  const { components, place } = context;
  if (own.enum !== undefined) {
    const values = own.enum.filter((value) => value !== null);
    return components.add(name, body({ ...own, ...nonNull(own), enum: values }, context), place);
  }
  // Within itself, a recursive schema is only a reference by name.
  const isWithin = own.properties === undefined && own.additionalProperties === undefined;
  if (isWithin) return SchemaComponents.within(name);
  return components.add(name, body({ ...own, type: 'object' }, context), place);
}

function nonNull({ type }: OwnSchema): Pick<OwnSchema, 'type'> {
  const [only, ...others] = [type ?? []].flat().filter((one) => one !== 'null');
  return only === undefined || others.length > 0 ? {} : { type: only };
}

/** An object of a definition, maybe beside other types, with the limits that are stated for it. */
function referringSchema(
  name: string,
  { type, ...others }: OwnSchema,
  context: SchemaContext,
): JsonSchema {
  const limits = limitsOfType('object').flatMap((limit) =>
    others[limit] === undefined ? [] : [[limit, others[limit]] as const],
  );
  const { required: _required, ...values } = others;
  const object = { ...definedSchema(name, context), ...Object.fromEntries(limits) };
  const rest = [type ?? []].flat().filter((one) => one !== 'object');
  const [only] = rest;
  if (only === undefined) return object;
  const own = Object.fromEntries(
    Object.entries(values).filter(([keyword]) => limits.every(([limit]) => limit !== keyword)),
  );
  const alternative = body({ ...own, type: rest.length === 1 ? only : rest }, context);
  return { anyOf: [object, alternative] };
}

function definedSchema(name: string, context: SchemaContext): JsonSchema {
  const { definitions = {}, circle = [], components, place } = context;
  if (definitions[name] === undefined) return { type: 'object' };
  if (circle.includes(name)) return SchemaComponents.inCircle(name);
  const reached = namesReached(name, definitions);
  const own = [...reached].filter((one) => namesReached(one, definitions).has(name));
  const schemas = own.map((one): readonly [string, JsonSchema] => {
    return [one, body(definitions[one] ?? {}, { ...context, circle: own })];
  });
  return components.addCircle(new Map(schemas), place)(name);
}

/** The names of the definitions to which one leads; with its own, because a definition contains itself. */
function namesReached(name: string, definitions: DescribedDefinitions): ReadonlySet<string> {
  const reached = new Set([name]);
  for (const one of reached) {
    for (const other of namesIn(definitions[one])) reached.add(other);
  }
  return reached;
}

function namesIn(schema: OwnSchema | undefined): readonly string[] {
  if (schema === undefined) return [];
  const { $ref, items, properties = {}, patternProperties = {}, additionalProperties } = schema;
  const parts: readonly (OwnSchema | undefined)[] = [
    items,
    ...Object.values(properties),
    ...Object.values(patternProperties),
    typeof additionalProperties === 'object' ? additionalProperties : undefined,
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
  ];
  return [...($ref === undefined ? [] : [$ref]), ...parts.flatMap(namesIn)];
}

function body(own: OwnSchema, context: SchemaContext): JsonSchema {
  const { items, properties, patternProperties, additionalProperties, ...others } = own;
  const { required, anyOf, oneOf, ...rest } = others;
  const { isInRequest } = context.place;
  const nested = (schema: OwnSchema): JsonSchema => jsonSchema(schema, context);
  return {
    ...otherKeywords(rest, isInRequest),
    ...(items === undefined ? {} : { items: nested(items) }),
    ...propertyKeywords(properties, required, context),
    ...(patternProperties && { patternProperties: mapValues(patternProperties, nested) }),
    ...(typeof additionalProperties === 'object'
      ? { additionalProperties: nested(additionalProperties) }
      : additionalProperties !== undefined && { additionalProperties }),
    ...(anyOf && alternatives('anyOf', anyOf, context)),
    ...(oneOf && alternatives('oneOf', oneOf, context)),
  };
}

/**
 * Alternatives, with the property whose literals distinguish them, if all are components: with it, clients have a type
 * for each. `null` stands beside them.
 */
function alternatives(
  keyword: 'anyOf' | 'oneOf',
  all: readonly OwnSchema[],
  context: SchemaContext,
): JsonSchema {
  const described = all.map((one) => [one, jsonSchema(one, context)] as const);
  const objects = described.filter(([own]) => own.type !== 'null');
  const wholes = objects.map(([own]) => context.definitions?.[own.$ref ?? ''] ?? own);
  const found = discriminatorOf(wholes);
  const references = objects.map(([, json]) => json['$ref']);
  const isNamed = references.every((one) => typeof one === 'string');
  if (found === undefined || !isNamed || !found.isRequired || !isUnambiguous(found)) {
    return { [keyword]: described.map(([, json]) => json) };
  }
  const mapping = found.schemas.flatMap(({ enum: values = [] }, at) =>
    values.map((value) => [textOf(value), references[at]] as const),
  );
  const discriminator = { propertyName: found.name, mapping: Object.fromEntries(mapping) };
  const distinguished = { [keyword]: objects.map(([, json]) => json), discriminator };
  if (objects.length === described.length) return distinguished;
  return { anyOf: [distinguished, { type: 'null' }] };
}

/** The keywords that have no schemas in them. The keywords of the schema override those of its format. */
function otherKeywords(own: OwnSchema, isInRequest: boolean): JsonSchema {
  const { format, minimum, maximum, exclusiveMinimum, exclusiveMaximum, ...all } = own;
  const others = Object.entries(all).filter(([name]) => !NOT_SHOWN.has(name));
  return {
    ...formatKeywords(format, isInRequest),
    ...Object.fromEntries(others),
    ...enumNames(own),
    ...(isInRequest ? lengthLimits(own) : {}),
    ...(minimum !== undefined && (exclusiveMinimum ? { exclusiveMinimum: minimum } : { minimum })),
    ...(maximum !== undefined && (exclusiveMaximum ? { exclusiveMaximum: maximum } : { maximum })),
  };
}

/** The extension that generators of clients read; some need a name for each value. */
function enumNames({ enum: values = [], enumNames: names }: OwnSchema): JsonSchema {
  return names?.length === values.length ? { 'x-enum-varnames': names } : {};
}

/**
 * The properties of an object, and the list of its required properties: WordPress's draft 4 has such a list
 * too, and its draft 3 marks each property.
 */
function propertyKeywords(
  properties: Readonly<Record<string, OwnSchema>> | undefined,
  listed: OwnSchema['required'],
  context: SchemaContext,
): JsonSchema {
  const entries = Object.entries(properties ?? {});
  const marked = entries.filter(([, schema]) => schema.required === true).map(([name]) => name);
  // WordPress looks at the marks only if there is no list.
  const required = typeof listed === 'object' ? listed : marked;
  return {
    ...(properties && { properties: mapValues(properties, (one) => jsonSchema(one, context)) }),
    ...(required.length === 0 ? {} : { required }),
  };
}

function textOf(literal: unknown): string {
  return typeof literal === 'string' ? literal : JSON.stringify(literal);
}

function isNullable({ type }: OwnSchema): boolean {
  return Array.isArray(type) && type.includes('null');
}

/** Data that the application sends has the format of JSON Schema; data that it accepts may have more texts, or fewer. */
function formatKeywords(format: ReturnedSchema['format'], isInRequest: boolean): JsonSchema {
  if (format === undefined) return {};
  const keywords = FORMATS[format] ?? { format };
  const { pattern: _pattern, ...others } = keywords;
  return isInRequest || others['format'] === undefined ? keywords : others;
}

/** WordPress rejects e-mail addresses with less than six characters; JSON Schema does not. */
function lengthLimits({ format, minLength = 0 }: ReturnedSchema): JsonSchema {
  return format === 'email' ? { minLength: Math.max(minLength, SHORTEST_EMAIL) } : {};
}
