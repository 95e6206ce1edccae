/**
 * The formats a string argument may be held to.
 *
 * @example
 * create(@Param({ format: Format.Email }) email: string) {}
 *
 * @see WordPress's REST schema: `email`, `uuid`, `ip`, `date-time`, `hex-color` and `uri`.
 */
export const Format = {
  Email: 'email',
  Uuid: 'uuid',
  Ip: 'ip',
  DateTime: 'date-time',
  HexColor: 'hex-color',
  Uri: 'uri',
} as const;

export type Format = (typeof Format)[keyof typeof Format];

/** The types that a single value of an argument may have. */
export type ScalarType = 'integer' | 'number' | 'string' | 'boolean';

export type SchemaType = ScalarType | 'array' | 'object';

/** A value that JSON can express. */
export type JsonValue =
  string | number | boolean | null | readonly JsonValue[] | { readonly [name: string]: JsonValue };

export type EnumValue = string | number;

/**
 * The schema of one value, in the keywords of JSON Schema that WordPress knows.
 * Plain and JSON-safe: it is what OPTIONS shows and what the validator is compiled from.
 */
export interface ValueSchema {
  readonly type: SchemaType | readonly [SchemaType, 'null'];
  readonly description?: string;
  readonly enum?: readonly (EnumValue | null)[];
  /** Inclusive. */
  readonly minimum?: number;
  /** Inclusive. */
  readonly maximum?: number;
  /** In Unicode code points. */
  readonly minLength?: number;
  /** In Unicode code points. */
  readonly maxLength?: number;
  /** A regular expression, searched for unless anchored; compiled with the `u` flag. */
  readonly pattern?: string;
  readonly format?: Format;
  readonly items?: ValueSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, PropertySchema>>;
  readonly additionalProperties?: false;
}

/** The schema of a property of an object; `required` belongs to the property, as in WordPress. */
export interface PropertySchema extends ValueSchema {
  readonly required?: boolean;
  readonly default?: JsonValue;
}

/** The schema of an argument of a route. */
export interface ArgumentSchema extends ValueSchema {
  readonly required: boolean;
  readonly default?: JsonValue;
}
