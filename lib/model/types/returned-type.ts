import type { PropertySchema, ValueSchema } from '../../schema/vocabulary.js';
import type { DeclaredType } from './declared-type.js';
import { nullableSchema } from './nullable-schema.js';
import { isTypeDiagnostic, schemaOfType, type ObjectSchemaMaker } from './type-schema.js';
import { joinSchemas } from './union-schema.js';

/** What a method returns, with the classes it names resolved. */
export type ReturnedType = (
  | Exclude<DeclaredType, { readonly kind: 'array' | 'object' | 'union' }>
  | { readonly kind: 'array'; readonly items: ReturnedType }
  | { readonly kind: 'union'; readonly options: readonly ReturnedType[] }
  | ReturnedObject
) & { readonly nullable?: true };

/** An object that a method returns. */
export interface ReturnedObject {
  readonly kind: 'object';
  readonly name?: string;
  /** Absent within the object of that name itself. */
  readonly properties?: readonly ReturnedProperty[];
  /** The type of all properties that have no name. */
  readonly additional?: ReturnedType;
}

/** A property of an object that a method returns. */
export interface ReturnedProperty {
  readonly name: string;
  readonly type: ReturnedType;
  readonly optional?: true;
  /** Clients cannot change it. */
  readonly readonly?: true;
  readonly description?: string;
}

/** The schema of what is sent. Without a type it describes any value. */
export type ReturnedSchema = ValueSchema;

/** The schema of a returned type, and the names of the objects in it. */
export interface NamedSchema {
  readonly schema: ReturnedSchema;
  readonly names: ReadonlyMap<object, string>;
}

/** The schema of a returned type: `{}` for what no schema can express. */
export function returnedSchema(type: ReturnedType, objectSchema: ObjectSchemaMaker): NamedSchema {
  const names = new Map<object, string>();
  return { schema: describe(type, { names, objectSchema }), names };
}

interface Context {
  readonly names: Map<object, string>;
  readonly objectSchema: ObjectSchemaMaker;
}

/** A nullable copy of a named schema keeps the name. */
function describe(type: ReturnedType, context: Context): ReturnedSchema {
  const schema = describeNonNull(type, context);
  return type.nullable === true ? renamed(schema, nullableSchema(schema), context) : schema;
}

function describeNonNull(type: ReturnedType, context: Context): ReturnedSchema {
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
  type: Exclude<ReturnedType, { readonly kind: 'array' | 'object' | 'union' }>,
  context: Context,
): ReturnedSchema {
  const { nullable: _nullable, ...bare } = type;
  const made = schemaOfType(bare, context.objectSchema);
  if (isTypeDiagnostic(made)) return {};
  for (const { schema, into } of made.hydrations) {
    if (into !== 'date') context.names.set(schema, into.name);
  }
  return made.schema;
}

/** An alternative with a name stays a schema of its own. */
function describeUnion(options: readonly ReturnedType[], context: Context): ReturnedSchema {
  const schemas = options.map((option) => describe(option, context));
  if (schemas.some((schema) => Object.keys(schema).length === 0)) return {};
  const isNamed = schemas.some((schema) => context.names.has(schema));
  return (isNamed ? undefined : joinSchemas(schemas)) ?? { anyOf: schemas };
}

function describeObject(type: ReturnedObject, context: Context): ReturnedSchema {
  const { name, properties, additional } = type;
  const schema: ReturnedSchema = {
    type: 'object',
    ...(properties === undefined ? {} : { properties: describeProperties(properties, context) }),
    ...(additional === undefined ? {} : { additionalProperties: describe(additional, context) }),
  };
  if (name !== undefined) context.names.set(schema, name);
  return schema;
}

function describeProperties(
  properties: readonly ReturnedProperty[],
  context: Context,
): NonNullable<ReturnedSchema['properties']> {
  return Object.fromEntries(
    properties.map((property) => [property.name, describeProperty(property, context)]),
  );
}

function describeProperty(
  { type, optional, description }: ReturnedProperty,
  context: Context,
): PropertySchema {
  const schema = describe(type, context);
  const property = {
    ...schema,
    ...(description === undefined ? {} : { description }),
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
