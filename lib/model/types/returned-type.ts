import type { ValueSchema } from '../../schema/vocabulary.js';
import type { DeclaredType } from './declared-type.js';
import { isTypeDiagnostic, schemaOfType, type ObjectSchemaMaker } from './type-schema.js';

/** What a method returns, with the classes it names resolved. */
export type ReturnedType = (
  | Exclude<DeclaredType, { readonly kind: 'array' }>
  | { readonly kind: 'array'; readonly items: ReturnedType }
  | {
      readonly kind: 'object';
      readonly name?: string;
      /** Absent within the object of that name itself. */
      readonly properties?: readonly ReturnedProperty[];
    }
) & { readonly nullable?: true };

/** A property of an object that a method returns. */
export interface ReturnedProperty {
  readonly name: string;
  readonly type: ReturnedType;
  readonly optional?: true;
  readonly description?: string;
}

/** The schema of what is sent. Without a type it describes any value. */
export interface ReturnedSchema extends Omit<ValueSchema, 'items' | 'properties'> {
  readonly items?: ReturnedSchema;
  readonly properties?: Readonly<Record<string, ReturnedSchema>>;
}

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

function describe(type: ReturnedType, context: Context): ReturnedSchema {
  if (type.kind === 'array') {
    return { type: orNull('array', type), items: describe(type.items, context) };
  }
  if (type.kind === 'object') return describeObject(type, context);
  const made = schemaOfType(type, context.objectSchema);
  if (isTypeDiagnostic(made)) return {};
  for (const { schema, into } of made.hydrations) {
    if (into !== 'date') context.names.set(schema, into.name);
  }
  return made.schema;
}

function describeObject(
  type: Extract<ReturnedType, { readonly kind: 'object' }>,
  context: Context,
): ReturnedSchema {
  const { name, properties } = type;
  const schema: ReturnedSchema = {
    type: orNull('object', type),
    ...(properties === undefined ? {} : { properties: describeProperties(properties, context) }),
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

/** The copy of a named schema that a property has keeps the name. */
function describeProperty(
  { type, optional, description }: ReturnedProperty,
  { names, objectSchema }: Context,
): ReturnedSchema {
  const schema = describe(type, { names, objectSchema });
  const property = {
    ...schema,
    ...(description === undefined ? {} : { description }),
    ...(optional === true ? {} : { required: true }),
  };
  const name = names.get(schema);
  if (name !== undefined) names.set(property, name);
  return property;
}

function orNull(
  type: 'array' | 'object',
  { nullable }: { readonly nullable?: true },
): NonNullable<ReturnedSchema['type']> {
  return nullable === true ? [type, 'null'] : type;
}
