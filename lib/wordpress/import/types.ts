import {
  LIMIT_NAMES,
  LIMITS,
  limitsWith,
  typesOf,
  type LimitName,
  type SchemaType,
  type EnumValue,
  type ValueLimits,
  type ValueSchema,
  type JsonValue,
  type PropertySchema,
} from '../../schema/vocabulary.js';
import { INVALID } from '../../schema/schema.js';
import { defaultIn, statesDefault } from './defaults.js';
import type { PlannedArgument } from './plan/planned-route.js';
import { escaped } from './source/literal.js';
import type { PropertySignature, TypeSignature } from '../../types/type.js';

/** The types that a union of TypeScript has after all others, in this order. */
const LAST_IN_UNIONS: readonly SchemaType[] = ['array', 'object'];
/** A build reads 16 nested objects (RR2021), and a class of arguments is one of them. */
const DEEPEST = 15;
const UNKNOWN: TypeSignature = { kind: 'any' };

/** `undefined` if the argument is declared by its schema. */
export function typeOfArgument({ schema, isData }: PlannedArgument): TypeSignature | undefined {
  if (isData === true || defaultIn(schema) === INVALID) return undefined;
  return readType(schema);
}

/**
 * `undefined` if no type equals the schema. The limits of the schema itself are stated beside the type; those of the
 * schemas within it cannot be.
 */
function readType(schema: ValueSchema): TypeSignature | undefined {
  const { type, anyOf, oneOf, patternProperties, enum: values } = schema;
  const isCombined = anyOf !== undefined || oneOf !== undefined;
  if (isCombined || patternProperties !== undefined) return undefined;
  if (hasForeignLimit(schema)) return undefined;
  if (values !== undefined) return readValues(schema);
  if (type === undefined) return isBare(schema) ? UNKNOWN : undefined;
  const types = [type].flat();
  // A union of integer and number equals number, but that is another schema.
  if (types.includes('integer') && types.includes('number')) return undefined;
  const nonNullTypes = types.filter((one) => one !== 'null');
  if (!isOrderOfUnion(nonNullTypes)) return undefined;
  const options = nonNullTypes.flatMap((one) => readOne(one, schema) ?? []);
  if (options.length < nonNullTypes.length) return undefined;
  const [first, ...others] = options;
  if (first === undefined) return undefined;
  const nonNull: TypeSignature = others.length === 0 ? first : { kind: 'union', options };
  return types.includes('null') ? { ...nonNull, nullable: true } : nonNull;
}

/** The first type that fits a value is its type, so a union must have the order of the schema. */
function isOrderOfUnion(types: readonly SchemaType[]): boolean {
  const ranks = types.map((type) => LAST_IN_UNIONS.indexOf(type));
  return ranks.every((rank, at) => at === 0 || rank >= (ranks[at - 1] ?? rank));
}

/** Whether a limit applies to no type of the schema: WordPress ignores it, but a declaration must not state it. */
function hasForeignLimit(schema: ValueSchema): boolean {
  const types = typesOf(schema);
  const applies = (name: LimitName) =>
    types.some((type) => (LIMITS[name].types as readonly SchemaType[]).includes(type));
  return LIMIT_NAMES.some((name) => schema[name] !== undefined && !applies(name));
}

function isBare(schema: ValueSchema): boolean {
  const { items, properties, additionalProperties } = schema;
  return (items ?? properties ?? additionalProperties) === undefined && !isLimited(schema);
}

function isLimited(schema: ValueSchema): boolean {
  return LIMIT_NAMES.some((name) => schema[name] !== undefined);
}

/** Distinct texts or whole numbers; other values cannot be literal types. */
function readValues(schema: ValueSchema): TypeSignature | undefined {
  const { type, enum: values = [] } = schema;
  const isText = type === 'string' && values.every((value) => typeof value === 'string');
  const isWhole = type === 'integer' && values.every((value) => Number.isSafeInteger(value));
  const isUnique = new Set(values).size === values.length;
  if (!(isText || isWhole) || !isUnique || isLimited(schema)) return undefined;
  return { kind: 'enum', values: values as readonly EnumValue[] };
}

function readOne(
  type: Exclude<SchemaType, 'null'>,
  schema: ValueSchema,
): TypeSignature | undefined {
  switch (type) {
    case 'string':
      return { kind: isDate(schema) ? 'date' : 'string' };
    case 'array':
      return readList(schema);
    case 'object':
      return readObject(schema);
    default:
      return { kind: type };
  }
}

