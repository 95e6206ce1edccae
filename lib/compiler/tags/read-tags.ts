import { ts } from '../program/typescript.js';
import { mentionsTags, docTagsOf, type DocTag } from '../syntax/docstring.js';
import { isRejection, oneLine, reject, type Rejection } from '../syntax/nodes.js';
import { joinLimits } from '../../routes/declaration/type-by-hand.js';
import { LIMIT_NAMES, LIMITS, type LimitName, type LimitValue } from '../../schema/limits.js';
import { compileWordPressPattern } from '../../schema/patterns/wordpress-pattern.js';
import { type JsonValue, Format } from '../../schema/vocabulary.js';
import type { LimitsSignature, TypeSignature } from '../../types/type.js';

const READERS: Readonly<Record<LimitValue, (text: string) => unknown>> = {
  number: readNumber,
  exclusive: readNumber,
  factor: readFactor,
  count: readCount,
  // The tag alone says it.
  flag: (text) => (text === '' || text === 'true' ? true : undefined),
  pattern: readPattern,
  format: (text) => Object.values(Format).find((one) => one === text),
};

/** What the tags of a docstring state about a property. */
export interface TagReading {
  readonly limits?: LimitsSignature;
  readonly default?: JsonValue;
}

/** Reads the tags on a property of the given type. A tag of others is ignored. */
export function readTags(node: ts.Node, type: TypeSignature): TagReading | Rejection {
  let reading: TagReading = {};
  for (const tag of docTagsOf(node)) {
    const stated = readTag(tag, type, reading);
    if (isRejection(stated)) return stated;
    reading = joined(reading, stated);
  }
  return reading;
}

/** Whether the docstring of a node has a tag that is read. */
export function hasTags(node: ts.Node): boolean {
  return hasLimitTags(node) || docTagsOf(node).some(({ name }) => name === 'default');
}

/** The limits that the docstrings of an object type state: of interfaces, and of an alias. */
export function readObjectLimits(nodes: readonly ts.Node[]): LimitsSignature | Rejection {
  let all: LimitsSignature = {};
  for (const node of nodes.filter(hasTags)) {
    const tags = readTags(node, { kind: 'object' });
    if (isRejection(tags)) return tags;
    if (tags.default !== undefined) return misplacedTag(node, ['default']);
    all = joinLimits(all, tags.limits ?? {}).limits;
  }
  return all;
}

/** The first of some tags at a place where it has no effect. */
export function misplacedTag(node: ts.Node, names?: readonly string[]): Rejection {
  const isMeant = ({ name }: DocTag) =>
    names === undefined ? isReadTag({ name }) : names.includes(name);
  const tag = docTagsOf(node).find(isMeant);
  return tag === undefined ? reject('RR2028', node) : rejectTag(tag);
}

/** Rejects a tag that has no effect. */
export function rejectTag(tag: DocTag): Rejection {
  return atTag('RR2028', tag, '');
}

/** Whether a tag states a limit, also one that is misspelled, or a default. */
export function isReadTag({ name }: Pick<DocTag, 'name'>): boolean {
  return isLimitTag({ name }) || name === 'default';
}

/** Whether a tag states a limit, also one that is misspelled. */
export function isLimitTag({ name }: Pick<DocTag, 'name'>): boolean {
  return limitOfTag(name) !== undefined || isMisspelled(name);
}

/**
 * A tag within a type, where it belongs to no name: before the elements of a list, before one type of a
 * union, or before the key of a mapped type.
 */
