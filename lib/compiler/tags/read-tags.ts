import { ts } from '../program/typescript.js';
import { isRejection, type Rejection } from '../syntax/rejection.js';
import {
  atTag,
  linesOfTag,
  docsOf,
  docTagsOf,
  isLimitTag,
  isDefaultTag,
  misplacedTag,
  statesTags,
  tagMeantBy,
  textOfTag,
} from './doc-comments.js';
import { joinLimits } from '../../routes/declaration/type-by-hand.js';
import { compileWordPressPattern } from '../../schema/patterns/wordpress-pattern.js';
import {
  LIMIT_NAMES,
  LIMITS,
  type LimitName,
  type LimitValue,
  type JsonValue,
  Format,
  type ValueLimits,
} from '../../schema/vocabulary.js';
import type { ControllerDocumentation, MethodSignature } from '../../types/method-signature.js';
import type { PropertySignature, TypeSignature } from '../../types/type.js';

const READERS: Readonly<Record<LimitValue, (text: string) => unknown>> = {
  number: readNumber,
  exclusive: readNumber,
  factor: readFactor,
  count: readCount,
  // The tag needs no value.
  flag: (text) => (text === '' || text === 'true' ? true : undefined),
  pattern: readPattern,
  format: (text) => Object.values(Format).find((one) => one === text),
};

export interface TagReading {
  readonly limits?: ValueLimits;
  readonly default?: JsonValue;
}

/** Tags of other tools are ignored. */
export function readTags(node: ts.Node, type: TypeSignature): TagReading | Rejection {
  let reading: TagReading = {};
  for (const tag of docTagsOf(node)) {
    const stated = readTag(tag, type, reading);
    if (isRejection(stated)) return stated;
    reading = joined(reading, stated);
  }
  return reading;
}

