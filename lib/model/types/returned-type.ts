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

export interface ReturnedProperty {
  readonly name: string;
  readonly type: ReturnedType;
  readonly optional?: true;
  readonly description?: string;
}

/** The schema of what is sent; without a type it says nothing. */
export interface ReturnedSchema extends Partial<Omit<ValueSchema, 'items' | 'properties'>> {
  readonly items?: ReturnedSchema;
  readonly properties?: Readonly<Record<string, ReturnedSchema & { readonly required?: boolean }>>;
}

/** The schema of a returned type, and the names of the objects in it. */
export interface NamedSchema {
  readonly schema: ReturnedSchema;
  readonly names: ReadonlyMap<object, string>;
}

/** Describes a returned type; what no schema can express says nothing. */
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
    properties.map(({ name, type, optional, description }) => {
      const schema = describe(type, context);
      const said = {
        ...(description === undefined ? {} : { description }),
        ...(optional === true ? {} : { required: true }),
      };
      const stated = { ...schema, ...said };
      const known = context.names.get(schema);
      if (known !== undefined) context.names.set(stated, known);
      return [name, stated];
    }),
  );
}

function orNull(
  type: 'array' | 'object',
  { nullable }: { readonly nullable?: true },
): NonNullable<ReturnedSchema['type']> {
  return nullable === true ? [type, 'null'] : type;
}
