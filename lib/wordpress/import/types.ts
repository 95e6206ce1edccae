import {
  LIMIT_NAMES,
  LIMITS,
  limitsWith,
  type LimitName,
  type SchemaType,
  type ValueSchema,
  type JsonValue,
  type PropertySchema,
} from '../../schema/vocabulary.js';
import { defaultIn, statesDefault, type ReadDefault } from './read-default.js';

/** A type of TypeScript that is equal to a schema. */
export type TypeNode =
  | { readonly kind: 'plain'; readonly text: PlainType }
  | ValuesNode
  | { readonly kind: 'list'; readonly items: TypeNode }
  | { readonly kind: 'record'; readonly values: TypeNode }
  | ObjectNode
  | { readonly kind: 'union'; readonly options: readonly TypeNode[] };

/** A union of literals. */
export interface ValuesNode {
  readonly kind: 'values';
  readonly values: readonly (string | number)[];
}

/** A property of an interface. */
interface PropertyNode {
  readonly name: string;
  readonly type: TypeNode;
  readonly isOptional: boolean;
  readonly description: string | undefined;
  /** The tags of its docstring: limits and the default. */
  readonly tags: readonly string[];
}

const ORDER: readonly SchemaType[] = [
  'boolean',
  'integer',
  'number',
  'string',
  'object',
  'array',
  'null',
];
/** A build reads 16 objects within each other (RR2021), of which a class of arguments is one. */
const DEEPEST = 15;
const UNKNOWN: TypeNode = { kind: 'plain', text: 'unknown' };

/**
 * The type that is equal to a schema; `undefined` where no type does. The limits of the schema itself
 * are stated beside the type; those of the schemas within it cannot be.
 */
export function readType(schema: ValueSchema): TypeNode | undefined {
  const { type, anyOf, oneOf, patternProperties, enum: values } = schema;
  const isCombined = anyOf !== undefined || oneOf !== undefined;
  if (isCombined || patternProperties !== undefined) return undefined;
  if (values !== undefined) return readValues(schema);
  if (type === undefined) return isBare(schema) ? UNKNOWN : undefined;
  const types = [type].flat();
  // A union of both is a number, which accepts whole ones too, but that is another schema.
  if (types.includes('integer') && types.includes('number')) return undefined;
  const sorted = types.toSorted((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b));
  const options = sorted.flatMap((one) => readOne(one, schema) ?? []);
  if (options.length < types.length) return undefined;
  return options.length === 1 ? options[0] : { kind: 'union', options };
}

function isBare(schema: ValueSchema): boolean {
  const { items, properties, additionalProperties } = schema;
  return (items ?? properties ?? additionalProperties) === undefined && !isLimited(schema);
}

function isLimited(schema: ValueSchema): boolean {
  return LIMIT_NAMES.some((name) => schema[name] !== undefined);
}

/** Texts, or whole numbers, each once: others are no literal types. */
function readValues(schema: ValueSchema): ValuesNode | undefined {
  const { type, enum: values = [] } = schema;
  const isText = type === 'string' && values.every((value) => typeof value === 'string');
  const isWhole = type === 'integer' && values.every((value) => Number.isSafeInteger(value));
  const isUnique = new Set(values).size === values.length;
  if (!(isText || isWhole) || !isUnique || isLimited(schema)) return undefined;
  return { kind: 'values', values: values as readonly (string | number)[] };
}

function readOne(type: SchemaType, schema: ValueSchema): TypeNode | undefined {
  switch (type) {
    case 'integer':
      return { kind: 'plain', text: 'int' };
    case 'string':
      return { kind: 'plain', text: isDate(schema) ? 'Date' : 'string' };
    case 'array':
      return readList(schema);
    case 'object':
      return readObject(schema);
    default:
      return { kind: 'plain', text: type };
  }
}

/** Whether the type of a schema is `Date`, which has no constant default. */
export function isDate(schema: ValueSchema): boolean {
  const types = [schema.type].flat().filter((type) => type !== 'null');
  const isText = types.length === 1 && types[0] === 'string';
  const isLimitedText = (schema.pattern ?? schema.minLength ?? schema.maxLength) !== undefined;
  return schema.format === 'date-time' && isText && !isLimitedText && !statesDefault(schema);
}

function readList({ items }: ValueSchema): TypeNode | undefined {
  const inner = items === undefined ? UNKNOWN : readInner(items);
  return inner === undefined ? undefined : { kind: 'list', items: inner };
}

