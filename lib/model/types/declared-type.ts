import type {
  DataSchema,
  EnumValue,
  JsonValue,
  ScalarType,
  ValueSchema,
} from '../../schema/vocabulary.js';
import type { FileOptions } from '../../routes/declaration/param-options.js';
import type { LimitsSignature } from '../signature/method-signature.js';

/** A class as its producer knows it: the constructor at run time, the declaration in a compiler. */
export interface ClassHandle {
  readonly name: string;
  readonly ref: unknown;
}

/** A type as declared, with the classes it names resolved. */
export type DeclaredType = (
  | { readonly kind: ScalarType | 'date' | 'file' | 'request' }
  /** Any value of JSON. */
  | { readonly kind: 'any' }
  | { readonly kind: 'enum'; readonly values: readonly EnumValue[] }
  | { readonly kind: 'array'; readonly items: DeclaredType }
  | ClassType
  | ObjectType
  | { readonly kind: 'union'; readonly options: readonly DeclaredType[] }
  /** A schema as data, in WordPress's dialect. */
  | { readonly kind: 'schema'; readonly schema: DataSchema }
  | { readonly kind: 'opaque'; readonly text: string }
) &
  TypeTraits;

/** What any type may state beside its kind. */
export interface TypeTraits {
  readonly nullable?: true;
  /** What is stated by hand of a value that is neither a parameter nor a property. */
  readonly keywords?: ValueKeywords;
}

/** A service, or a value class. */
export interface ClassType extends TypeTraits {
  readonly kind: 'class';
  readonly handle: ClassHandle;
}

/** An object by its properties: closed, unless `additional` is the type of all others. */
export interface ObjectType extends TypeTraits {
  readonly kind: 'object';
  readonly name?: string;
  readonly properties?: readonly DeclaredProperty[];
  readonly additional?: DeclaredType;
}

/** A property of an object, as its type states it. */
export interface DeclaredProperty {
  readonly name: string;
  readonly type: DeclaredType;
  readonly optional?: true;
  readonly default?: JsonValue;
  readonly description?: string;
  readonly limits?: LimitsSignature;
  /** Stated by hand, of a property that is a file. */
  readonly files?: FileOptions;
}

/** The keywords that a value within an argument may have beside its type. */
export type ValueKeywords = LimitsSignature & Pick<ValueSchema, 'description'>;
