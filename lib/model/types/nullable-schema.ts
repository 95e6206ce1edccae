import type { SchemaType, ValueSchema } from '../../schema/vocabulary.js';
import { mergeObjects } from '../../shared/records.js';

const NULL: ValueSchema = Object.freeze({ type: 'null' });

/** A schema that also accepts null. As in WordPress, an enum also applies to null. */
export function nullableSchema(schema: ValueSchema): ValueSchema {
  const { type, anyOf, oneOf } = schema;
  if (oneOf !== undefined) return { anyOf: [schema, NULL] };
  if (anyOf !== undefined) return mergeObjects(schema, { anyOf: [...anyOf, NULL] });
  return type === undefined ? schema : mergeObjects(schema, { type: orNull(type) }, enumOf(schema));
}

function orNull(type: SchemaType | readonly SchemaType[]): readonly SchemaType[] {
  const types = typeof type === 'string' ? [type] : type;
  return types.includes('null') ? types : [...types, 'null'];
}

function enumOf({ enum: values }: ValueSchema): Pick<ValueSchema, 'enum'> | undefined {
  if (values === undefined || values.includes(null)) return undefined;
  return { enum: [...values, null] };
}
