import type { LimitsSignature, TypeSignature } from '../../model/signature/method-signature.js';
import { LIMIT_NAMES, LIMITS, type LimitName, type LimitValue } from '../../schema/limits.js';
import { compileWordPressPattern } from '../../schema/patterns/wordpress-pattern.js';
import { Format } from '../../schema/vocabulary.js';

/** The limit that a tag is named after. */
export function limitOfTag(name: string): LimitName | undefined {
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
