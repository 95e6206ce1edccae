import type { RoutePart } from '../api-index.js';

/** The forms of a named group that PHP knows, after its `(`. */
const NAME = /^\?(?:P?<([A-Za-z_]\w*)>|'([A-Za-z_]\w*)')/;
const QUANTIFIER = /^(?:[*+?]|\{\d{1,4}(?:,\d{0,4})?\})[?+]?/;
const SYNTAX = '|*+?^$';

/**
 * Divides the pattern of a route into text, placeholders and other parts of a regular expression. A dot
 * outside a group is text: that is what the authors of routes mean by it.
 *
 * @returns `undefined` where a group or a class has no end.
 */
export function parseRoutePattern(pattern: string): readonly RoutePart[] | undefined {
  const parts: RoutePart[] = [];
  for (let at = 0; at < pattern.length;) {
    const end = endOfAtom(pattern, at);
    if (end === undefined) return undefined;
    const length = QUANTIFIER.exec(pattern.slice(end, end + 16))?.[0].length ?? 0;
    addPart(parts, partOf(pattern.slice(at, end), pattern.slice(end, end + length)));
    at = end + length;
  }
  return parts;
}

function addPart(parts: RoutePart[], part: RoutePart): void {
  const last = parts.at(-1);
  if (part.kind === 'literal' && last?.kind === 'literal') {
    parts[parts.length - 1] = { kind: 'literal', text: last.text + part.text };
  } else {
    parts.push(part);
  }
}

function partOf(atom: string, quantifier: string): RoutePart {
  if (quantifier !== '') return { kind: 'expression', expression: atom + quantifier };
  if (atom.startsWith('(')) return groupOf(atom);
  if (atom.startsWith('\\') && !/^\\\w/.test(atom)) return { kind: 'literal', text: atom.slice(1) };
  const isText = !atom.startsWith('[') && !atom.startsWith('\\') && !SYNTAX.includes(atom);
  return isText ? { kind: 'literal', text: atom } : { kind: 'expression', expression: atom };
}

function groupOf(group: string): RoutePart {
  const inner = group.slice(1, -1);
  const [head = '', first, second] = NAME.exec(inner) ?? [];
  const name = first ?? second;
  if (name === undefined) return { kind: 'expression', expression: group };
  return { kind: 'placeholder', name, expression: inner.slice(head.length) };
}

/** Where a character, an escape, a class or a group that begins at `start` ends. */
function endOfAtom(text: string, start: number): number | undefined {
  switch (text.charAt(start)) {
    case '(':
      return endOfGroup(text, start);
    case '[':
      return endOfClass(text, start);
    case '\\':
      return Math.min(start + 2, text.length);
    default:
      return start + 1;
  }
}

function endOfGroup(text: string, start: number): number | undefined {
  let depth = 0;
  for (let at: number | undefined = start; at !== undefined && at < text.length;) {
    const character = text.charAt(at);
    if (character === '(') depth++;
    if (character === ')' && --depth === 0) return at + 1;
    at = '()'.includes(character) ? at + 1 : endOfAtom(text, at);
  }
  return undefined;
}

/** A `]` that follows the `[` is a member of the class. */
function endOfClass(text: string, start: number): number | undefined {
  let at = start + (text.charAt(start + 1) === '^' ? 2 : 1);
  if (text.charAt(at) === ']') at++;
  for (; at < text.length; at++) {
    if (text.charAt(at) === '\\') at++;
    else if (text.charAt(at) === ']') return at + 1;
  }
  return undefined;
}
