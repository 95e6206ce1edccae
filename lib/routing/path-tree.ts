import { NullRecord } from '../shared/records.js';
import type { PathGroup, TableEntry } from './path-group.js';
import type { PathPattern } from '../routes/paths/path-pattern.js';
import type { SegmentPattern } from '../routes/paths/segment-pattern.js';

interface Node<Leaf> {
  /** The text between the parent node and this one. */
  text: string;
  /** Present if a path key ends here. */
  leaf: Leaf | undefined;
  /** Further texts by the code of their first character. */
  readonly children: Map<number, Node<Leaf>>;
  /** The node of the texts that may follow a slash and one placeholder. */
  after: Node<Leaf> | undefined;
}

/** The beginning and the end of each placeholder's segment in a path, alternating. */
export type SegmentBounds = number[];

/**
 * Finds the path key of a path: which of its segments are literals, and which belong to placeholders.
 *
 * A radix tree of literals. The path keys `/v1/items`, `/v1/items/{}`, `/v1/items/{}/notes` and `/v1/users` are
 * stored as:
 *
 *     '/v1/' → 'items' → leaf, after: ('' → leaf, '/notes' → leaf)
 *            → 'users' → leaf
 */
export class PathTree<Leaf> {
  readonly #root: Node<Leaf> = createNode('');

  /** @param segments Literals in lower case; `undefined` for a placeholder. */
  add(segments: readonly (string | undefined)[], leaf: Leaf): void {
    let node = this.#root;
    let literals = '';
    for (const segment of segments) {
      if (segment === undefined) {
        node = nodeAt(node, literals).after ??= createNode('');
        literals = '';
      } else literals += `/${segment}`;
    }
    nodeAt(node, literals).leaf = leaf;
  }

  /**
   * The leaf of a path's key. Literals are preferred to placeholders.
   *
   * @param path In lower case, without a slash at its end.
   * @param bounds Receives the positions of the placeholders' segments.
   */
  find(path: string, bounds: SegmentBounds): Leaf | undefined {
    return findBelow(this.#root, path, 0, bounds, 0);
  }
}

function createNode<Leaf>(text: string): Node<Leaf> {
  return { text, leaf: undefined, children: new Map(), after: undefined };
}

/** The node of a text below another; created if there is none. */
function nodeAt<Leaf>(from: Node<Leaf>, text: string): Node<Leaf> {
  if (text === '') return from;
  const code = text.charCodeAt(0);
  const child = from.children.get(code);
  if (child === undefined) {
    const made = createNode<Leaf>(text);
    from.children.set(code, made);
    return made;
  }
  const length = commonLength(child.text, text);
  if (length < child.text.length) splitAt(from, child, length);
  return nodeAt(from.children.get(code) ?? child, text.slice(length));
}

function splitAt<Leaf>(above: Node<Leaf>, node: Node<Leaf>, length: number): void {
  const between = createNode<Leaf>(node.text.slice(0, length));
  above.children.set(node.text.charCodeAt(0), between);
  node.text = node.text.slice(length);
  between.children.set(node.text.charCodeAt(0), node);
}

function commonLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}

/** Continues at the position of the path where the text of the node has ended. */
function findBelow<Leaf>(
  node: Node<Leaf>,
  path: string,
  at: number,
  bounds: SegmentBounds,
  count: number,
): Leaf | undefined {
  if (at === path.length) return node.leaf;
  const code = path.charCodeAt(at);
  const child = node.children.get(code);
  if (child !== undefined && path.startsWith(child.text, at)) {
    const found = findBelow(child, path, at + child.text.length, bounds, count);
    if (found !== undefined) return found;
  }
  if (node.after === undefined || code !== SLASH) return undefined;
  const start = at + 1;
  const slash = path.indexOf('/', start);
  const end = slash === -1 ? path.length : slash;
  bounds[count] = start;
  bounds[count + 1] = end;
  return findBelow(node.after, path, end, bounds, count + 2);
}

const SLASH = 47;

const PERCENT = 37;

const NUMBER_SIGN = 35;

const BACKSLASH = 92;

/** Bits of a number, because each request computes it. */
export const SPELLING = {
  folded: 0,
  capitals: 1,
  escapes: 2,
  long: 4,
  unknown: -1,
  invalid: -2,
} as const;

export function placeholdersIn({
  pattern: { segments },
}: PathGroup<TableEntry>): readonly SegmentPattern[] {
  return segments.filter(({ literal }) => literal === undefined);
}

/**
 * The values of placeholders in a path whose literals the tree has compared; `undefined` if a
 * placeholder does not accept its segment.
 *
 * @param bounds The position of each segment in the path.
 */
