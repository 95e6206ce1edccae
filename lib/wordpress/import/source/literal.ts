import { isPropertyName } from '../naming/reserved-names.js';

/** Separators of lines, and marks that make source look different from what it is. */
const INVISIBLE = /[\p{Zl}\p{Zp}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/** `\u202e`. */
export function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/**
 * A text as a literal of TypeScript, in single quotes. It passes through JSON, so no character of a foreign
 * text can end the literal.
 */
export function textLiteral(text: string): string {
  const inner = JSON.stringify(text)
    .slice(1, -1)
    .replace(/\\.|'/gs, (part) => (part === '\\"' ? '"' : part === "'" ? "\\'" : part))
    .replace(INVISIBLE, escaped);
  return `'${inner}'`;
}

/** A value of JSON as an expression of TypeScript. */
export function literal(value: unknown): string {
  if (typeof value === 'string') return textLiteral(value);
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([, one]) => one !== undefined);
    return objectLiteral(entries.map(([name, one]) => [name, literal(one)]));
  }
  return JSON.stringify(value) ?? 'undefined';
}

/** An object with expressions by name. */
export function objectLiteral(entries: readonly (readonly [string, string])[]): string {
  if (entries.length === 0) return '{}';
  return `{ ${entries.map(([name, text]) => `${keyText(name)}: ${text}`).join(', ')} }`;
}

/** `__proto__` as a plain name would set the prototype. */
function keyText(name: string): string {
  return name === '__proto__' ? "['__proto__']" : propertyName(name);
}

/** The name of a property of a type or a class, in quotation marks where it needs them. */
export function propertyName(name: string): string {
  return isPropertyName(name) ? name : textLiteral(name);
}
