import type {
  DataSchema,
  EnumValue,
  Format,
  JsonValue,
  LimitOf,
  ScalarType,
  ValueLimits,
} from '../../schema/vocabulary.js';
import type { StatedLists } from '../definition/value-reading.js';
import type { FileOptions } from '../../types/files.js';
import type { StandardSchema } from '../../types/standard-schema.js';
import type { EnumSignature } from '../../types/type.js';

/**
 * The types that a declaration by hand may name. A `date` is a `date-time` text in requests and a `Date` in code;
 * `any` is every value of JSON.
 */
export type DeclaredTypeName = ScalarType | 'array' | 'object' | 'any' | 'date';

/** A TypeScript enum, an object of constants, or the values themselves. */
export type EnumSource = Readonly<Record<string, EnumValue>> | readonly EnumValue[];

/** A class whose instances are values of a request. */
export type ValueClassType = abstract new (...args: never[]) => object;

/** States a type if no compiler reads one, or in place of the one that it reads. */
export interface TypeOptions {
  /** The name of a type, several names for a union of them, or a value class. */
  readonly type?: DeclaredTypeName | readonly DeclaredTypeName[] | ValueClassType;
  readonly enum?: EnumSource;
  /** A union: the value is of one of these types. */
  readonly anyOf?: readonly ValueOptions[];
  /** The properties of an object, which has no others unless `additionalProperties` allows them. */
  readonly properties?: Readonly<Record<string, PropertyOptions>>;
  /** The other properties of an object: of one type, of any (`true`), or none (`false`). */
  readonly additionalProperties?: boolean | ValueOptions;
  /** The type of the elements of a list. */
  readonly items?: ValueOptions;
  /** Whether null is accepted too; `false` by default. */
  readonly nullable?: boolean;
}

/** Limits the values of a type; each limit must apply to the type. */
export interface LimitOptions extends Omit<ValueLimits, 'format' | 'pattern'> {
  readonly pattern?: string | RegExp;
  /** Allows a `pattern` with lookarounds, references or many repetitions, which may be slow for some texts. */
  readonly patternIsTrusted?: boolean;
  readonly format?: Format;
}

/** The type and the limits of a value within an argument. */
export interface ValueOptions extends TypeOptions, LimitOptions {
  readonly description?: string;
}

/** A property of an object, or an argument, by hand. */
export interface PropertyOptions extends ValueOptions, FileOptions {
  /** By default `true` if there is no default. */
  readonly required?: boolean;
  /**
   * The value of an absent argument. That of a property within an object is for documents only, as on
   * WordPress: a value class sets its own.
   */
  readonly default?: JsonValue;
}

/** The options of `@Param`; every key is optional if a compiler reads the signature. */
export interface ParamOptions extends PropertyOptions {
  /** The argument's name; by default the parameter's. */
  readonly name?: string;
  /**
   * For a placeholder of the path of type `string`, `int` or `number`: the regular expression that its whole value
   * matches, decoded and without regard to the case of ASCII letters; `[^/]+` by default. The route does not match
   * other values. A pattern that can match a slash lets the value span segments of the path.
   *
   * @see The expressions in the routes of WordPress's `register_rest_route`.
   */
  readonly match?: string;
  /**
   * How a list within the argument is written as a text: `repeated` makes a text the only item, `comma` divides it at
   * commas. By default that of `@RestRoute(…, { lists })` or `RestModule.forRoot({ lists })`.
   */
  readonly lists?: StatedLists;
  /**
   * In place of a type: a schema as data, in WordPress's dialect of JSON Schema, checked at startup; or
   * a Standard Schema of another library, whose output is the argument.
   *
   * @see https://standardschema.dev
   */
  readonly schema?: ParamSchema;
  /**
   * A service's class, or `RestRequest`, if neither a signature nor decorator metadata names it. Cannot be combined
   * with other options.
   */
  readonly inject?: abstract new (...args: never[]) => object;
}

/** The values of `@Param({ schema })`. */
export type ParamSchema = DataSchema | StandardSchema;

/** The limits of `@ListOf`: those of lists. */
export type ListLimits = Pick<LimitOptions, LimitOf<'array'>>;

export function enumValues(source: EnumSource): readonly EnumValue[] {
  return isValueList(source) ? source : membersOf(source).map(([, value]) => value);
}

/** The type of a list of values, or of a TypeScript enum, with the names of its members unless two have the same value. */
export function enumTypeOf(source: EnumSource): EnumSignature {
  const values = enumValues(source);
  if (isValueList(source) || new Set(values).size < values.length) return { kind: 'enum', values };
  return { kind: 'enum', values, members: membersOf(source).map(([name]) => name) };
}

function isValueList(source: EnumSource): source is readonly EnumValue[] {
  return Array.isArray(source);
}

/** A numeric TypeScript enum also maps its values back to its names; those entries are not members. */
function membersOf(
  source: Readonly<Record<string, EnumValue>>,
): readonly (readonly [name: string, value: EnumValue])[] {
  return Object.entries(source).filter(([key]) => String(Number(key)) !== key);
}

export function joinOptions<Options extends object>(
  one: Options,
  other: Options,
): { readonly options: Options; readonly conflicts: readonly string[] } {
  const stated: ReadonlyMap<string, unknown> = new Map(Object.entries(one));
  const conflicts = Object.entries(other).flatMap(([name, value]: [string, unknown]) =>
    stated.has(name) && !isSame(stated.get(name), value) ? [name] : [],
  );
  return { options: { ...one, ...other }, conflicts };
}

/** Whether two options are the same value, or equal data. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (one instanceof RegExp || other instanceof RegExp) return String(one) === String(other);
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [entries, others] = [Object.entries(one), new Map(Object.entries(other))];
  return (
    entries.length === others.size &&
    entries.every(([name, value]) => others.has(name) && isSame(value, others.get(name)))
  );
}
