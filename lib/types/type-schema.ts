import {
  NO_DEFINITIONS,
  type Definitions,
  type JsonValue,
  type PropertySchema,
  type ValueSchema,
  type EnumValue,
  type ScalarType,
  type SchemaType,
} from '../schema/vocabulary.js';
import type { Hydrate, ListStyle, MomentReading } from '../schema/schema.js';
import { mapValues, mergeObjects, withoutUndefined } from '../shared/records.js';
import { valuesOfData, withMarks } from './data-schema.js';
import type { DeclaredType, ClassHandle, ClassType, EnumSignature, ObjectType } from './type.js';
import type { DiagnosticDetails } from '../diagnostics/diagnostic.js';
import type { ParameterAspect } from '../diagnostics/location.js';

/** How the texts of a request are read. */
export interface TextReading {
  readonly lists: ListStyle;
  readonly moments: MomentReading;
}

/** Makes the function that converts a value. */
export type Conversion = (reading: TextReading) => Hydrate;

/**
 * A part of an argument whose sanitized value becomes a `Date` or an object of a class, gets the defaults of its absent
 * properties, or is converted by a function.
 */
export interface ValueHydration {
  readonly schema: ValueSchema;
  readonly into: 'date' | 'defaults' | ClassHandle | Conversion;
  /** The properties of the class that have another name in requests, by this name. */
  readonly properties?: ReadonlyMap<string, string>;
  /** The properties with a default that the type does not allow to be absent. */
  readonly neverAbsent?: ReadonlySet<string>;
}

/** The schema of an object that contains itself, to which `$ref` leads. */
export interface Definition {
  readonly schema: ValueSchema;
  readonly into: 'definition';
  /** That of `$ref`. */
  readonly name: string;
  /** The name of the class or interface, which several definitions may have. */
  readonly title: string;
}

/** The name of an interface, a type literal or an enum, which documents need, and requests do not. */
interface NamedPart {
  readonly schema: ValueSchema;
  readonly into: 'name';
  readonly name: string;
}

/** A fact about a part of an argument that its schema does not state. */
export type Hydration = ValueHydration | Definition | NamedPart;

export function classesIn(hydrations: readonly Hydration[]): readonly ClassHandle[] {
  return hydrations.flatMap(({ into }) => (typeof into === 'object' ? [into] : []));
}

/**
 * A schema for clients of WordPress, which know no references: an object of a definition is written out once, and is
 * open within another one.
 */
export function withoutReferences<Schema extends ValueSchema>(
  schema: Schema,
  definitions: Definitions,
): Schema {
  if (definitions.size === 0) return schema;
  const { $ref, ...own } = mapSchemas(schema, (nested) => withoutReferences(nested, definitions));
  const definition = $ref === undefined ? undefined : definitions.get($ref);
  return { ...(definition && mapSchemas(definition, withoutDefinitions)), ...own } as Schema;
}

function withoutDefinitions(schema: ValueSchema): ValueSchema {
  const { $ref: _ref, ...own } = mapSchemas(schema, withoutDefinitions);
  return own;
}

/** A copy whose nested schemas are changed. */
function mapSchemas<Schema extends ValueSchema>(
  schema: Schema,
  change: (nested: ValueSchema) => ValueSchema,
): Schema {
  const { items, properties, patternProperties, additionalProperties, anyOf, oneOf } = schema;
  const isSchema = typeof additionalProperties === 'object';
  return {
    ...schema,
    ...withoutUndefined({
      items: items && change(items),
      properties: properties && mapValues(properties, change),
      patternProperties: patternProperties && mapValues(patternProperties, change),
      additionalProperties: isSchema ? change(additionalProperties) : undefined,
      anyOf: anyOf?.map(change),
      oneOf: oneOf?.map(change),
    }),
  };
}

export function definitionsIn(hydrations: readonly Hydration[]): readonly Definition[] {
  return hydrations.filter((one): one is Definition => one.into === 'definition');
}

export function definitionsByName(hydrations: readonly Hydration[]): Definitions {
  const definitions = definitionsIn(hydrations);
  if (definitions.length === 0) return NO_DEFINITIONS;
  return new Map(definitions.map(({ name, schema }) => [name, schema]));
}

export interface TypeDiagnostic extends DiagnosticDetails {
  /** The part of the parameter that it is about, if its code does not decide that. */
  readonly aspect?: ParameterAspect;
  /** The path to the property that it is about. */
  readonly properties?: readonly string[];
}

export interface TypeSchema {
  readonly schema: ValueSchema;
  readonly hydrations: readonly Hydration[];
}

/**
 * Makes the schema of an object from its properties, or returns the reason why there is none. The schema of one
 * option of a union is closed: other properties distinguish the options.
 */
export type ObjectSchemaMaker = (
  type: ClassType | ObjectType,
  isOption?: boolean,
) => TypeSchema | TypeDiagnostic;

const NULL: ValueSchema = Object.freeze({ type: 'null' });

/** Keywords that apply to values of every type: two alternatives cannot share them. */
const SHARED_KEYWORDS: readonly (keyof ValueSchema)[] = ['enum', 'anyOf', 'oneOf'];

const LAST: readonly SchemaType[] = ['array', 'object', 'null'];
const NULL_LAST: readonly SchemaType[] = ['null'];

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

