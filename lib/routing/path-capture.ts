import { NullRecord } from '../shared/null-record.js';
import type { PathGroup, TableEntry } from './path-group.js';
import type { PathPattern, SegmentPattern } from '../model/paths/path-pattern.js';
import { withoutSlash } from './path-spelling.js';
import type { Places } from './shape-tree.js';

/** The segments of a group that have placeholders. */
export function placeholdersIn({
  pattern: { segments },
}: PathGroup<TableEntry>): readonly SegmentPattern[] {
  return segments.filter(({ literal }) => literal === undefined);
}

/**
 * The values of placeholders in a path whose literals the tree has compared; `undefined` where a
 * placeholder does not accept its segment.
 *
 * @param places The position of each segment in the path.
 */
export function captureAligned(
  segments: readonly SegmentPattern[],
  path: string,
  places: Places,
  hasEscapes: boolean,
): Record<string, string> | undefined {
  const params = new NullRecord<string>();
  let at = 0;
  for (const segment of segments) {
    const text = path.slice(places[at], places[at + 1]);
    if (!captureSegment(segment, text, hasEscapes, params)) return undefined;
    at += 2;
  }
  return params;
}

/** The values of placeholders in a path of another shape, of which every segment is compared. */
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

/** Whether the literals of a matching path have the case of their declaration. */
export function isSpelledAs({ segments }: PathPattern, path: string): boolean {
  const texts = withoutSlash(path).slice(1).split('/');
  return segments.every((segment, at) => segment.isSpelledAs(texts[at] ?? ''));
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