/** A `Date` has no constant default. */
export function isDate(schema: ValueSchema): boolean {
  const types = [schema.type].flat().filter((type) => type !== 'null');
  const isText = types.length === 1 && types[0] === 'string';
  const isLimitedText = (schema.pattern ?? schema.minLength ?? schema.maxLength) !== undefined;
  return schema.format === 'date-time' && isText && !isLimitedText && !statesDefault(schema);
}

function readList({ items }: ValueSchema): TypeSignature | undefined {
  const nested = items === undefined ? UNKNOWN : readNested(items);
  return nested === undefined ? undefined : { kind: 'array', items: nested };
}

/** Types of items cannot state a default. */
function readNested(schema: PropertySchema): TypeSignature | undefined {
  const { format: _format, ...others } = schema;
  if (schema.default !== undefined) return undefined;
  return isLimited(isDate(schema) ? others : schema) ? undefined : readType(schema);
}

function readObject(schema: ValueSchema): TypeSignature | undefined {
  const { properties = {}, additionalProperties: others, required } = schema;
  if (Array.isArray(required)) return undefined;
  const entries = Object.entries(properties);
  const known = entries.flatMap(([name, one]) => readProperty(name, one) ?? []);
  const additional = typeof others === 'object' ? readNested(others) : UNKNOWN;
  if (known.length < entries.length || additional === undefined) return undefined;
  if (entries.length === 0 ? others === false : typeof others === 'object') return undefined;
  const type: TypeSignature = {
    kind: 'object',
    ...(known.length === 0 ? {} : { properties: known }),
    ...(others === false ? {} : { additional }),
  };
  return objectsWithin(type) > DEEPEST ? undefined : type;
}

function objectsWithin(type: TypeSignature): number {
  switch (type.kind) {
    case 'array':
      return objectsWithin(type.items);
    case 'union':
      return Math.max(...type.options.map(objectsWithin));
    case 'object': {
      const { properties = [], additional = UNKNOWN } = type;
      const within = [...properties.map((one) => one.type), additional];
      return 1 + Math.max(...within.map(objectsWithin));
    }
    default:
      return 0;
  }
}

function readProperty(name: string, schema: ValueSchema): PropertySignature | undefined {
  const type = readType(schema);
  const fallback = defaultIn(schema);
  if (type === undefined || fallback === INVALID) return undefined;
  const limits = limitsIn(schema, isDate(schema));
  const isRequired = schema.required === true;
  if (!tagsOf({ limits }).every(isSafe) || (isRequired && fallback !== undefined)) return undefined;
  const { description } = schema;
  return {
    name,
    type,
    limits,
    ...(isRequired ? {} : { optional: true }),
    ...(description === undefined ? {} : { description }),
    ...(fallback === undefined ? {} : { default: fallback }),
  };
}

function limitsIn(schema: PropertySchema, asDate: boolean): ValueLimits {
  const isStated = (name: LimitName) => schema[name] !== undefined && schema[name] !== false;
  const stated = LIMIT_NAMES.filter(isStated).filter((name) => {
    const limit = LIMITS[name];
    return limit.value === 'exclusive' ? isStated(limit.of) : !(name === 'format' && asDate);
  });
  return Object.fromEntries(stated.map((name) => [name, schema[name]]));
}

export function tagsOf({
  limits = {},
  default: fallback,
}: Pick<PropertySignature, 'limits' | 'default'>): readonly string[] {
  const tags = LIMIT_NAMES.flatMap((name) =>
    limits[name] === undefined || LIMITS[name].value === 'exclusive'
      ? []
      : [`@${tagName(name, limits)} ${textOf(limits[name])}`.trimEnd()],
  );
  return fallback === undefined ? tags : [...tags, `@default ${safeJson(fallback)}`];
}

function tagName(name: LimitName, limits: ValueLimits): string {
  const isOfBound = (one: 'exclusiveMinimum' | 'exclusiveMaximum') =>
    LIMITS[one].of === name && limits[one] === true;
  return limitsWith('exclusive').find(isOfBound) ?? name;
}

function textOf(value: unknown): string {
  return value === true ? '' : String(value);
}

/** A pattern must not end the docstring, begin another tag or end in spaces. */
function isSafe(tag: string): boolean {
  // `/…/` would be read as an expression of code.
  const isQuoted = tag.startsWith('@pattern /') && /\/u?$/.test(tag);
  return !isQuoted && !/\*\/|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|[\s{]@|\s\s|\s$/u.test(tag);
}

/** JSON without characters that end a docstring or begin a tag. */
function safeJson(value: JsonValue): string {
  return JSON.stringify(value)
    .replaceAll('*/', '*\\/')
    .replaceAll('@', '\\u0040')
    .replaceAll('  ', ' \\u0020')
    .replace(/[\p{Zl}\p{Zp}\p{Cf}]/gu, escaped);
}
