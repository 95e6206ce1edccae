import type { PropertySchema, ValueSchema } from '../schema/vocabulary.js';
import { mapValues, withoutUndefined } from '../shared/records.js';
import { valuesOfData } from './data-schema.js';
import {
  isTypeDiagnostic,
  schemaOfType,
  type ObjectSchemaMaker,
  joinSchemas,
  nullableSchema,
  withoutReferences,
} from './type-schema.js';
import type { DeclaredProperty, DeclaredType, ObjectType } from './type.js';

const LINK: ValueSchema = {
  type: 'object',
  properties: {
    href: { type: 'string', required: true, description: 'A URL, or a template of URLs.' },
    embeddable: { type: 'boolean', description: 'Whether `_embed` fetches the resource.' },
    title: { type: 'string' },
  },
  additionalProperties: true,
};

/** Absent if there are no links. */
const LINKS: PropertySchema = {
  type: 'object',
  description: 'Links by relation.',
  additionalProperties: { type: 'array', items: LINK },
};

/** The schema of sent data. Without a type it describes any value. */
export type ReturnedSchema = ValueSchema & { readonly readonly?: true };

/** The schema of a returned type, the names of the objects in it, and the schemas of those that contain themselves. */
export interface NamedSchema {
  readonly schema: ReturnedSchema;
  readonly names: ReadonlyMap<object, string>;
  readonly definitions: ReadonlyMap<string, ValueSchema>;
}

/**
 * The schema of a returned type: `{}` for a type that a schema cannot express.
 *
 * @param links Whether it has the `_links` of `Linked`.
 */
export function returnedSchema(
  type: DeclaredType,
  objectSchema: ObjectSchemaMaker,
  links: 'with links' | 'without links',
): NamedSchema {
  const names = new Map<object, string>();
  const definitions = new Map<string, ValueSchema>();
  const linked = links === 'with links' ? new Set<string>() : undefined;
  const schema = describe(type, { names, definitions, objectSchema, linked });
  return { schema, names, definitions };
}

interface Context {
  readonly names: Map<object, string>;
  readonly definitions: Map<string, ValueSchema>;
  readonly objectSchema: ObjectSchemaMaker;
  /** The names of the linked objects around a type; `undefined` if links are left out. */
  readonly linked: ReadonlySet<string> | undefined;
}

/** A nullable copy of a named schema keeps the name. */
function describe(type: DeclaredType, context: Context): ReturnedSchema {
  const schema = describeLinked(type, context);
  return type.nullable === true ? renamed(schema, nullableSchema(schema), context) : schema;
}

/** An object with links is a schema of its own, beside that of the object without them. */
function describeLinked(type: DeclaredType, context: Context): ReturnedSchema {
  const { linked, names } = context;
  if (type.linked !== true || linked === undefined) return describeNonNull(type, context);
  const name = type.kind === 'object' ? type.name : undefined;
  const within = name === undefined ? context : { ...context, linked: new Set([...linked, name]) };
  const described = describeNonNull(type, within);
  const schema = context.definitions.get(described.$ref ?? '') ?? described;
  if (schema.properties === undefined) return schema;
  const copy = { ...schema, properties: { ...schema.properties, _links: LINKS } };
  const known = names.get(schema);
  if (known !== undefined) names.set(copy, linkedName(known));
  names.set(LINK, 'Link');
  return copy;
}

function describeNonNull(type: DeclaredType, context: Context): ReturnedSchema {
  switch (type.kind) {
    case 'array':
      return { type: 'array', items: describe(type.items, context) };
    case 'object':
      return describeObject(type, context);
    case 'union':
      return describeUnion(type.options, context);
    default:
      return describeValue(type, context);
  }
}

function describeValue(
  type: Exclude<DeclaredType, { readonly kind: 'array' | 'object' | 'union' }>,
  context: Context,
): ReturnedSchema {
  const { nullable: _nullable, ...bare } = type;
  const made = schemaOfType(bare, context.objectSchema);
  if (isTypeDiagnostic(made)) return {};
  for (const one of made.hydrations) {
    if (one.into === 'definition') context.definitions.set(one.name, one.schema);
    else if (one.into === 'name') context.names.set(one.schema, one.name);
    else if (typeof one.into === 'object') context.names.set(one.schema, one.into.name);
  }
  return made.schema;
}

