import { createHash } from 'node:crypto';

/** The name of a file has at most 255 bytes, with its number and its ending. */
const LONGEST = 120;

/** The words of a name in any spelling, in lower case: `order`, `lines` of `orderLines` and `order_lines`. */
export function wordsOf(name: string): readonly string[] {
  const words = name.match(/[A-Z]+(?![a-z])\d*|[A-Z]?[a-z]+\d*|\d+/g) ?? [];
  return words.map((word) => word.toLowerCase());
}

/** `OrderLines`. */
export function pascalCase(words: readonly string[]): string {
  return words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join('');
}

/** `orderLines`. */
export function camelCase(words: readonly string[]): string {
  const name = pascalCase(words);
  return `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
}

/** `order-lines`. */
export function kebabCase(words: readonly string[]): string {
  return words.join('-');
}

/** The words of a class, which begins with a letter. */
export function typeWords(name: string, fallback: string): readonly string[] {
  const words = wordsOf(name);
  return /^[a-z]/.test(words[0] ?? '') ? words : [fallback, ...words];
}

/** Words that fit into the name of a file. A hash of what is cut off keeps two of them apart. */
export function shortWords(words: readonly string[]): readonly string[] {
  const name = kebabCase(words);
  if (name.length <= LONGEST) return words;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 12);
  const kept = name.slice(0, LONGEST).split('-');
  return [...kept.filter((word) => word !== ''), `x${hash}`];
}
