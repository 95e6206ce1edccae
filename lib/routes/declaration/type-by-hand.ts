import { multiples } from '../../schema/schema.js';
import type { ClassType, DeclaredProperty, DeclaredType, ObjectType } from '../../types/type.js';
import { UPLOADED_FILE_MARK } from '../../types/method-signature.js';
import { type Class, withoutUndefined } from '../../shared/records.js';
import type { TypeDiagnostic } from '../../types/type-schema.js';
import {
  enumTypeOf,
  type DeclaredTypeName,
  type PropertyOptions,
  type TypeOptions,
  type ValueOptions,
  type LimitOptions,
} from './param-options.js';
import {
  LIMIT_NAMES,
  LIMITS,
  limitsWith,
  type LimitName,
  type ValueSchema,
  type ValueLimits,
} from '../../schema/vocabulary.js';

type TypeByHand = DeclaredType | TypeDiagnostic;

export function typeByHand(options: TypeOptions): TypeByHand | undefined {
  const type = nonNullType(options);
  if (type === undefined || 'code' in type || options.nullable !== true) return type;
  return { ...type, nullable: true };
}

/** An object without properties is open. */
export function namedType(name: Exclude<DeclaredTypeName, 'array'>): DeclaredType {
  return name === 'object' ? { kind: name, additional: { kind: 'any' } } : { kind: name };
}

function nonNullType(options: TypeOptions): TypeByHand | undefined {
  const { type, anyOf } = options;
  if (options.enum !== undefined) return enumTypeOf(options.enum);
  if (anyOf !== undefined) return unionOf(anyOf.map(typeOfValue));
  if (typeof type === 'function') return typeOfClass(type);
  const names = isList(type)
    ? type
    : [type ?? impliedName(options)].filter((one) => one !== undefined);
  const misplaced = misplacedOption(options, names);
  if (misplaced !== undefined) return misplaced;
  if (isList(type)) return unionOf(type.map((name) => typeOfName(name, options)));
  const [name] = names;
  return name === undefined ? undefined : typeOfName(name, options);
}

export function typeOfClass(type: Class): ClassType | { readonly kind: 'file' } {
  // A subclass of `UploadedFile` is another class: requests do not contain its instances.
  if (Object.hasOwn(type, UPLOADED_FILE_MARK)) return { kind: 'file' };
  return { kind: 'class', handle: { name: type.name, ref: type } };
}

function misplacedOption(
  { properties, additionalProperties, items }: TypeOptions,
  names: readonly DeclaredTypeName[],
): TypeDiagnostic | undefined {
  const received = `type: ${names.map((name) => `'${name}'`).join(', ')}`;
  const hasObject = names.includes('object');
  const expected = `type: 'object' beside ${properties === undefined ? 'additionalProperties' : 'properties'}`;
  if ((properties ?? additionalProperties) !== undefined && !hasObject) {
    return { code: 'RR1006', expected, received };
  }
  if (items === undefined || names.includes('array')) return undefined;
  return { code: 'RR1006', expected: "type: 'array' beside items", received };
}

/** `properties` imply an object, and `items` imply a list. */
function impliedName(options: TypeOptions): DeclaredTypeName | undefined {
  if (options.properties !== undefined || options.additionalProperties !== undefined) {
    return 'object';
  }
  return options.items === undefined ? undefined : 'array';
}

function typeOfName(name: DeclaredTypeName, options: TypeOptions): TypeByHand {
  if (name === 'array') return listOf(options);
  return name === 'object' ? objectOf(options) : { kind: name };
}

function listOf({ items }: TypeOptions): TypeByHand {
  if (items === undefined) {
    return {
      code: 'RR1006',
      expected: "items, or @ListOf(items), beside type: 'array'",
      received: "only type: 'array'",
    };
  }
  const type = typeOfValue(items);
  return 'code' in type ? type : { kind: 'array', items: type };
}

function objectOf({ properties, additionalProperties }: TypeOptions): TypeByHand {
  const made: DeclaredProperty[] = [];
  for (const [name, options] of Object.entries(properties ?? {})) {
    const property = propertyOf(name, options);
    if ('code' in property) return property;
    made.push(property);
  }
  const additional = additionalOf(additionalProperties ?? properties === undefined);
  if (additional !== undefined && 'code' in additional) return additional;
  const object: ObjectType = { kind: 'object', properties: made };
  return additional === undefined ? object : { ...object, additional };
}

function additionalOf(allowed: boolean | ValueOptions): TypeByHand | undefined {
  if (allowed === false) return undefined;
  return allowed === true ? { kind: 'any' } : typeOfValue(allowed);
}

/** The property that options declare, as a compiler would have read it. */
function propertyOf(name: string, options: PropertyOptions): DeclaredProperty | TypeDiagnostic {
  const type = statedType(options);
  if ('code' in type) return { ...type, properties: [name, ...(type.properties ?? [])] };
  const { default: fallback, description, maxSize, mediaTypes } = options;
  const files = withoutUndefined({ maxSize, mediaTypes });
  const isRequired = options.required ?? fallback === undefined;
  return {
    name,
    type,
    limits: limitsOf(options),
    ...withoutUndefined({
      optional: isRequired ? undefined : (true as const),
      default: fallback,
      description,
      files: maxSize === undefined && mediaTypes === undefined ? undefined : files,
    }),
  };
}

