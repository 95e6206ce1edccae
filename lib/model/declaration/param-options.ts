import type { EnumValue, Format, JsonValue, ScalarType } from '../../schema/vocabulary.js';

/** The types that a declaration by hand may name. A `date` is a `date-time` text outside and a `Date` inside. */
export type DeclaredTypeName = ScalarType | 'array' | 'date';

/** A TypeScript enum, an object of constants, or the values themselves. */
export type EnumSource = Readonly<Record<string, EnumValue>> | readonly EnumValue[];

/** What `@Param` takes; every key is optional where a compiler reads the signature. */
export interface ParamOptions {
  /** The argument's name; by default the parameter's. */
  readonly name?: string;
  readonly type?: DeclaredTypeName;
  readonly enum?: EnumSource;
  readonly nullable?: boolean;
  /** By default: whether there is no default. */
  readonly required?: boolean;
  readonly default?: JsonValue;
  readonly description?: string;
  /** Inclusive. */
  readonly minimum?: number;
  /** Inclusive. */
  readonly maximum?: number;
  /** In Unicode code points. */
  readonly minLength?: number;
  /** In Unicode code points. */
  readonly maxLength?: number;
  readonly pattern?: string | RegExp;
  /**
   * For a `string` placeholder of the path: the regular expression that its whole value matches, decoded
   * and without regard to the case of ASCII letters; `[^/]+` by default. The route does not match other
   * values. A pattern that can match a slash lets the value span segments of the path.
   *
   * @see The expressions in the routes of WordPress's `register_rest_route`.
   */
  readonly match?: string;
  readonly format?: Format;
  /**
   * A service's class, or `RestRequest`, where neither a signature nor decorator metadata names it.
   * Goes with no other option.
   */
  readonly inject?: abstract new (...args: never[]) => object;
}

/** The limits that `@ListOf` takes. */
export interface ListLimits {
  readonly minItems?: number;
  readonly maxItems?: number;
}

/**
 * The values of an enum source. A numeric TypeScript enum also maps its values back to its names;
 * those entries are not values.
 */
export function enumValues(source: EnumSource): readonly EnumValue[] {
  if (Array.isArray(source)) return source;
  return Object.entries(source)
    .filter(([key]) => String(Number(key)) !== key)
    .map(([, value]) => value);
}
