/**
 * WordPress's regular expressions are PCRE in its Unicode mode, in which some escapes mean more than in JavaScript:
 * `\d` is any decimal digit of any script, `\w` any letter or number, and `.` is everything but the line feed. A
 * pattern is therefore rewritten, escape by escape, into the JavaScript expression that matches the same texts.
 * Sources: pcre2pattern(3), PCRE2_UCP.
 */
const SPACES = '\\t-\\r \\x85\\u180e\\p{Z}';
const WORDS = '\\p{L}\\p{N}_';
// Everything else: the connectors (Pc) are listed because the underscore is one of them.
const NOT_WORDS =
  '\\p{C}\\p{M}\\p{S}\\p{Z}\\p{Pd}\\p{Ps}\\p{Pe}\\p{Pi}\\p{Pf}\\p{Po}' +
  '\\u203f\\u2040\\u2054\\ufe33\\ufe34\\ufe4d-\\ufe4f\\uff3f';

/** `\b` and `\B`, as they are rewritten. */
export const WORD_BOUNDARY = `(?:(?<=[${WORDS}])(?![${WORDS}])|(?<![${WORDS}])(?=[${WORDS}]))`;
export const WORD_NO_BOUNDARY = `(?:(?<=[${WORDS}])(?=[${WORDS}])|(?<![${WORDS}])(?![${WORDS}]))`;
/** A character of a word. */
export const WORD = new RegExp(`^[${WORDS}]$`, 'u');

const OUTSIDE_CLASS: ReadonlyMap<string, string> = new Map([
  ['d', '\\p{Nd}'],
  ['D', '\\P{Nd}'],
  ['w', `[${WORDS}]`],
  ['W', `[^${WORDS}]`],
  ['s', `[${SPACES}]`],
  ['S', `[^${SPACES}]`],
  ['b', WORD_BOUNDARY],
  ['B', WORD_NO_BOUNDARY],
]);

const INSIDE_CLASS: ReadonlyMap<string, string> = new Map([
  ['d', '\\p{Nd}'],
  ['D', '\\P{Nd}'],
  ['w', WORDS],
  ['W', NOT_WORDS],
  ['s', SPACES],
]);

/** Punctuation that PCRE allows to escape, and JavaScript's Unicode mode does not. */
const NEEDLESS_ESCAPE = /^[ !"#%&',:;<=>@_`~]$/;

/**
 * Compiles a pattern of WordPress. `$` is the end of the text, never the place before a last line feed. Throws
 * SyntaxError.
 */
export function compileWordPressPattern(pattern: string): RegExp {
  let source = '';
  let inClass = false;
  for (let index = 0; index < pattern.length; index++) {
    const character = pattern.charAt(index);
    if (character === '\\') {
      source += escapeSequence(pattern.charAt(++index), inClass);
      continue;
    }
    if (character === '[') inClass = true;
    else if (character === ']') inClass = false;
    source += character === '.' && !inClass ? '[^\\n]' : character;
  }
  return new RegExp(source, 'u');
}

function escapeSequence(character: string, inClass: boolean): string {
  if (NEEDLESS_ESCAPE.test(character)) return character;
  if (character === '-' && !inClass) return '-';
  return (inClass ? INSIDE_CLASS : OUTSIDE_CLASS).get(character) ?? `\\${character}`;
}