export function readObjectLimits(nodes: readonly ts.Node[]): ValueLimits | Rejection {
  let all: ValueLimits = {};
  for (const node of nodes.filter(statesTags)) {
    const tags = readTags(node, { kind: 'object' });
    if (isRejection(tags)) return tags;
    if (tags.default !== undefined) return misplacedTag(node, isDefaultTag);
    all = joinLimits(all, tags.limits ?? {}).limits;
  }
  return all;
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

function readTag(
  tag: ts.JSDocTag,
  type: TypeSignature,
  before: TagReading,
): TagReading | Rejection {
  if (isDefaultTag(tag)) return readDefaultTag(tag, type, before);
  const limit = limitOfTag(tag.tagName.text);
  if (limit === undefined) return isLimitTag(tag) ? misfit(tag, type) : readOtherTag(tag);
  if (!kindsOf(type).some((kind) => fitsLimit(limit, kind))) return misfit(tag, type);
  const limits = readLimitTag(limit, textOfTag(tag));
  if (limits === undefined) return unusable(tag);
  const isRepeated = Object.keys(limits).some((name) => Object.hasOwn(before.limits ?? {}, name));
  return isRepeated ? unusable(tag, ', which another tag states already') : { limits };
}

/** Tags of other tools state nothing. A misspelt one would be lost. */
function readOtherTag(tag: ts.JSDocTag): TagReading | Rejection {
  const meant = tagMeantBy(tag);
  return meant === undefined ? {} : atTag('RR2030', tag, `, which is almost @${meant}`);
}

function readDefaultTag(
  tag: ts.JSDocTag,
  type: TypeSignature,
  before: TagReading,
): TagReading | Rejection {
  if (before.default !== undefined) return unusable(tag, ', which another tag states already');
  const fallback = readDefault(textOfTag(tag), type);
  return fallback === undefined ? unusable(tag, ` on ${nameOfKind(type)}`) : { default: fallback };
}

function kindsOf(type: TypeSignature): readonly TypeSignature['kind'][] {
  return type.kind === 'union' ? type.options.flatMap(kindsOf) : [type.kind];
}

function misfit(tag: ts.JSDocTag, type: TypeSignature): Rejection {
  return atTag('RR2022', tag, ` on ${nameOfKind(type)}`);
}

function unusable(tag: ts.JSDocTag, reason = ''): Rejection {
  return atTag('RR2023', tag, reason);
}

function nameOfKind(type: TypeSignature): string {
  return [...new Set(kindsOf(type))].join(' | ');
}

/**
 * JSON, or a text with or without quotation marks if the type accepts texts. `undefined` if the type rejects the value.
 */
function readDefault(text: string, type: TypeSignature): JsonValue | undefined {
  if (text === '') return undefined;
  // `'draft'`, as in code.
  const quoted = /^(['`])(.*)\1$/.exec(text)?.[2];
  return [parsed(text), quoted, text].find((value) => value !== undefined && isOfType(value, type));
}

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** The rules check the limits, and the properties of classes. */
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

function limitOfTag(name: string): LimitName | undefined {
  return LIMIT_NAMES.find((one) => one === name);
}

export function fitsLimit(name: string, kind: TypeSignature['kind']): boolean {
  const limit = limitOfTag(name);
  return limit !== undefined && LIMITS[limit].types.some((type) => type === kind);
}

/** `undefined` if the text states none. */
export function readLimitTag(name: LimitName, text: string): ValueLimits | undefined {
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

export function documentationOf(
  node: ts.Node,
): Pick<MethodSignature, 'description' | 'deprecated' | 'operation'> {
  const description = descriptionOf(node);
  const deprecated = ts.getJSDocDeprecatedTag(node);
  return {
    ...(description === undefined ? {} : { description }),
    ...(deprecated === undefined ? {} : { deprecated: textOf(deprecated.comment) ?? true }),
    ...operationIn(node),
  };
}

export function controllerDocumentation(node: ts.Node): ControllerDocumentation | undefined {
  const description = descriptionOf(node);
  if (description === undefined) return undefined;
  const [tag] = ts.getJSDocTags(node).flatMap((one) => tagsIn(one) ?? []);
  return tag === undefined ? { description } : { description, tag };
}

function tagsIn({ tagName, comment }: ts.JSDocTag): readonly string[] | undefined {
  const text = tagName.text === 'tags' ? textOf(comment) : undefined;
  return text?.split(/[ ,]*,[ ,]*/).filter(Boolean);
}

/** `@tags` of the class apply to its methods without tags of their own. */
function operationIn(node: ts.Node): Pick<MethodSignature, 'operation'> {
  const operation: { operationId?: string; summary?: string; tags?: readonly string[] } = {};
  for (const owner of [node.parent, node]) {
    for (const tag of ts.getJSDocTags(owner)) {
      const { tagName, comment } = tag;
      const text = textOf(comment);
      if (text === undefined) continue;
      const tags = tagsIn(tag);
      if (tags !== undefined) operation.tags = tags;
      else if (owner !== node) continue;
      else if (tagName.text === 'operationId') operation.operationId = text;
      else if (tagName.text === 'summary') operation.summary = text;
    }
  }
  return Object.keys(operation).length === 0 ? {} : { operation };
}

/** The annotations of a type or a property, which limit no value: other tools have tags of these names too. */
export type TagAnnotations = Pick<
  PropertySignature,
  'title' | 'context' | 'example' | 'deprecated'
>;

/**
 * `@title ability-category`, `@context view, edit`, `@example 9.99` and `@deprecated Use name.` A title or contexts
 * without a text state nothing, nor does an example that is not a value of the type: other tools have code there.
 */
export function annotationsOf(node: ts.Node, type: TypeSignature): TagAnnotations {
  const tags = docTagsOf(node);
  const named = (name: string) => tags.filter(({ tagName }) => tagName.text === name);
  const title = titleIn(node);
  const context = named('context').flatMap((tag) => textOfTag(tag).match(/[^\s,]+/g) ?? []);
  const [example] = named('example').flatMap((tag) => exampleIn(tag, type) ?? []);
  const [deprecated] = named('deprecated').map((tag) => textOfTag(tag) || (true as const));
  return {
    ...(title === undefined ? {} : { title }),
    ...(context.length === 0 ? {} : { context }),
    ...(example === undefined ? {} : { example }),
    ...(deprecated === undefined ? {} : { deprecated }),
  };
}

export function titleIn(node: ts.Node): string | undefined {
  const titles = docTagsOf(node).filter(({ tagName }) => tagName.text === 'title');
  return titles.map(textOfTag).find((text) => text !== '');
}

/** Code has several lines, or is fenced. */
function exampleIn(tag: ts.JSDocTag, type: TypeSignature): JsonValue | undefined {
  const [first = '', ...others] = linesOfTag(tag);
  return others.length > 0 || first.startsWith('```') ? undefined : readDefault(first, type);
}

/** The formats and patterns of texts that are sent. Tags that fit no text are those of other tools. */
export function textLimitsOf(node: ts.Node, type: TypeSignature): ValueLimits | undefined {
  const stated = docTagsOf(node).flatMap((tag) => {
    const name = limitOfTag(tag.tagName.text);
    const isOfText = name === 'format' || name === 'pattern';
    if (!isOfText || !kindsOf(type).includes('string')) return [];
    return readLimitTag(name, textOfTag(tag)) ?? [];
  });
  return stated.length === 0 ? undefined : Object.assign({}, ...stated);
}

/** The text of the docstring of a property or a method, without its tags. */
export function descriptionOf(node: ts.Node): string | undefined {
  return textOf(docsOf(node).at(-1)?.comment);
}

export function parameterDescription(node: ts.ParameterDeclaration): string | undefined {
  const [tag] = ts.getJSDocParameterTags(node);
  return textOf(tag?.comment)?.replace(/^-\s*/, '');
}

function textOf(comment: string | ts.NodeArray<ts.JSDocComment> | undefined): string | undefined {
  const text = ts.getTextOfJSDocComment(comment)?.replace(/\s+/g, ' ').trim();
  return text === '' ? undefined : text;
}
