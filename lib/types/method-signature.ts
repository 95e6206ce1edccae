import type { LimitName } from '../schema/limits.js';
import type { EnumValue, JsonValue, ScalarType, ValueSchema } from '../schema/vocabulary.js';
import { createHash } from 'node:crypto';

/** The version of the format below, which a compiler writes. The runtime rejects any other. */
export const SIGNATURE_FORMAT = 2;

/**
 * The key under which a compiler attaches a signature to a class. A registered symbol, so that
 * compiled code needs no import of this package to write it.
 */
export const SIGNATURE_KEY = Symbol.for('nestjs-rest-routes.signature');

/** The type of a parameter, of a property or of what a method returns, as the source states it. */
export type TypeSignature = (
  | { readonly kind: ScalarType }
  | { readonly kind: 'date' }
  | { readonly kind: 'enum'; readonly name?: string; readonly values: readonly EnumValue[] }
  | { readonly kind: 'array'; readonly items: TypeSignature }
  /** `RestRequest`. */
  | { readonly kind: 'request' }
  /** `UploadedFile`. */
  | { readonly kind: 'file' }
  /** A class, a service or a value class: `name` is its key in `AttachedSignature.references`. */
  | { readonly kind: 'class'; readonly name: string }
  /** `unknown`: any value of JSON. */
  | { readonly kind: 'any' }
  /** A union that is neither an enum nor one type and `null`. */
  | { readonly kind: 'union'; readonly options: readonly TypeSignature[] }
  /**
   * An object by its properties: closed, unless `additional` is the type of all others. Only in what a
   * method returns may an object lack both: within itself it has its name alone.
   */
  | {
      readonly kind: 'object';
      readonly name?: string;
      readonly properties?: readonly PropertySignature[];
      readonly additional?: TypeSignature;
    }
  /** Only where nothing is validated: what a method returns, or a parameter that Nest fills. */
  | { readonly kind: 'opaque'; readonly text: string }
) & {
  readonly nullable?: true;
  /** The limits of a type within another one: of the elements of `Title[]`, of one type of a union. */
  readonly keywords?: LimitsSignature;
  /** The `T` of a returned `Linked<T>`. */
  readonly linked?: true;
};

/**
 * The limits that the tags of a docstring state, as a schema spells them: `@exclusiveMinimum 0` states `minimum`
 * and `exclusiveMinimum`.
 */
export type LimitsSignature = Pick<ValueSchema, LimitName>;

/** A property of an object. */
export interface PropertySignature {
  readonly name: string;
  readonly type: TypeSignature;
  readonly optional?: true;
  /** `readonly` in what a method returns. */
  readonly readonly?: true;
  /** From the tag `@default`. */
  readonly default?: JsonValue;
  /** From the docstring. */
  readonly description?: string;
  readonly limits?: LimitsSignature;
}

/** A parameter of a method, or a public property of a value class. */
export interface ParameterSignature {
  readonly name: string;
  readonly type: TypeSignature;
  /** `p?: T`, or any default: the value may be absent. */
  readonly optional?: true;
  /** The default, where it is a constant; any other default is left to the method. */
  readonly default?: JsonValue;
  /** From the docstring. */
  readonly description?: string;
  readonly limits?: LimitsSignature;
}

/** One of the responses of a method. */
export interface ResponseSignature {
  /** Of the body; `undefined` or `void` as a text where there is none. */
  readonly type: TypeSignature;
  /** A `RestResponse`, which has a status of its own. */
  readonly isResponse?: true;
  /** Those that the type of the `RestResponse` states; absent where it may have any. */
  readonly statuses?: readonly number[];
}

/** What a compiler read of one method. */
export interface MethodSignature {
  readonly parameters: readonly ParameterSignature[];
  /** What the method returns, promises and observables unwrapped. */
  readonly returns?: TypeSignature;
  /** It returns a `RestResponse`, which has a status of its own. */
  readonly returnsResponse?: true;
  /** Where there are several, or one states its status. */
  readonly responses?: readonly ResponseSignature[];
  /** From the docstring. */
  readonly description?: string;
  /** `@deprecated` in the docstring: its text, or `true`. */
  readonly deprecated?: string | true;
}

/**
 * The names of decorators: those of this package, those of Nest that an application must not lose, and
 * `other` for any other, which may be composed of them.
 */
export type DecoratorNames = readonly string[];

/** The decorators of a method and of its parameters, by position. */
export interface MethodDecorators {
  readonly own?: DecoratorNames;
  readonly parameters?: Readonly<Record<string, DecoratorNames>>;
}

/** The decorators of a class and of its methods, inherited ones included. */
export interface DecoratorsSignature {
  readonly class?: DecoratorNames;
  readonly methods?: Readonly<Record<string, MethodDecorators>>;
}

/** What a compiler read of one class. Plain and JSON-safe. */
export interface ClassSignature {
  readonly format: typeof SIGNATURE_FORMAT;
  readonly className: string;
  /** Methods with a route, inherited ones included, by name. */
  readonly methods?: Readonly<Record<string, MethodSignature>>;
  /** Static methods that the callbacks of a controller name; those of another class as `Class.method`. */
  readonly staticMethods?: Readonly<Record<string, MethodSignature>>;
  /** The public properties of a value class, inherited ones included. */
  readonly properties?: readonly ParameterSignature[];
  /** The decorators that the source shows; a difference at startup is a diagnostic. */
  readonly decorators?: DecoratorsSignature;
  /** Diagnostics that a watching compiler could not stop at: the boot rejects them with the same text. */
  readonly faults?: readonly string[];
}

/** A class named in a signature. Called after all modules are loaded, so that circular imports resolve. */
export type ClassReference = () => unknown;

/** What a compiler attaches to a class under `SIGNATURE_KEY`. */
export interface AttachedSignature {
  readonly signature: ClassSignature;
  readonly references: Readonly<Record<string, ClassReference>>;
}

const LENGTH = 16;

/** A hash of the texts of source files. Line ends do not count: Git may change them. */
export function sourceHash(texts: readonly string[]): string {
  const lines = texts.map((text) => text.replaceAll('\r\n', '\n'));
  return createHash('sha256').update(JSON.stringify(lines)).digest('hex').slice(0, LENGTH);
}