function unionOf(options: readonly TypeByHand[]): TypeByHand {
  const types: DeclaredType[] = [];
  for (const option of options) {
    if ('code' in option) return option;
    types.push(option);
  }
  const [only] = types;
  if (types.length === 1 && only !== undefined) return only;
  if (only !== undefined) return { kind: 'union', options: types, isOrdered: true };
  return { code: 'RR1006', expected: 'a union of at least one type', received: 'an empty list' };
}

/** A value within an argument has no signature: its options must state the type. */
function statedType(options: ValueOptions): TypeByHand {
  const isObject = typeof options === 'object' && options !== null;
  return (isObject ? typeByHand(options) : undefined) ?? UNTYPED;
}

function typeOfValue(options: ValueOptions): TypeByHand {
  const type = statedType(options);
  if ('code' in type) return type;
  const { description } = options;
  const limits = limitsOf(options);
  const keywords = description === undefined ? limits : { ...limits, description };
  return Object.keys(keywords).length === 0 ? type : { ...type, keywords };
}

const UNTYPED: TypeDiagnostic = {
  code: 'RR1006',
  expected: 'type, enum, anyOf, properties or items',
  received: 'none of them',
};

function isList(type: TypeOptions['type']): type is readonly DeclaredTypeName[] {
  return Array.isArray(type);
}

/** The keywords that options state, in the order in which schemas list them. */
const KEYWORDS = [
  ...LIMIT_NAMES.filter((name) => name !== 'pattern'),
  'patternIsTrusted',
  'pattern',
] as const;

export function limitsOf(
  options: LimitOptions,
): ValueLimits & Pick<ValueSchema, 'patternIsTrusted'> {
  const limits: Record<string, unknown> = {};
  for (const keyword of KEYWORDS) {
    const value = options[keyword];
    if (value !== undefined) limits[keyword] = value instanceof RegExp ? value.source : value;
  }
  return limits;
}

type JoinedLimits = {
  -readonly [Name in keyof ValueLimits]: ValueLimits[Name] | undefined;
};

/** A value that satisfies the result satisfies both. */
export function joinLimits(
  one: ValueLimits,
  other: ValueLimits,
): { readonly limits: ValueLimits; readonly conflicts: readonly LimitName[] } {
  const limits: JoinedLimits = { ...one, ...other };
  for (const name of limitsWith('count')) {
    limits[name] = stricter(LIMITS[name].bound, one[name], other[name]);
  }
  for (const name of limitsWith('exclusive')) joinBound(limits, [one, other], name);
  const multiple = joinMultiples(one.multipleOf, other.multipleOf);
  limits.multipleOf = multiple;
  for (const name of limitsWith('flag')) {
    limits[name] = one[name] === true || other[name] === true || undefined;
  }
  const conflicts: LimitName[] = [...limitsWith('pattern'), ...limitsWith('format')].filter(
    (name) => one[name] !== undefined && other[name] !== undefined && one[name] !== other[name],
  );
  if (multiple === undefined && (one.multipleOf ?? other.multipleOf) !== undefined) {
    conflicts.push('multipleOf');
  }
  const stated = Object.entries(limits).filter(([, value]) => value !== undefined);
  return { limits: Object.fromEntries(stated), conflicts };
}

function stricter(bound: 'lower' | 'upper', one: number | undefined, other: number | undefined) {
  if (one === undefined || other === undefined) return one ?? other;
  return bound === 'lower' ? Math.max(one, other) : Math.min(one, other);
}

/** If both statements have the same bound, it is exclusive if one of them is. */
function joinBound(
  limits: JoinedLimits,
  stated: readonly ValueLimits[],
  exclusive: 'exclusiveMinimum' | 'exclusiveMaximum',
): void {
  const { of: name, bound } = LIMITS[exclusive];
  const value = stated.map((one) => one[name]).reduce((a, b) => stricter(bound, a, b));
  const isExclusive = stated.some((one) => one[name] === value && one[exclusive] === true);
  limits[name] = value;
  limits[exclusive] = isExclusive || undefined;
}

/** The least common multiple of integers; of other numbers, the one that is a multiple of the other, in decimal. */
function joinMultiples(one: number | undefined, other: number | undefined): number | undefined {
  if (one === undefined || other === undefined || one === other) return one ?? other;
  if (Number.isInteger(one) && Number.isInteger(other)) {
    const common = (one / divisor(one, other)) * other;
    return Number.isSafeInteger(common) ? common : undefined;
  }
  return [one, other].find((all) => [one, other].every((part) => multiples.decimal(part)(all)));
}

function divisor(one: number, other: number): number {
  return other === 0 ? one : divisor(other, one % other);
}
