const OPENING = '([{';
const CLOSING = ')]}';
const QUOTES = '"\'`';

/**
 * The parameters of a method as its text shows them: a name, or `undefined` for a pattern. A rest parameter, which
 * most decorators that wrap have, ends the list. Native and bound functions show none.
 */
export function writtenParameters(method: unknown): readonly (string | undefined)[] {
  if (typeof method !== 'function') return [];
  const text = Function.prototype.toString.call(method);
  const [, single] = /^(?:async\s+)?([\w$]+)\s*=>/.exec(text) ?? [];
  const parts = single === undefined ? splitParameters(text, text.indexOf('(')) : [single];
  const rest = parts.findIndex((part) => part.startsWith('...'));
  return (rest === -1 ? parts : parts.slice(0, rest)).map(
    (part) => /^([\w$]+)\s*(?:=|$)/.exec(part)?.[1],
  );
}

/** Splits the list that begins with the bracket at `start`, by the commas that are in no inner bracket. */
function splitParameters(text: string, start: number): readonly string[] {
  const parts: string[] = [];
  let part = '';
  let depth = 0;
  for (let at = start; at !== -1 && at < text.length; at++) {
    const character = text.charAt(at);
    const end = endOfComment(text, at);
    if (end !== undefined || QUOTES.includes(character)) {
      // What is in it means nothing here.
      part += end === undefined ? '0' : '';
      at = end ?? endOfText(text, at);
      continue;
    }
    if (OPENING.includes(character)) depth++;
    if (CLOSING.includes(character)) depth--;
    if (depth === 0 || (depth === 1 && character === ',')) {
      parts.push(part.trim());
      part = '';
      if (depth === 0) return parts.filter((one) => one !== '');
    } else if (at > start) part += character;
  }
  // An expression in a default hides a bracket: the text shows nothing for certain.
  return [];
}

/** The last place of the comment that begins at a place; `undefined` where none begins. */
function endOfComment(text: string, at: number): number | undefined {
  const [mark, length] = text.startsWith('/*', at) ? ['*/', 2] : ['\n', 1];
  if (length === 1 && !text.startsWith('//', at)) return undefined;
  const end = text.indexOf(mark, at + 2);
  return end === -1 ? text.length : end + length - 1;
}

/** The last place of the quoted text that begins at a place. */
function endOfText(text: string, start: number): number {
  const quote = text.charAt(start);
  let at = start + 1;
  while (at < text.length && text.charAt(at) !== quote) at += text.charAt(at) === '\\' ? 2 : 1;
  return at;
}
