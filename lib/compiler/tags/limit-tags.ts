import type { LimitsSignature, TypeSignature } from '../../model/signature/method-signature.js';
import { compileWordPressPattern } from '../../schema/patterns/wordpress-pattern.js';
import { Format } from '../../schema/vocabulary.js';

/** A tag that states a limit. */
export interface LimitTag {
  /** The kinds of values that the limit applies to. */
  readonly kinds: readonly TypeSignature['kind'][];
  /** The limit in a text; `undefined` where the text states none. */
  readonly read: (text: string) => LimitsSignature | undefined;
}

const NUMBERS = ['integer', 'number'] as const;
const TEXTS = ['string'] as const;
const LISTS = ['array'] as const;
const OBJECTS = ['object'] as const;

/** The tags by name. */
export const LIMIT_TAGS: ReadonlyMap<string, LimitTag> = new Map<string, LimitTag>([
  ['minimum', { kinds: NUMBERS, read: withNumber((minimum) => ({ minimum })) }],
  ['maximum', { kinds: NUMBERS, read: withNumber((maximum) => ({ maximum })) }],
  [
    'exclusiveMinimum',
    { kinds: NUMBERS, read: withNumber((minimum) => ({ minimum, exclusiveMinimum: true })) },
  ],
  [
    'exclusiveMaximum',
    { kinds: NUMBERS, read: withNumber((maximum) => ({ maximum, exclusiveMaximum: true })) },
  ],
  ['multipleOf', { kinds: NUMBERS, read: withNumber(multiple) }],
  ['minLength', { kinds: TEXTS, read: withCount((minLength) => ({ minLength })) }],
  ['maxLength', { kinds: TEXTS, read: withCount((maxLength) => ({ maxLength })) }],
  ['pattern', { kinds: TEXTS, read: readPattern }],
  ['format', { kinds: TEXTS, read: readFormat }],
  ['minItems', { kinds: LISTS, read: withCount((minItems) => ({ minItems })) }],
  ['maxItems', { kinds: LISTS, read: withCount((maxItems) => ({ maxItems })) }],
  ['uniqueItems', { kinds: LISTS, read: readUnique }],
  ['minProperties', { kinds: OBJECTS, read: withCount((minProperties) => ({ minProperties })) }],
  ['maxProperties', { kinds: OBJECTS, read: withCount((maxProperties) => ({ maxProperties })) }],
]);

/** Whether a limit applies to values of a kind. */
export function fitsLimit(name: string, kind: TypeSignature['kind']): boolean {
  return LIMIT_TAGS.get(name)?.kinds.includes(kind) === true;
}

type Limit = (value: number) => LimitsSignature | undefined;

function withNumber(limit: Limit): LimitTag['read'] {
  return (text) => {
    const value = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i.test(text) ? Number(text) : NaN;
    return Number.isFinite(value) ? limit(value) : undefined;
  };
}

function withCount(limit: Limit): LimitTag['read'] {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : NaN;
    return Number.isSafeInteger(value) ? limit(value) : undefined;
  };
}

function multiple(multipleOf: number): LimitsSignature | undefined {
  return multipleOf > 0 ? { multipleOf } : undefined;
}

/** `^[a-z]+$`, or `/^[a-z]+$/` as in code. */
function readPattern(text: string): LimitsSignature | undefined {
  const pattern = /^\/(.+)\/u?$/.exec(text)?.[1] ?? text;
  return pattern !== '' && isPattern(pattern) ? { pattern } : undefined;
}

function isPattern(pattern: string): boolean {
  try {
    return compileWordPressPattern(pattern).source !== '';
  } catch {
    return false;
  }
}

function readFormat(text: string): LimitsSignature | undefined {
  const format = Object.values(Format).find((one) => one === text);
  return format === undefined ? undefined : { format };
}

/** The tag alone says it. */
function readUnique(text: string): LimitsSignature | undefined {
  return text === '' || text === 'true' ? { uniqueItems: true } : undefined;
}
