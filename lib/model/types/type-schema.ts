import type {
  JsonValue,
  PropertySchema,
  ValueSchema,
  EnumValue,
  ScalarType,
} from '../../schema/vocabulary.js';
import { mergeObjects } from '../../shared/records.js';
import { valuesOfData, withMarks } from './data-schema.js';
import type { DeclaredType } from './declared-type.js';
import { nullableSchema } from './nullable-schema.js';
import {
  isTypeDiagnostic,
  withSchema,
  type ObjectSchemaMaker,
  type TypeDiagnostic,
  type TypeSchema,
} from './type-result.js';
import { unionSchema } from './union-schema.js';

export { isTypeDiagnostic, withSchema };
export type { ObjectSchemaMaker, TypeDiagnostic, TypeSchema };

/** The schema of a type, without limits; limits and defaults belong to the parameter. */
export function schemaOfType(
  type: DeclaredType,
  objectSchema: ObjectSchemaMaker,
): TypeSchema | TypeDiagnostic {
  const made = schemaOfNonNull(type, objectSchema);
  if (isTypeDiagnostic(made)) return made;
  const { nullable, keywords } = type;
  const whole = nullable === true ? withSchema(made, nullableSchema(made.schema)) : made;
  return keywords === undefined ? whole : withSchema(whole, mergeObjects(whole.schema, keywords));
}

/** The schema of a property of an object: `required` only where it holds, as WordPress writes it. */
export function propertySchema(
  schema: ValueSchema,
  isRequired: boolean,
  fallback: JsonValue | undefined,
): PropertySchema {
  const presence = isRequired ? { required: true } : undefined;
  return mergeObjects(
    isRequired ? withMarks(schema) : schema,
    presence,
    fallback === undefined ? undefined : { default: fallback },
  );
}

function schemaOfNonNull(
  type: DeclaredType,
  objectSchema: ObjectSchemaMaker,
): TypeSchema | TypeDiagnostic {
  switch (type.kind) {
    case 'class':
    case 'object':
      return objectSchema(type);
    case 'array':
      return schemaOfList(type.items, objectSchema);
    case 'union':
      return schemaOfUnion(type.options, objectSchema);
    case 'enum':
      return schemaOfEnum(type.values);
    case 'schema':
      return { schema: valuesOfData(type.schema), hydrations: [] };
    case 'opaque':
      return unreadable(type.text);
    case 'request':
      return unreadable('RestRequest');
    case 'file':
      return FILE_WITHIN;
    default:
      return schemaOfScalar(type.kind);
  }
}

function schemaOfScalar(kind: 'any' | 'date' | 'integer' | 'number' | 'string' | 'boolean') {
  if (kind === 'any') return { schema: {}, hydrations: [] };
  if (kind !== 'date') return { schema: { type: kind }, hydrations: [] };
  const schema: ValueSchema = { type: 'string', format: 'date-time' };
  return { schema, hydrations: [{ schema, into: kind }] };
}

function schemaOfList(
  items: DeclaredType,
  objectSchema: ObjectSchemaMaker,
): TypeSchema | TypeDiagnostic {
  const element = schemaOfType(items, objectSchema);
  if (isTypeDiagnostic(element)) return element;
  return { schema: { type: 'array', items: element.schema }, hydrations: element.hydrations };
}

function schemaOfUnion(
  options: readonly DeclaredType[],
  objectSchema: ObjectSchemaMaker,
): TypeSchema | TypeDiagnostic {
  const made: TypeSchema[] = [];
  for (const option of options) {
    const one = schemaOfType(option, objectSchema);
    if (isTypeDiagnostic(one)) return one;
    made.push(one);
  }
  return unionSchema(made);
}

/** A file is no value of JSON, so nothing within an argument is one. */
const FILE_WITHIN: TypeDiagnostic = {
  code: 'RR1035',
  expected: 'UploadedFile or UploadedFile[] as the whole type',
  received: 'a file within another type',
};

function unreadable(text: string): TypeDiagnostic {
  return { code: 'RR1014', expected: 'a type that a schema can express', received: text };
}

/** The schema of an enum, whose values have one type. */
function schemaOfEnum(values: readonly EnumValue[]): TypeSchema | TypeDiagnostic {
  const type = typeOfAll(values);
  if (type !== undefined) return { schema: { type, enum: values }, hydrations: [] };
  return {
    code: 'RR1014',
    expected: 'an enum whose values are all texts or all numbers',
    received: values.length === 0 ? 'an enum without values' : values.map(String).join(' | '),
  };
}

/** The one type of all values: that of `1 | 2.5` is `number`. `undefined` where they differ. */
function typeOfAll(values: readonly EnumValue[]): ScalarType | undefined {
  const types = new Set(values.map(typeOfValue));
  if (types.has('number')) types.delete('integer');
  const [type, ...others] = types;
  return others.length > 0 ? undefined : type;
}

function typeOfValue(value: EnumValue): ScalarType {
  if (typeof value === 'string') return 'string';
  return Number.isInteger(value) ? 'integer' : 'number';
}
