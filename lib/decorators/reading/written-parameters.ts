/** Texts and comments, in which brackets and commas mean nothing. */
const QUOTED =
  /\/\*[^]*?\*\/|\/\/[^\n]*|"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'|`(?:[^`\\]|\\[^])*`/g;

const OPENING = '([{';
const CLOSING = ')]}';

/**
 * The parameters of a method as its text shows them: a name, or `undefined` for a pattern. A rest parameter, which
 * most decorators that wrap have, ends the list. Native and bound functions show none.
 */
export function writtenParameters(method: unknown): readonly (string | undefined)[] {
  if (typeof method !== 'function') return [];
  const written = Function.prototype.toString.call(method).replaceAll(QUOTED, '0');
  const [, single] = /^(?:async\s+)?([\w$]+)\s*=>/.exec(written) ?? [];
  const parts = single === undefined ? splitParameters(written, written.indexOf('(')) : [single];
  const rest = parts.findIndex((part) => part.startsWith('...'));
  return (rest === -1 ? parts : parts.slice(0, rest)).map(
    (part) => /^([\w$]+)\s*(?:=|$)/.exec(part)?.[1],
  );
}

/** Splits the list that begins with the bracket at `start`, by the commas that are in no inner bracket. */
function splitParameters(text: string, start: number): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = start + 1;
  for (let at = start; at !== -1 && at < text.length; at++) {
    const character = text.charAt(at);
    if (OPENING.includes(character)) depth++;
    if (CLOSING.includes(character)) depth--;
    if (depth > 1 || (depth === 1 && character !== ',')) continue;
    parts.push(text.slice(from, at).trim());
    from = at + 1;
    if (depth === 0) return parts.filter((part) => part !== '');
  }
  // An expression in a default hides a bracket: the text shows nothing for certain.
  return [];
}