function readInner(schema: ValueSchema): TypeNode | undefined {
  const {
    default: _default,
    format: _format,
    ...others
  } = schema as { default?: unknown } & ValueSchema;
  return isLimited(isDate(schema) ? others : schema) ? undefined : readType(schema);
}

function readObject(schema: ValueSchema): TypeNode | undefined {
  const { properties = {}, additionalProperties: others, required } = schema;
  if (Array.isArray(required)) return undefined;
  const entries = Object.entries(properties);
  if (typeof others === 'object') {
    const values = entries.length === 0 ? readInner(others) : undefined;
    if (values === undefined || objectsWithin(values) >= DEEPEST) return undefined;
    return { kind: 'record', values };
  }
  if (entries.length === 0)
    return others === false ? undefined : { kind: 'record', values: UNKNOWN };
  const known = entries.flatMap(([name, one]) => readProperty(name, one) ?? []);
  if (known.length < entries.length) return undefined;
  const node = { kind: 'object', properties: known, isOpen: others !== false } as const;
  return objectsWithin(node) > DEEPEST ? undefined : node;
}

function objectsWithin(node: TypeNode): number {
  switch (node.kind) {
    case 'list':
      return objectsWithin(node.items);
    case 'record':
      return 1 + objectsWithin(node.values);
    case 'union':
      return Math.max(...node.options.map(objectsWithin));
    case 'object':
      return 1 + Math.max(0, ...node.properties.map(({ type }) => objectsWithin(type)));
    default:
      return 0;
  }
}

function readProperty(name: string, schema: ValueSchema): PropertyNode | undefined {
  const type = readType(schema);
  const fallback = defaultIn(schema);
  if (type === undefined || fallback === 'invalid') return undefined;
  const tags = tagsOf(schema, fallback, isDate(schema));
  const isRequired = schema.required === true;
  if (tags === undefined || (isRequired && fallback !== undefined)) return undefined;
  return { name, type, isOptional: !isRequired, description: schema.description, tags };
}

type PlainType = 'int' | 'number' | 'string' | 'boolean' | 'Date' | 'null' | 'unknown';

/** An object with names, which becomes an interface. */
export interface ObjectNode {
  readonly kind: 'object';
  readonly properties: readonly PropertyNode[];
  /** Whether there may be others. */
  readonly isOpen: boolean;
}

/**
 * The tags of a docstring that state the limits and the default of a property; `undefined` where a
 * docstring cannot contain them.
 */
function tagsOf(
  schema: PropertySchema,
  fallback: ReadDefault | undefined,
  asDate: boolean,
): readonly string[] | undefined {
  const names = LIMIT_NAMES.filter(
    (name) => isStated(name, schema) && !(name === 'format' && asDate),
  );
  const limits = names.map((name) => `@${tagName(name, schema)} ${textOf(schema[name])}`.trimEnd());
  if (!limits.every(isSafe)) return undefined;
  return fallback === undefined ? limits : [...limits, `@default ${safeJson(fallback.value)}`];
}

function isStated(name: LimitName, schema: PropertySchema): boolean {
  if (LIMITS[name].value === 'exclusive') return false;
  return schema[name] !== undefined && schema[name] !== false;
}

function tagName(name: LimitName, schema: PropertySchema): string {
  const isOfBound = (one: 'exclusiveMinimum' | 'exclusiveMaximum') =>
    LIMITS[one].of === name && schema[one] === true;
  return limitsWith('exclusive').find(isOfBound) ?? name;
}

function textOf(value: unknown): string {
  return value === true ? '' : String(value);
}

/** A pattern that ends the docstring, begins another tag or has spaces at its ends would state something else. */
function isSafe(tag: string): boolean {
  // `/…/` would be read as an expression of code.
  const isQuoted = tag.startsWith('@pattern /') && /\/u?$/.test(tag);
  return !isQuoted && !/\*\/|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|[\s{]@|\s\s|\s$/u.test(tag);
}

/** JSON without what ends a docstring or begins a tag. */
function safeJson(value: JsonValue): string {
  return JSON.stringify(value)
    .replaceAll('*/', '*\\/')
    .replaceAll('@', '\\u0040')
    .replaceAll('  ', ' \\u0020')
    .replace(
      /[\p{Zl}\p{Zp}\p{Cf}]/gu,
      (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
}
