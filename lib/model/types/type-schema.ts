import type {
  EnumValue,
  PropertySchema,
  ScalarType,
  SchemaType,
  ValueSchema,
} from '../../schema/vocabulary.js';
import type { DiagnosticCode } from '../../diagnostics/diagnostic-catalogue.js';
import type { ParameterAspect } from '../../diagnostics/location.js';
import type { Hydration } from '../checked/checked-parameter.js';
import type { ParameterDeclaration } from '../declaration/parameter-declaration.js';
import type { ClassHandle, DeclaredType } from './declared-type.js';
import { mergeObjects } from '../../shared/merge-objects.js';

/** The reason why a type has no schema. */
export interface TypeDiagnostic {
  readonly code: DiagnosticCode;
  readonly expected: string;
  readonly received: string;
  /** What of the parameter it is about, where its code does not decide that. */
  readonly aspect?: ParameterAspect;
  /** The path to the property of a value class that it is about. */
  readonly properties?: readonly string[];
}

/** The schema of a type, and the parts of it that become objects of a class. */
export interface TypeSchema {
  readonly schema: ValueSchema;
  readonly hydrations: readonly Hydration[];
}

/** Makes the schema of a value class from its properties, or returns the reason why there is none. */
export type ObjectSchemaMaker = (handle: ClassHandle) => TypeSchema | TypeDiagnostic;

/** The schema of a type, without limits; limits and defaults belong to the parameter. */
export function schemaOfType(
  type: DeclaredType,
  objectSchema: ObjectSchemaMaker,
): TypeSchema | TypeDiagnostic {
  if (type.kind === 'class') return objectSchema(type.handle);
  if (type.kind === 'array') return schemaOfList(type.items, type.nullable === true, objectSchema);
  return schemaOfValue(type);
}

function schemaOfValue(
  type: Exclude<DeclaredType, { readonly kind: 'class' | 'array' }>,
): TypeSchema | TypeDiagnostic {
  switch (type.kind) {
    case 'enum':
      return schemaOfEnum(type.values, type.nullable === true);
    case 'date':
      return schemaOfDate(type.nullable === true);
    case 'opaque':
      return unreadable(type.text);
    case 'request':
      return unreadable('RestRequest');
    default:
      return { schema: { type: orNull(type.kind, type.nullable) }, hydrations: [] };
  }
}

export function isTypeDiagnostic(result: TypeSchema | TypeDiagnostic): result is TypeDiagnostic {
  return 'code' in result;
}

/** The text of a type in an error. */
export function nameOfType(type: DeclaredType): string {
  const suffix = type.nullable === true ? ' | null' : '';
  if (type.kind === 'array') return `${nameOfType(type.items)}[]${suffix}`;
  if (type.kind === 'enum')
    return `${type.values.map((v) => JSON.stringify(v)).join(' | ')}${suffix}`;
  if (type.kind === 'class') return `${type.handle.name}${suffix}`;
  return `${type.kind === 'opaque' ? type.text : type.kind}${suffix}`;
}

/** The properties of an object schema: `required` only where it holds, as WordPress writes it. */
export function propertySchema(
  schema: ValueSchema,
  isRequired: boolean,
  source: ParameterDeclaration,
): PropertySchema {
  const fallback = source.options?.default ?? source.signature?.default;
  const presence = isRequired ? { required: true } : undefined;
  return mergeObjects(schema, presence, fallback === undefined ? undefined : { default: fallback });
}

function schemaOfList(
  items: DeclaredType,
  isNullable: boolean,
  objectSchema: ObjectSchemaMaker,
): TypeSchema | TypeDiagnostic {
  const element = schemaOfType(items, objectSchema);
  if (isTypeDiagnostic(element)) return element;
  return {
    schema: { type: orNull('array', isNullable), items: element.schema },
    hydrations: element.hydrations,
  };
}

function schemaOfEnum(
  values: readonly EnumValue[],
  isNullable: boolean,
): TypeSchema | TypeDiagnostic {
  const kind = kindOfAll(values);
  if (kind === undefined) {
    return {
      code: 'RR1014',
      expected: 'an enum whose values are all texts or all numbers',
      received: values.length === 0 ? 'an enum without values' : values.map(String).join(' | '),
    };
  }
  const all = isNullable ? [...values, null] : values;
  return { schema: { type: orNull(kind, isNullable), enum: all }, hydrations: [] };
}

/** The one type of all values: that of `1 | 2.5` is `number`. `undefined` where they differ. */
function kindOfAll(values: readonly EnumValue[]): ScalarType | undefined {
  const kinds = new Set(values.map(enumValueType));
  if (kinds.has('number')) kinds.delete('integer');
  const [kind, ...others] = kinds;
  return others.length > 0 ? undefined : kind;
}

function schemaOfDate(isNullable: boolean): TypeSchema {
  const schema: ValueSchema = { type: orNull('string', isNullable), format: 'date-time' };
  return { schema, hydrations: [{ schema, into: 'date' }] };
}

function enumValueType(value: EnumValue): ScalarType {
  if (typeof value === 'string') return 'string';
  return Number.isInteger(value) ? 'integer' : 'number';
}

function orNull(
  type: SchemaType,
  isNullable: boolean | undefined,
): SchemaType | readonly SchemaType[] {
  return isNullable === true ? [type, 'null'] : type;
}

function unreadable(text: string): TypeDiagnostic {
  return { code: 'RR1014', expected: 'a type that a schema can express', received: text };
}
