/**
 * The formats of string arguments.
 *
 * `TextField` and `TextareaField` accept every text and remove tags, percent-encoded octets and white
 * space at both ends; `TextareaField` keeps line breaks.
 *
 * @example
 * create(@Param({ format: Format.Email }) email: string) {}
 *
 * `Date` is a day of the calendar, such as `2024-01-31`; a parameter of type `Date` gets its midnight in UTC.
 *
 * `Uuid` accepts capital letters, as RFC 9562 and Nest's `ParseUUIDPipe` do, and keeps them; to clients both
 * formats are `uuid`. `LowerCaseUuid` is WordPress's `uuid`.
 *
 * @see WordPress's REST schema: `email`, `uuid`, `ip`, `date-time`, `hex-color`, `uri`, `text-field`
 *   and `textarea-field`; JSON Schema: `date`, which WordPress does not check.
 */
export const Format = {
  Email: 'email',
  Uuid: 'uuid-any-case',
  LowerCaseUuid: 'uuid',
  Ip: 'ip',
  Date: 'date',
  DateTime: 'date-time',
  HexColor: 'hex-color',
  Uri: 'uri',
  TextField: 'text-field',
  TextareaField: 'textarea-field',
} as const;

export type Format = (typeof Format)[keyof typeof Format];

/** The types that a single value of an argument may have. */
export type ScalarType = 'integer' | 'number' | 'string' | 'boolean';

export type SchemaType = ScalarType | 'array' | 'object' | 'null';

/** A value that JSON can express. */
export type JsonValue =
  string | number | boolean | null | readonly JsonValue[] | { readonly [name: string]: JsonValue };

export type EnumValue = string | number;

/**
 * The keywords that limit a value beside its type; `LIMITS` has a row for each. The tag `@exclusiveMinimum 0` states
 * `minimum` and `exclusiveMinimum`.
 */
export interface ValueLimits {
  /** Inclusive, unless `exclusiveMinimum` is true. */
  readonly minimum?: number;
  /** Inclusive, unless `exclusiveMaximum` is true. */
  readonly maximum?: number;
  /** Whether `minimum` itself is rejected; beside `minimum` only. */
  readonly exclusiveMinimum?: boolean;
  /** Whether `maximum` itself is rejected; beside `maximum` only. */
  readonly exclusiveMaximum?: boolean;
  readonly multipleOf?: number;
  /** In Unicode code points. */
  readonly minLength?: number;
  /** In Unicode code points. */
  readonly maxLength?: number;
  /** A regular expression, searched for unless anchored; compiled with the `u` flag. */
  readonly pattern?: string;
  /** `binary` is a file of a form, only for parameters of the type `UploadedFile`. */
  readonly format?: Format | 'binary';
  readonly minItems?: number;
  readonly maxItems?: number;
  /** Whether no two elements of a list may be equal; `false` by default. */
  readonly uniqueItems?: boolean;
  readonly minProperties?: number;
  readonly maxProperties?: number;
}

/**
 * The properties of a keyword that limits a value beside its type. A tag, an option of `@Param`, a schema and an
 * OpenAPI document all call it by its own name.
 */
interface Limit {
  /** The types of values that it applies to. */
  readonly types: readonly SchemaType[];
  /** The kind of its own value. An `exclusive` limit is a flag in a schema, and a number in a tag and in OpenAPI. */
  readonly value: 'number' | 'exclusive' | 'factor' | 'count' | 'flag' | 'pattern' | 'format';
  /**
   * How two values compare: the higher one of two lower bounds is stricter. Of two flags, one suffices; two factors
   * have a common multiple; two patterns or formats cannot be compared.
   */
  readonly bound?: 'lower' | 'upper';
  /** The bound that an `exclusive` limit is about. */
  readonly of?: 'minimum' | 'maximum';
}

const NUMBERS = ['integer', 'number'] as const;
const TEXTS = ['string'] as const;
const LISTS = ['array'] as const;
const OBJECTS = ['object'] as const;