export function tagWithin(node: ts.TypeNode): Rejection | undefined {
  const file = node.getSourceFile();
  const start = node.getStart(file);
  const places = [[node.pos, start] as const];
  if (ts.isMappedTypeNode(node)) places.push([start, node.typeParameter.pos]);
  const found = places.some(([from, to]) =>
    [...file.text.slice(from, to).matchAll(/\/\*\*[^]*?\*\//g)].some(([doc]) => mentionsTags(doc)),
  );
  return found ? reject('RR2028', node) : undefined;
}

/** Whether the docstring of a node states limits. */
export function hasLimitTags(node: ts.Node): boolean {
  return docTagsOf(node).some(isLimitTag);
}

function joined(before: TagReading, stated: TagReading): TagReading {
  const { limits = {} } = stated;
  const isLimited = before.limits !== undefined || stated.limits !== undefined;
  return {
    ...before,
    ...stated,
    ...(isLimited ? { limits: { ...before.limits, ...limits } } : {}),
  };
}

function readTag(tag: DocTag, type: TypeSignature, before: TagReading): TagReading | Rejection {
  if (tag.name === 'default') return readDefaultTag(tag, type, before);
  const limit = limitOfTag(tag.name);
  if (limit === undefined) return isMisspelled(tag.name) ? misfit(tag, type) : {};
  if (!kindsOf(type).some((kind) => fitsLimit(limit, kind))) return misfit(tag, type);
  const limits = readLimitTag(limit, tag.text);
  if (limits === undefined) return unusable(tag);
  const isRepeated = Object.keys(limits).some((name) => Object.hasOwn(before.limits ?? {}, name));
  return isRepeated ? unusable(tag, ', which another tag states already') : { limits };
}

function readDefaultTag(
  tag: DocTag,
  type: TypeSignature,
  before: TagReading,
): TagReading | Rejection {
  if (before.default !== undefined) return unusable(tag, ', which another tag states already');
  const fallback = readDefault(tag.text, type);
  return fallback === undefined
    ? unusable(tag, ` on ${nameOfKind(type)}`)
    : { default: fallback.value };
}

/** The kinds of values that a type takes. */
function kindsOf(type: TypeSignature): readonly TypeSignature['kind'][] {
  return type.kind === 'union' ? type.options.flatMap(kindsOf) : [type.kind];
}

/** `@minlength`: a limit without effect would let everything through. */
function isMisspelled(name: string): boolean {
  const lower = name.toLowerCase();
  return LIMIT_NAMES.some((one) => one.toLowerCase() === lower);
}

function misfit(tag: DocTag, type: TypeSignature): Rejection {
  return atTag('RR2022', tag, ` on ${nameOfKind(type)}`);
}

function unusable(tag: DocTag, reason = ''): Rejection {
  return atTag('RR2023', tag, reason);
}

function atTag(
  code: 'RR2022' | 'RR2023' | 'RR2028',
  { name, text, node }: DocTag,
  reason: string,
): Rejection {
  const written = text === '' ? `@${name}` : `@${name} ${text}`;
  return { ...reject(code, node, `${oneLine(written)}${reason}`), isInObject: true };
}

function nameOfKind(type: TypeSignature): string {
  return [...new Set(kindsOf(type))].join(' | ');
}

/** A default in a docstring. */
interface TaggedDefault {
  readonly value: JsonValue;
}

/**
 * Reads the text of `@default`: JSON, or a text with or without quotation marks where the type takes
 * texts. `undefined` where the type does not take the value.
 */
function readDefault(text: string, type: TypeSignature): TaggedDefault | undefined {
  if (text === '') return undefined;
  return [parsed(text), ...quoted(text), { value: text }].find(
    (one) => one !== undefined && isOfType(one.value, type),
  );
}

function parsed(text: string): TaggedDefault | undefined {
  try {
    return { value: JSON.parse(text) as JsonValue };
  } catch {
    return undefined;
  }
}

/** `'draft'`, as in code. */
function quoted(text: string): readonly TaggedDefault[] {
  const value = /^(['`])(.*)\1$/.exec(text)?.[2];
  return value === undefined ? [] : [{ value }];
}

/** Whether a type takes a value. The limits, and what is within a class, are checked by the rules. */
function isOfType(value: JsonValue, type: TypeSignature): boolean {
  if (value === null) return type.nullable === true || type.kind === 'any';
  switch (type.kind) {
    case 'any':
      return true;
    case 'integer':
      return Number.isInteger(value);
    case 'number':
    case 'string':
    case 'boolean':
      return typeof value === type.kind;
    case 'date':
      return typeof value === 'string';
    case 'enum':
      return type.values.some((one) => one === value);
    case 'array':
      return Array.isArray(value) && value.every((one: JsonValue) => isOfType(one, type.items));
    case 'union':
      return type.options.some((option) => isOfType(value, option));
    default:
      return typeof value === 'object' && !Array.isArray(value);
  }
}

/** The limit that a tag is named after. */
function limitOfTag(name: string): LimitName | undefined {
  return LIMIT_NAMES.find((one) => one === name);
}

/** Whether a limit applies to values of a kind. */
export function fitsLimit(name: string, kind: TypeSignature['kind']): boolean {
  const limit = limitOfTag(name);
  return limit !== undefined && LIMITS[limit].types.some((type) => type === kind);
}

/** The limit in the text of a tag; `undefined` where the text states none. */
export function readLimitTag(name: LimitName, text: string): LimitsSignature | undefined {
  const limit = LIMITS[name];
  const value = READERS[limit.value](text);
  if (value === undefined) return undefined;
  return limit.value === 'exclusive' ? { [limit.of]: value, [name]: true } : { [name]: value };
}

function readNumber(text: string): number | undefined {
  const value = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i.test(text) ? Number(text) : NaN;
  return Number.isFinite(value) ? value : undefined;
}

function readFactor(text: string): number | undefined {
  const factor = readNumber(text);
  return factor !== undefined && factor > 0 ? factor : undefined;
}

function readCount(text: string): number | undefined {
  const value = /^\d+$/.test(text) ? Number(text) : NaN;
  return Number.isSafeInteger(value) ? value : undefined;
}

/** `^[a-z]+$`, or `/^[a-z]+$/` as in code. */
function readPattern(text: string): string | undefined {
  const pattern = /^\/(.+)\/u?$/.exec(text)?.[1] ?? text;
  return pattern !== '' && isPattern(pattern) ? pattern : undefined;
}

function isPattern(pattern: string): boolean {
  try {
    return compileWordPressPattern(pattern).source !== '';
  } catch {
    return false;
  }
}
