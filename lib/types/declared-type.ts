import type {
  DataSchema,
  EnumValue,
  JsonValue,
  ScalarType,
  ValueSchema,
} from '../schema/vocabulary.js';
import type { FileOptions } from './files.js';
import type { LimitsSignature } from './method-signature.js';
import type { Class } from '../shared/records.js';
import { UPLOADED_FILE_MARK } from './marks.js';

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
interface TypeTraits {
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
type ValueKeywords = LimitsSignature & Pick<ValueSchema, 'description'>;

/** What a method returns, with the classes it names resolved. */
export type ReturnedType = (
  | Exclude<DeclaredType, { readonly kind: 'array' | 'object' | 'union' }>
  | { readonly kind: 'array'; readonly items: ReturnedType }
  | { readonly kind: 'union'; readonly options: readonly ReturnedType[] }
  | ReturnedObject
) & {
  readonly nullable?: true;
  /** With the links of `Linked`. */
  readonly linked?: true;
};

/** An object that a method returns. */
export interface ReturnedObject {
  readonly kind: 'object';
  readonly name?: string;
  /** Absent within the object of that name itself. */
  readonly properties?: readonly ReturnedProperty[];
  /** The type of all properties that have no name. */
  readonly additional?: ReturnedType;
}

/** A property of an object that a method returns. */
export interface ReturnedProperty {
  readonly name: string;
  readonly type: ReturnedType;
  readonly optional?: true;
  /** Clients cannot change it. */
  readonly readonly?: true;
  readonly description?: string;
}

/** The schema of what is sent. Without a type it describes any value. */
export type ReturnedSchema = ValueSchema & { readonly readonly?: true };

/** The text of a type in a diagnostic. */
export function nameOfType(type: DeclaredType): string {
  const suffix = type.nullable === true ? ' | null' : '';
  return `${nameOfNonNull(type)}${suffix}`;
}

function nameOfNonNull(type: DeclaredType): string {
  switch (type.kind) {
    case 'array':
      return `${inBrackets(type.items)}[]`;
    case 'enum':
      return type.values.map((value) => JSON.stringify(value)).join(' | ');
    case 'class':
      return type.handle.name;
    case 'union':
      return type.options.map(nameOfType).join(' | ');
    case 'object':
      return type.name ?? nameOfObject(type);
    case 'any':
      return 'unknown';
    case 'file':
      return 'UploadedFile';
    case 'opaque':
      return type.text;
    default:
      return type.kind;
  }
}

function inBrackets(items: DeclaredType): string {
  const isUnion = items.kind === 'union' || items.kind === 'enum' || items.nullable === true;
  return isUnion ? `(${nameOfType(items)})` : nameOfType(items);
}

function nameOfObject({ properties = [], additional }: ObjectType): string {
  if (additional !== undefined && properties.length === 0) {
    return `Record<string, ${nameOfType(additional)}>`;
  }
  return `{ ${properties.map(nameOfProperty).join('; ')} }`;
}

function nameOfProperty({ name, optional }: DeclaredProperty): string {
  return optional === true ? `${name}?` : name;
}

/** The type of an argument that is a file, or a list of files. */
export interface FileType {
  readonly isList: boolean;
  readonly isNullable: boolean;
}

/** A type as that of a file; `undefined` for any other, which may hold files. */
export function fileTypeOf(type: DeclaredType): FileType | undefined {
  const isNullable = type.nullable === true;
  if (type.kind === 'file') return { isList: false, isNullable };
  const isList = type.kind === 'array' && isPlainFile(type.items);
  return isList ? { isList, isNullable } : undefined;
}

/** Whether the elements of a list are files, and nothing more is stated of them. */
function isPlainFile({ kind, nullable, keywords }: DeclaredType): boolean {
  return kind === 'file' && nullable !== true && keywords === undefined;
}

/** The type that a class names: a file, or a service or value class. */
export function typeOfClass(type: Class): ClassType | { readonly kind: 'file' } {
  // A subclass of `UploadedFile` is another class: no request is made of its instances.
  if (Object.hasOwn(type, UPLOADED_FILE_MARK)) return { kind: 'file' };
  return { kind: 'class', handle: { name: type.name, ref: type } };
}