/** Every keyword that limits a value beside its type. */
export const LIMITS = {
  minimum: { types: NUMBERS, value: 'number', bound: 'lower' },
  maximum: { types: NUMBERS, value: 'number', bound: 'upper' },
  exclusiveMinimum: { types: NUMBERS, value: 'exclusive', bound: 'lower', of: 'minimum' },
  exclusiveMaximum: { types: NUMBERS, value: 'exclusive', bound: 'upper', of: 'maximum' },
  multipleOf: { types: NUMBERS, value: 'factor' },
  minLength: { types: TEXTS, value: 'count', bound: 'lower' },
  maxLength: { types: TEXTS, value: 'count', bound: 'upper' },
  pattern: { types: TEXTS, value: 'pattern' },
  format: { types: TEXTS, value: 'format' },
  minItems: { types: LISTS, value: 'count', bound: 'lower' },
  maxItems: { types: LISTS, value: 'count', bound: 'upper' },
  uniqueItems: { types: LISTS, value: 'flag' },
  minProperties: { types: OBJECTS, value: 'count', bound: 'lower' },
  maxProperties: { types: OBJECTS, value: 'count', bound: 'upper' },
} as const satisfies Record<keyof ValueLimits, Limit>;

/** The name of a limit. */
export type LimitName = keyof typeof LIMITS;

/** The names of the limits of values of a type. */
export type LimitOf<Type extends SchemaType> = {
  [Name in LimitName]: Type extends (typeof LIMITS)[Name]['types'][number] ? Name : never;
}[LimitName];

/** The kind of a limit's own value. */
export type LimitValue = Limit['value'];

type NameWith<Value extends LimitValue> = {
  [Name in LimitName]: (typeof LIMITS)[Name]['value'] extends Value ? Name : never;
}[LimitName];

/** The names of all limits. `Object.keys` does not have their type. */
export const LIMIT_NAMES = Object.keys(LIMITS) as readonly LimitName[];

/** The names of the limits whose own values are of a kind. */
export function limitsWith<Value extends LimitValue>(value: Value): readonly NameWith<Value>[] {
  return LIMIT_NAMES.filter((name): name is NameWith<Value> => LIMITS[name].value === value);
}

/** The names of the limits of values of a type. */
export function limitsOfType(type: SchemaType): readonly LimitName[] {
  return LIMIT_NAMES.filter((name) => (LIMITS[name].types as readonly SchemaType[]).includes(type));
}

/**
 * The schema of one value, in WordPress's dialect of JSON Schema. JSON-safe: OPTIONS shows it, and the
 * validator is compiled from it.
 */
export interface ValueSchema extends ValueLimits {
  /** One type, a list of types, or absent for any JSON value. */
  readonly type?: SchemaType | readonly SchemaType[];
  /** Names the schema in the messages of `oneOf` and `anyOf`. */
  readonly title?: string;
  readonly description?: string;
  /** The contexts in which a property is sent, as `view` and `edit`. It limits no value. */
  readonly context?: readonly string[];
  readonly enum?: readonly JsonValue[];
  /** The names of the values of `enum` that are not null, for API documents only. */
  readonly enumNames?: readonly string[];
  /** A value, for clients. */
  readonly example?: JsonValue;
  /** Whether clients should no longer use it, or what they should use. */
  readonly deprecated?: JsonValue;
  /**
   * Allows lookarounds, references and many repetitions in `pattern` and in the names of `patternProperties`,
   * although they may be slow for some texts. Clients do not see it.
   */
  readonly patternIsTrusted?: boolean;
  readonly items?: ValueSchema;
  readonly properties?: Readonly<Record<string, PropertySchema>>;
  /** Schemas by regular expression, for names that `properties` does not list. */
  readonly patternProperties?: Readonly<Record<string, ValueSchema>>;
  /** The schema of all other properties; `false` forbids them. */
  readonly additionalProperties?: boolean | ValueSchema;
  /** Draft 4: the names of required properties. `true` is draft 3, on a property or an argument. */
  readonly required?: boolean | readonly string[];
  /**
   * The name of the definition of an object that contains itself, or is within one. Only schemas of types have it; to
   * WordPress, such an object is open.
   */
  readonly $ref?: string;
  /** At least one of these schemas accepts the value; the first that does sanitizes it. */
  readonly anyOf?: readonly ValueSchema[];
  /** Exactly one of these schemas accepts the value, and sanitizes it. */
  readonly oneOf?: readonly ValueSchema[];
}

