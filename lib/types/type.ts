import type {
  ValueLimits,
  DataSchema,
  EnumValue,
  JsonValue,
  ScalarType,
  ValueSchema,
} from '../schema/vocabulary.js';
import type { FileOptions } from './files.js';

/**
 * A type: as a compiler writes it into a signature, as decorators declare it, as the rules check it, and as a
 * method returns it. In a signature, which is JSON-safe, a class is a `ClassKey`; elsewhere it is a `ClassType`.
 */
type Type<Class> = (
  | { readonly kind: ScalarType | 'date' }
  /** `RestRequest`, or an object of a request that a feature injects. */
  | { readonly kind: 'request'; readonly injected?: InjectedName }
  /** `UploadedFile`. */
  | { readonly kind: 'file' }
  /** `unknown`: any value of JSON. */
  | { readonly kind: 'any' }
  | {
      readonly kind: 'enum';
      readonly name?: string;
      readonly values: readonly EnumValue[];
      /** The names of the values in an enum of TypeScript, in their order. */
      readonly members?: readonly string[];
    }
  | { readonly kind: 'array'; readonly items: Type<Class> }
  /**
   * A union that is neither an enum nor one type and `null`. TypeScript gives it no order, so lists and objects come
   * last, unless a list of types, which has an order, states it.
   */
  | {
      readonly kind: 'union';
      readonly options: readonly Type<Class>[];
      readonly isOrdered?: true;
    }
  | ObjectOf<Class>
  | Class
  /** Only for types that are not validated: a return type, or a parameter that Nest fills. */
  | { readonly kind: 'opaque'; readonly text: string }
) &
  TypeTraits;

/** The global types of which features inject an object into a method for each request. */
export const INJECTED_NAMES = ['AbortSignal'] as const;

export type InjectedName = (typeof INJECTED_NAMES)[number];

/** The facts that any type may state beside its kind. */
export interface TypeTraits {
  readonly nullable?: true;
  /** The limits of a type within another one: of the elements of `Title[]`, of one type of a union. */
  readonly keywords?: ValueLimits & Pick<ValueSchema, 'description'>;
  /** The `T` of a returned `Linked<T>`. */
  readonly linked?: true;
  /** A list that is returned as an asynchronous iterable, so that its items are sent one by one. */
  readonly iterated?: true;
}

/**
 * An object by its properties: closed, unless `additional` is the type of all others. An object that contains itself
 * lacks both within itself: in a return type it has only its name there, in an argument also the number of the object.
 */
interface ObjectOf<Class> extends TypeTraits {
  readonly kind: 'object';
  readonly name?: string;
  /** From the tag `@title`. */
  readonly title?: string;
  readonly properties?: readonly PropertyOf<Class>[];
  readonly additional?: Type<Class>;
  /** The number of an object of an argument to which others refer. */
  readonly id?: number;
  /** The number of the object of the same argument that this one is. */
  readonly of?: number;
  /** The same in a declared type: the object itself. A function, because the object may contain this one. */
  readonly target?: () => ObjectOf<Class> | undefined;
}

/** A property of an object or of a value class, or a parameter of a method. */
interface PropertyOf<Class> {
  readonly name: string;
  readonly type: Type<Class>;
  /** Whether the value may be absent: `p?: T`, or an initializer. A tag `@default` alone does not state it. */
  readonly optional?: true;
  /** `readonly` in a return type: clients cannot change it. */
  readonly readonly?: true;
  /** The default, if it is a constant, or from the tag `@default`; any other is left to the method. */
  readonly default?: JsonValue;
  /** From the docstring. */
  readonly description?: string;
  /** From the tag `@title`. */
  readonly title?: string;
  /** From the tag `@context`. */
  readonly context?: readonly string[];
  /** From the tag `@example`. */
  readonly example?: JsonValue;
  /** From the tag `@deprecated`: its text, or `true`. */
  readonly deprecated?: string | true;
  readonly limits?: ValueLimits;
  /** The type of a parameter that Nest fills from the body, the query, a header or the path, for documents. */
  readonly documented?: Type<Class>;
  /** The options of a property that is a file, stated by hand. */
  readonly files?: FileOptions;
}

/** A class, a service or a value class: `name` is its key in `AttachedSignature.references`. */
export interface ClassKey {
  readonly kind: 'class';
  readonly name: string;
}

/** A class as its producer knows it: the constructor at run time, the declaration in a compiler. */
export interface ClassHandle {
  readonly name: string;
  readonly ref: unknown;
}

/** A service, or a value class. */
export interface ClassType extends TypeTraits {
  readonly kind: 'class';
  readonly handle: ClassHandle;
}