/** The schema of a property of an object: `required` only if it is `true`, as WordPress writes it. */
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
      return schemaOfUnion(type.options, objectSchema, type.isOrdered);
    case 'enum':
      return namedPart(schemaOfEnum(type), type.name);
    case 'schema':
      return { schema: valuesOfData(type.schema), hydrations: [] };
    case 'opaque':
      return unreadable(type.text);
    case 'request':
      return unreadable(type.injected ?? 'RestRequest');
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
  isOrdered?: boolean,
): TypeSchema | TypeDiagnostic {
  const made: TypeSchema[] = [];
  for (const option of options) {
    const one = schemaOfType(option, (type) => objectSchema(type, true));
    if (isTypeDiagnostic(one)) return one;
    made.push(one);
  }
  return unionSchema(made, isOrdered);
}

/** A file is not a value of JSON, so it cannot be within an argument. */
const FILE_WITHIN: TypeDiagnostic = {
  code: 'RR1035',
  expected: 'UploadedFile or UploadedFile[] as the whole type',
  received: 'a file within another type',
};

function unreadable(text: string): TypeDiagnostic {
  return { code: 'RR1014', expected: 'a type that a schema can express', received: text };
}

function schemaOfEnum({
  values,
  members: enumNames,
}: Pick<EnumSignature, 'values' | 'members'>): TypeSchema | TypeDiagnostic {
  const type = typeOfAll(values);
  if (type !== undefined) {
    const schema = { type, enum: values, ...withoutUndefined({ enumNames }) };
    return { schema, hydrations: [] };
  }
  return {
    code: 'RR1014',
    expected: 'an enum whose values are all texts or all numbers',
    received: values.length === 0 ? 'an enum without values' : values.map(String).join(' | '),
  };
}

/** The same with the name of its type, if it has one. */
export function namedPart(
  made: TypeSchema | TypeDiagnostic,
  name: string | undefined,
): TypeSchema | TypeDiagnostic {
  if (name === undefined || isTypeDiagnostic(made)) return made;
  const { schema, hydrations } = made;
  return { schema, hydrations: [...hydrations, { schema, into: 'name', name }] };
}

/** The one type of all values: that of `1 | 2.5` is `number`. `undefined` if they differ. */
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

/** The schema of a union: one schema with a list of types if that can express it, else `anyOf`. */
function unionSchema(options: readonly TypeSchema[], isOrdered?: boolean): TypeSchema {
  if (options.some(({ schema }) => acceptsAnything(schema))) return { schema: {}, hydrations: [] };
  const schemas = options.map(({ schema }) => schema);
  const joined = canJoin(options) ? joinSchemas(schemas, isOrdered) : undefined;
  if (joined === undefined) return inAnyOf(options);
  return {
    schema: joined,
    hydrations: options.flatMap((option) => withSchema(withoutName(option), joined).hydrations),
  };
}

/** A name is that of one alternative, and not of the schema that several share. */
function withoutName({ schema, hydrations }: TypeSchema): TypeSchema {
  const own = hydrations.filter((one) => one.into !== 'name' || one.schema !== schema);
  return { schema, hydrations: own };
}

/**
 * One schema for alternatives of different types; `undefined` if a keyword of one would apply to another.
 *
 * @param isOrdered Whether the order of the alternatives is stated.
 */
export function joinSchemas(
  schemas: readonly ValueSchema[],
  isOrdered = false,
): ValueSchema | undefined {
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
  return { type: inOrder(types, isOrdered ? NULL_LAST : LAST), ...joined };
}

function isTaken(name: string, joined: object): boolean {
  return Object.hasOwn(joined, name) || (SHARED_KEYWORDS as readonly string[]).includes(name);
}

/**
 * Sorts lists and objects after single values, because WordPress accepts a text as a list and a list as an object:
 * for `string[] | string`, a text stays a text. Null is last.
 */
function inOrder(
  types: readonly SchemaType[],
  last: readonly SchemaType[],
): SchemaType | readonly SchemaType[] {
  const rank = (type: SchemaType) => last.indexOf(type);
  const [first, ...others] = types.toSorted((a, b) => rank(a) - rank(b));
  if (first === undefined) return [];
  return others.length === 0 ? first : [first, ...others];
}

/** Whether the options can share one schema. A date cannot: a text that is not a date must reach the next option. */
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

function alternatives(schema: ValueSchema): readonly ValueSchema[] {
  return schema.anyOf !== undefined && Object.keys(schema).length === 1 ? schema.anyOf : [schema];
}

function acceptsAnything(schema: ValueSchema): boolean {
  return Object.keys(schema).length === 0;
}

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

export function isTypeDiagnostic(result: TypeSchema | TypeDiagnostic): result is TypeDiagnostic {
  return 'code' in result;
}

/** The same with another schema of the whole, to which a hydration of the whole moves. */
export function withSchema<Schema extends ValueSchema>(
  made: TypeSchema,
  schema: Schema,
): TypeSchema & { readonly schema: Schema } {
  if (made.hydrations.length === 0) return { schema, hydrations: made.hydrations };
  const hydrations = made.hydrations.map((hydration) =>
    hydration.schema === made.schema ? { ...hydration, schema } : hydration,
  );
  return { schema, hydrations };
}
