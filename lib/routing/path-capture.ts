import { NullRecord } from '../shared/null-record.js';
import type { PathGroup, TableEntry } from './path-group.js';
import type { PathPattern } from '../model/paths/path-pattern.js';
import type { SegmentPattern } from '../model/paths/segment-pattern.js';
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
 * One text for each segment of a pattern: a placeholder that spans slashes gets all that the others leave.
 * `undefined` where they leave nothing.
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
