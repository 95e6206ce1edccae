/** A placeholder, `{name}`, or the text around one. */
export type PathPart = { readonly literal: string } | { readonly placeholder: string };

const ALLOWED_PATH = /^(?:\/(?:[A-Za-z0-9._~-]|\{[A-Za-z_][A-Za-z0-9_]*\})+)*\/?$/;
const PLACEHOLDER = /\{([A-Za-z_][A-Za-z0-9_]*)\}/;
const NO_NAMES: readonly string[] = [];

/**
 * Whether a path follows the rules: empty, or segments that each begin with `/` and have letters,
 * digits, `. _ ~ -` and `{name}`. A slash at the end is allowed and means nothing.
 *
 * @example
 * isPathTemplate('/items/{id}'); // true
 * isPathTemplate('items/'); // false
 */
export function isPathTemplate(path: string): boolean {
  return ALLOWED_PATH.test(path);
}

/** The literals and placeholders of a path, in order. */
export function pathParts(path: string): readonly PathPart[] {
  if (!path.includes('{')) return path === '' ? [] : [{ literal: path }];
  return path
    .split(PLACEHOLDER)
    .map((text, at) => (isName(at) ? { placeholder: text } : { literal: text }))
    .filter((part) => 'placeholder' in part || part.literal !== '');
}

/** The names of a path's placeholders, in order. */
export function placeholdersOf(path: string): readonly string[] {
  if (!path.includes('{')) return NO_NAMES;
  return path.split(PLACEHOLDER).filter((_, at) => isName(at));
}

/** Whether a placeholder of a path fills a segment. */
export function isWholeSegment(path: string, name: string): boolean {
  return path.split('/').includes(`{${name}}`);
}

/** A text that is split by its placeholders has a name at every other place. */
function isName(at: number): boolean {
  return at % 2 === 1;
}

/** A path without the slash at its end, which means nothing. */
export function trimSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}
