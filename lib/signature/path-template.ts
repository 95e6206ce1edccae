/** A placeholder, `{name}`, or the text around one. */
export type PathPart = { readonly literal: string } | { readonly placeholder: string };

const ALLOWED_PATH = /^(?:\/(?:[A-Za-z0-9._~-]|\{[A-Za-z_][A-Za-z0-9_]*\})+)*\/?$/;
const PARTS = /\{([A-Za-z_][A-Za-z0-9_]*)\}|[^{}]+/g;
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
  return Array.from(path.matchAll(PARTS), ([text, placeholder]) =>
    placeholder === undefined ? { literal: text } : { placeholder },
  );
}

/** The names of a path's placeholders, in order. */
export function placeholdersOf(path: string): readonly string[] {
  if (!path.includes('{')) return NO_NAMES;
  return pathParts(path).flatMap((part) => ('placeholder' in part ? [part.placeholder] : []));
}

/** A path without the slash at its end, which means nothing. */
export function trimSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}