export function captureAligned(
  segments: readonly SegmentPattern[],
  path: string,
  bounds: SegmentBounds,
  hasEscapes: boolean,
): Record<string, string> | undefined {
  const params = new NullRecord<string>();
  let at = 0;
  for (const segment of segments) {
    const text = path.slice(bounds[at], bounds[at + 1]);
    if (!captureSegment(segment, text, hasEscapes, params)) return undefined;
    at += 2;
  }
  return params;
}

/** The values of placeholders in a path with another key: every segment is compared. */
export function captureWhole(
  { segments }: PathPattern,
  texts: readonly string[],
  hasEscapes: boolean,
): Record<string, string> | undefined {
  const params = new NullRecord<string>();
  const isMatch = segments.every((segment, index) =>
    captureSegment(segment, texts[index] ?? '', hasEscapes, params),
  );
  return isMatch ? params : undefined;
}

/** The values of placeholders in a path of any length, whose pattern has one that spans slashes. */
export function captureSpanning(
  pattern: PathPattern,
  texts: readonly string[],
  hasEscapes: boolean,
): Record<string, string> | undefined {
  const aligned = alignTexts(pattern, texts);
  return aligned === undefined ? undefined : captureWhole(pattern, aligned, hasEscapes);
}

/** Whether the literals of a matching path have the case of their declaration. */
export function isSpelledAs(pattern: PathPattern, path: string): boolean {
  const texts = alignTexts(pattern, withoutSlash(path).slice(1).split('/')) ?? [];
  return pattern.segments.every((segment, at) => segment.isSpelledAs(texts[at] ?? ''));
}

/**
 * One text for each segment of a pattern: a placeholder that spans slashes gets the segments that the others leave.
 * `undefined` if they leave nothing.
 */
function alignTexts(
  { segments }: PathPattern,
  texts: readonly string[],
): readonly string[] | undefined {
  const at = segments.findIndex(({ spansSlashes }) => spansSlashes);
  if (at === -1) return texts;
  const end = texts.length - (segments.length - at - 1);
  if (end <= at) return undefined;
  return [...texts.slice(0, at), texts.slice(at, end).join('/'), ...texts.slice(end)];
}

function captureSegment(
  pattern: SegmentPattern,
  text: string,
  hasEscapes: boolean,
  params: Record<string, string>,
): boolean {
  const isEscaped = hasEscapes && text.includes('%');
  const values = isEscaped ? pattern.captureEscaped(text) : pattern.capture(text);
  if (values === undefined) return false;
  const { names } = pattern;
  for (let at = 0; at < values.length; at++) params[names[at] ?? ''] = values[at] ?? '';
  return true;
}

/**
 * Reads each character of a path once.
 *
 * `invalid`: the path has a character that no path of a URL may contain unescaped (RFC 3986, 3.3), or `#` or
 * `\`. The routers of Express and Fastify read these in different ways, so middleware could see another
 * path than the route.
 *
 * `unknown`: no route has such a path. It has an empty segment, which middleware does not match.
 *
 * `long`: it has more segments than any route of the tree, and a lookup there could take more than linear time. Only
 * a placeholder that spans slashes can match it.
 *
 * @returns `invalid`, `unknown`, `folded`, or the sum of `capitals`, `escapes` and `long`.
 */
export function spellingOf(path: string, maximumSegments: number): number {
  let flags = 0;
  let slashes = 0;
  let isKnown = true;
  for (let at = 0; at < path.length; at++) {
    const code = path.charCodeAt(at);
    // Lower-case letters first: nearly all characters are.
    if (code >= 97 && code <= 122) continue;
    if (code === SLASH) {
      slashes++;
      if (path.charCodeAt(at + 1) === SLASH) isKnown = false;
    } else if (code >= 65 && code <= 90) flags |= SPELLING.capitals;
    else if (code === PERCENT) flags |= SPELLING.escapes;
    else if (code <= 32 || code >= 127 || code === NUMBER_SIGN || code === BACKSLASH)
      return SPELLING.invalid;
  }
  if ((flags & SPELLING.escapes) !== 0 && !isDecodable(path)) return SPELLING.invalid;
  if (path.length > 1 && path.charCodeAt(path.length - 1) === SLASH) slashes--;
  if (!isKnown) return SPELLING.unknown;
  return slashes <= maximumSegments ? flags : flags | SPELLING.long;
}

export function withoutSlash(path: string): string {
  const last = path.length - 1;
  return last > 0 && path.charCodeAt(last) === SLASH ? path.slice(0, last) : path;
}

export function isDecodable(path: string): boolean {
  try {
    // The result is used, because Rolldown removes a call without effects, also one that may throw.
    return decodeURIComponent(path).length <= path.length;
  } catch {
    return false; // malformed percent-encoding: the caller reports it to the client
  }
}
