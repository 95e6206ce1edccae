import { LIMIT_NAMES, LIMITS, limitsWith, type LimitName } from '../../../schema/limits.js';
import type { JsonValue, PropertySchema } from '../../../schema/vocabulary.js';
import type { ReadDefault } from './read-default.js';

/**
 * The tags of a docstring that state the limits and the default of a property; `undefined` where a
 * docstring cannot contain them.
 */
export function tagsOf(
  schema: PropertySchema,
  fallback: ReadDefault | undefined,
  isDate: boolean,
): readonly string[] | undefined {
  const names = LIMIT_NAMES.filter(
    (name) => isStated(name, schema) && !(name === 'format' && isDate),
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