/** A schema as the index of a WordPress API has it: a PHP list may be an object there. */
export interface DataSchema extends Omit<
  ValueSchema,
  | '$ref'
  | 'enum'
  | 'enumNames'
  | 'items'
  | 'properties'
  | 'patternProperties'
  | 'additionalProperties'
  | 'anyOf'
  | 'oneOf'
> {
  readonly enum?: readonly JsonValue[] | Readonly<Record<string, JsonValue>>;
  readonly items?: DataSchema;
  readonly properties?: Readonly<Record<string, DataSchema>>;
  readonly patternProperties?: Readonly<Record<string, DataSchema>>;
  readonly additionalProperties?: boolean | DataSchema;
  readonly anyOf?: readonly DataSchema[];
  readonly oneOf?: readonly DataSchema[];
  readonly default?: JsonValue;
  /** For clients, like all keywords below: they do not reject values. */
  readonly readonly?: boolean;
  readonly context?: readonly string[];
  readonly $schema?: string;
  /** Options for WordPress's own functions. */
  readonly arg_options?: JsonValue;
}

/** The schema of a property of an object. */
export interface PropertySchema extends ValueSchema {
  readonly default?: JsonValue;
}

/** The schema of an argument of a route. A list in `required` names properties, and does not require the argument. */
export interface ArgumentSchema extends ValueSchema {
  readonly required: boolean | readonly string[];
  readonly default?: JsonValue;
}

/** The schemas of objects that contain themselves, by the names that `$ref` states. */
export type Definitions = ReadonlyMap<string, ValueSchema>;

/** The same in a description, which is JSON. */
export type DescribedDefinitions = Readonly<Record<string, ValueSchema>>;

export const NO_DEFINITIONS: Definitions = new Map();

/** Whether the values of a schema are objects of a definition. The other types of a list have no definition. */
export function refersTo(schema: ValueSchema): string | undefined {
  return schema.$ref !== undefined && baseType(schema) === 'object' ? schema.$ref : undefined;
}

/** Every type of the vocabulary. */
export const ALL_TYPES: readonly SchemaType[] = [
  'integer',
  'number',
  'string',
  'boolean',
  'array',
  'object',
  'null',
];

const ANY: readonly SchemaType[] = [];

/** The types that a schema lists; none if it accepts any. */
export function typesOf({ type }: ValueSchema): readonly SchemaType[] {
  if (type === undefined) return ANY;
  return typeof type === 'string' ? [type] : type;
}

/** The one type of a schema's non-null values: of `T` and of `[T, 'null']`. */
export function baseType(schema: ValueSchema): SchemaType | undefined {
  const { type } = schema;
  if (type === undefined || typeof type === 'string') return type;
  return isNullable(schema) ? type[0] : undefined;
}

/** Whether the value chooses among the types of a list. `[T, 'null']` needs no such choice. */
export function hasTypeChoice(schema: ValueSchema): boolean {
  return schema.type !== undefined && baseType(schema) === undefined;
}

/** Whether a schema lists one type and `null`, in this order: the usual way to write it. */
export function isNullable({ type }: ValueSchema): boolean {
  return Array.isArray(type) && type.length === 2 && type[1] === 'null' && type[0] !== 'null';
}

/** Whether a nullable schema accepts `null`: the enum decides, because WordPress applies it to null too. */
export function acceptsNull(schema: ValueSchema): boolean {
  if (!isNullable(schema)) return false;
  return schema.enum === undefined || schema.enum.length === 0 || schema.enum.includes(null);
}
