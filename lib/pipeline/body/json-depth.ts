/** The limit of WordPress's parser. */
const MAXIMUM_DEPTH = 512;

/**
 * Whether a JSON text is nested deeper than WordPress reads. The text is checked before it is parsed, so no
 * recursive code meets such a value. A short text cannot be that deep.
 */
export function isTooDeep(text: string): boolean {
  if (text.length <= MAXIMUM_DEPTH) return false;
  let depth = 0;
  let isInText = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (isInText) {
      if (code === 92 /* \ */) index++;
      else if (code === 34 /* " */) isInText = false;
    } else if (code === 34) isInText = true;
    else if (code === 91 /* [ */ || code === 123 /* { */) {
      if (++depth > MAXIMUM_DEPTH) return true;
    } else if (code === 93 || code === 125) depth--;
  }
  return false;
}