/** An alternative with a name stays a schema of its own. */
function describeUnion(options: readonly DeclaredType[], context: Context): ReturnedSchema {
  const schemas = options.map((option) => describe(option, context));
  if (schemas.some((schema) => Object.keys(schema).length === 0)) return {};
  const isNamed = schemas.some((schema) => context.names.has(schema));
  return (isNamed ? undefined : joinSchemas(schemas)) ?? { anyOf: schemas };
}

function describeObject(type: ObjectType, context: Context): ReturnedSchema {
  const { name, title, properties, additional } = type;
  const schema: ReturnedSchema = {
    type: 'object',
    ...withoutUndefined({
      title,
      properties: properties && describeProperties(properties, context),
      additionalProperties: additional && describe(additional, context),
    }),
  };
  // Within itself, an object is a reference to the schema with its properties, by name.
  const isLinked = properties === undefined && name !== undefined && context.linked?.has(name);
  if (name !== undefined) context.names.set(schema, isLinked === true ? linkedName(name) : name);
  return schema;
}

function describeProperties(
  properties: readonly DeclaredProperty[],
  context: Context,
): NonNullable<ReturnedSchema['properties']> {
  return Object.fromEntries(
    properties.map((property) => [property.name, describeProperty(property, context)]),
  );
}

function describeProperty(
  { type, optional, readonly, limits, context: contexts, ...stated }: DeclaredProperty,
  context: Context,
): PropertySchema {
  const schema = describe(type, context);
  const { description, title, example, deprecated } = stated;
  const property = {
    ...schema,
    ...limits,
    ...withoutUndefined({ description, title, context: contexts, example, deprecated, readonly }),
    ...(optional === true ? {} : { required: true }),
  };
  return renamed(schema, property, context);
}

/** The copy of a named schema keeps its name. */
function renamed<Copy extends object>(schema: object, copy: Copy, { names }: Context): Copy {
  const name = names.get(schema);
  if (name !== undefined) names.set(copy, name);
  return copy;
}

function linkedName(name: string): string {
  return `Linked${name}`;
}

/** The schema of a resource, as WordPress prints it in the response to OPTIONS. */
export interface ResponseSchema {
  readonly $schema: string;
  /** `@title` of the type, or else its name in snake case; that of a schema that the route states. */
  readonly title?: string;
  readonly type?: ValueSchema['type'];
  readonly properties?: Readonly<Record<string, ReturnedSchema>>;
}

const DRAFT_4 = 'http://json-schema.org/draft-04/schema#';

/**
 * The schema of a returned object that has a name, or of the items of a list of such objects; `undefined`
 * for any other type.
 *
 * @see WordPress's `get_item_schema`
 */
export function responseSchema(
  type: DeclaredType,
  objectSchema: ObjectSchemaMaker,
): ResponseSchema | undefined {
  if (type.kind === 'array') return responseSchema(type.items, objectSchema);
  if (type.kind === 'schema') return statedSchema(valuesOfData(type.schema));
  const { schema, names, definitions } = returnedSchema(type, objectSchema, 'without links');
  const whole = definitions.get(schema.$ref ?? '') ?? schema;
  const name = names.get(whole);
  if (name === undefined || whole.properties === undefined) return undefined;
  const shown = withoutMarks(withoutReferences(whole, definitions));
  // WordPress's schemas do not contain links, so those of a user's own type are removed too.
  const { _links, ...properties } = shown.properties ?? {};
  const { title = snakeCase(name) } = whole;
  return { $schema: DRAFT_4, title, type: 'object', properties };
}

function statedSchema(schema: ValueSchema): ResponseSchema | undefined {
  if (schema.type !== 'array') return { $schema: DRAFT_4, ...schema };
  return schema.items && statedSchema(schema.items);
}

/** A copy without the marks of required properties: sent data are not validated. */
function withoutMarks({ required: _required, ...schema }: ValueSchema): ValueSchema {
  const { items, properties, additionalProperties } = schema;
  return {
    ...schema,
    ...withoutUndefined({
      items: items && withoutMarks(items),
      properties: properties && mapValues(properties, withoutMarks),
      additionalProperties:
        typeof additionalProperties === 'object'
          ? withoutMarks(additionalProperties)
          : additionalProperties,
    }),
  };
}

/** `BookReview` becomes `book_review`, and `HTTPError` becomes `http_error`. */
function snakeCase(name: string): string {
  return name.replaceAll(/([a-z\d])(?=[A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$2_').toLowerCase();
}
