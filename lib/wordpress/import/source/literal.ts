import { isPropertyName } from '../naming.js';

/** Line separators, and marks that make source look different from its meaning. */
const INVISIBLE = /[\p{Zl}\p{Zp}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/** `\u202e`; a character outside the first plane has two escapes. */
export function escaped(character: string): string {
  const units = character.split('').map((unit) => unit.charCodeAt(0));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

/** Passes through JSON, so no character of a foreign text can end the literal. */
export function textLiteral(text: string): string {
  const content = JSON.stringify(text)
    .slice(1, -1)
    .replace(/\\.|'/gs, (part) => (part === '\\"' ? '"' : part === "'" ? "\\'" : part))
    .replace(INVISIBLE, escaped);
  return `'${content}'`;
}

export function literal(value: unknown): string {
  if (typeof value === 'string') return textLiteral(value);
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([, one]) => one !== undefined);
    return objectLiteral(entries.map(([name, one]) => [name, literal(one)]));
  }
  return JSON.stringify(value) ?? 'undefined';
}

export function objectLiteral(entries: readonly (readonly [string, string])[]): string {
  if (entries.length === 0) return '{}';
  return `{ ${entries.map(([name, text]) => `${keyText(name)}: ${text}`).join(', ')} }`;
}

/** Brackets for `__proto__`, which would set the prototype as a name without brackets. */
function keyText(name: string): string {
  return name === '__proto__' ? "['__proto__']" : propertyName(name);
}

/** The name of a property of a type or a class, in quotation marks if it needs them. */
export function propertyName(name: string): string {
  return isPropertyName(name) ? name : textLiteral(name);
}

const WIDTH = 90;

/** Each line may be longer than the width. */
export function docComment(lines: readonly string[], indent: string): string {
  const [first] = lines;
  if (first === undefined) return '';
  if (lines.length === 1 && first.length + indent.length < WIDTH)
    return `${indent}/** ${first} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

/** A foreign text cannot end the docstring, begin a tag or a link, or leave its line. */
export function docLines(text: string | undefined): readonly string[] {
  return wrapped(docText(text));
}

export function docText(text: string | undefined): string {
  return (text ?? '')
    .replace(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll('*/', '*\\/')
    .replace(/(^|[\s{])@/g, '$1\\@')
    .trim();
}

function wrapped(text: string): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + word.length >= WIDTH) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return line === '' ? lines : [...lines, line];
}
