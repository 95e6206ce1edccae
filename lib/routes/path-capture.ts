import { BareRecord } from './bare-record.js';
import type { PathGroup, TableEntry } from './path-group.js';
import type { PathPattern, SegmentPattern } from './path-pattern.js';
import type { Places } from './shape-tree.js';

/** Of a group at its own shape only the segments with placeholders are left to look at. */
export function placeholdersIn({
  pattern: { segments },
}: PathGroup<TableEntry>): readonly SegmentPattern[] {
  return segments.filter(({ literal }) => literal === undefined);
}

/** @param places Where these segments stand in a path that has nothing to decode. */
export function captureAligned(
  segments: readonly SegmentPattern[],
  path: string,
  places: Places,
): Record<string, string> | undefined {
  const params = new BareRecord<string>();
  let at = 0;
  for (const segment of segments) {
    const text = path.slice(places[at], places[at + 1]);
    if (!captureSegment(segment, text, params)) return undefined;
    at += 2;
  }
  return params;
}

/** Of a group of another shape everything is compared. */
export function captureWhole(
  { segments }: PathPattern,
  texts: readonly string[],
): Record<string, string> | undefined {
  const params = new BareRecord<string>();
  const isMatch = segments.every((segment, index) =>
    captureSegment(segment, texts[index] ?? '', params),
  );
  return isMatch ? params : undefined;
}

function captureSegment(
  pattern: SegmentPattern,
  text: string,
  params: Record<string, string>,
): boolean {
  const values = pattern.capture(text);
  if (values === undefined) return false;
  const { names } = pattern;
  for (let at = 0; at < values.length; at++) params[names[at] ?? ''] = values[at] ?? '';
  return true;
}

/**
 * The segments of a path, decoded; `undefined` where its percent-encoding is malformed. Slashes at the
 * end mean nothing.
 */
export function decodeSegments(path: string): readonly string[] | undefined {
  const segments = trimEnd(path).slice(1).split('/');
  try {
    return path.includes('%') ? segments.map(decodeURIComponent) : segments;
  } catch {
    return undefined; // malformed percent-encoding: said to the client as such
  }
}

/** A path without slashes at its end, and without a fragment, which has no place in a request. */
function trimEnd(path: string): string {
  const fragment = path.indexOf('#');
  let end = fragment === -1 ? path.length : fragment;
  while (end > 1 && path.charCodeAt(end - 1) === 47 /* / */) end--;
  return end === path.length ? path : path.slice(0, end);
}