/** A schema as data, in WordPress's dialect. */
interface DataType {
  readonly kind: 'schema';
  readonly schema: DataSchema;
}

/** A type as a signature has it. */
export type TypeSignature = Type<ClassKey>;

/** A type as declared, with the classes it names resolved. */
export type DeclaredType = Type<ClassType | DataType>;
export type ObjectType = ObjectOf<ClassType | DataType>;
export type DeclaredProperty = PropertyOf<ClassType | DataType>;
export type PropertySignature = PropertyOf<ClassKey>;
export type ObjectSignature = ObjectOf<ClassKey>;
export type EnumSignature = Extract<TypeSignature, { readonly kind: 'enum' }>;

/** A type that is known only by its name: a class, or a recursive object. */
export type NamedType = TypeTraits & (ClassKey | Pick<ObjectOf<ClassKey>, 'kind' | 'name'>);

/** @param objects Those that other objects of the type refer to, by their numbers. */
export function mapType(
  type: TypeSignature,
  resolve: (named: NamedType) => DeclaredType,
  objects = new Map<number, ObjectType>(),
): DeclaredType {
  switch (type.kind) {
    case 'array':
      return { ...type, items: mapType(type.items, resolve, objects) };
    case 'union':
      return { ...type, options: type.options.map((option) => mapType(option, resolve, objects)) };
    case 'object':
      return mapObject(type, resolve, objects);
    case 'class':
      return resolve(type);
    default:
      return type;
  }
}

function mapObject(
  { properties, additional, id, of, target: _target, ...rest }: ObjectSignature,
  resolve: (named: NamedType) => DeclaredType,
  objects: Map<number, ObjectType>,
): DeclaredType {
  if (of !== undefined) return { ...rest, target: () => objects.get(of) };
  if (properties === undefined && additional === undefined) return resolve(rest);
  const made: ObjectType = {
    ...rest,
    ...(properties && { properties: mapProperties(properties, resolve, objects) }),
    ...(additional && { additional: mapType(additional, resolve, objects) }),
  };
  if (id !== undefined) objects.set(id, made);
  return made;
}

/** @param objects Those around the properties; without them, each property is a type of its own. */
export function mapProperties(
  properties: readonly PropertySignature[],
  resolve: (named: NamedType) => DeclaredType,
  objects?: Map<number, ObjectType>,
): readonly DeclaredProperty[] {
  return properties.map(({ documented, ...one }) => ({
    ...one,
    type: mapType(one.type, resolve, objects),
    ...(documented && { documented: mapType(documented, resolve, objects) }),
  }));
}

/** Numbers the objects of a parameter from 1, in the order in which others refer to them. */
export function renumber(property: PropertySignature): PropertySignature {
  const numbers = new Map<number, number>();
  const numberOf = (one: number): number => {
    const known = numbers.get(one) ?? numbers.size + 1;
    numbers.set(one, known);
    return known;
  };
  const type = (one: TypeSignature): TypeSignature => {
    switch (one.kind) {
      case 'array':
        return { ...one, items: type(one.items) };
      case 'union':
        return { ...one, options: one.options.map(type) };
      case 'object': {
        const { id, of, properties, additional } = one;
        return {
          ...one,
          ...(id === undefined ? {} : { id: numberOf(id) }),
          ...(of === undefined ? {} : { of: numberOf(of) }),
          ...(properties && { properties: properties.map(whole) }),
          ...(additional && { additional: type(additional) }),
        };
      }
      default:
        return one;
    }
  };
  const whole = (one: PropertySignature) => ({
    ...one,
    type: type(one.type),
    ...(one.documented && { documented: type(one.documented) }),
  });
  return whole(property);
}

export function containsClass(type: DeclaredType): boolean {
  switch (type.kind) {
    case 'class':
      return true;
    case 'array':
      return containsClass(type.items);
    case 'union':
      return type.options.some(containsClass);
    case 'object': {
      const { properties = [], additional } = type;
      const isInProperties = properties.some((one) => containsClass(one.type));
      return isInProperties || (additional !== undefined && containsClass(additional));
    }
    default:
      return false;
  }
}

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

/** Whether a type is a file or a list of files; other types may contain files. */
export function isFileType(type: DeclaredType): boolean {
  return type.kind === 'array' ? isFileElement(type.items) : type.kind === 'file';
}

/** Whether the elements of a list are files without further options. */
function isFileElement({ kind, nullable, keywords }: DeclaredType): boolean {
  return kind === 'file' && nullable !== true && keywords === undefined;
}
