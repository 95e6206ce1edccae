import { textOfNumber } from './text.js';

const INTEGER_KEY = /^(?:0|-?[1-9]\d*)$/;

/** Splits at commas and blanks, any number of them, as WordPress does: `a, b c` is a list of three. */
function splitText(text: string): readonly string[] {
  const items: string[] = [];
  let start = 0;
  for (let at = 0; at <= text.length; at++) {
    if (at < text.length && !isSeparator(text.charCodeAt(at))) continue;
    if (at > start) items.push(text.slice(start, at));
    start = at + 1;
  }
  return items;
}

/** A comma, a blank, or one of the characters from tab to carriage return. */
function isSeparator(code: number): boolean {
  return code === 44 || code === 32 || (code >= 9 && code <= 13);
}

/** Of an object, its values, when all its keys are integers: what a sparse `v[3]=x` becomes. */
function valuesOf(object: object): readonly unknown[] | undefined {
  const keys = Object.keys(object);
  // Unlike in WordPress, an empty object is no empty list: `{}` must not pass for a list.
  if (keys.length === 0 || !keys.every((key) => INTEGER_KEY.test(key))) return undefined;
  return Object.values(object);
}

/**
 * The list that a value is, or that its text spells; `undefined` for any other value. Unlike in WordPress,
 * `false` is no empty list.
 */
export function listOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (typeof value === 'string') return splitText(value);
  if (typeof value === 'number') return [textOfNumber(value)];
  if (value === true) return ['1'];
  return typeof value === 'object' && value !== null ? valuesOf(value) : undefined;
}
