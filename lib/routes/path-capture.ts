import { BareRecord } from './bare-record.js';
import type { PathGroup, TableEntry } from './path-group.js';
import type { PathPattern, SegmentPattern } from './path-pattern.js';
import { shapeKey } from './path-shape.js';

/** A segment with placeholders, and the name under which the tree hands its text over. */
export interface Capture {
  readonly pattern: SegmentPattern;
  readonly key: string;
}

/** What is left to look at where the tree has compared the literals. */
export function capturesOf({ pattern: { segments } }: PathGroup<TableEntry>): readonly Capture[] {
  return segments.flatMap((pattern, index) =>
    pattern.literal === undefined ? [{ pattern, key: shapeKey(index) }] : [],
  );
}

/** Of a group at its own shape only the placeholders are left to look at; the tree has decoded them. */
export function captureAligned(
  captures: readonly Capture[],
  found: Readonly<Record<string, string | undefined>>,
): Record<string, string> | undefined {
  const params = new BareRecord<string>();
  for (const { pattern, key } of captures) {
    if (!captureSegment(pattern, found[key] ?? '', params)) return undefined;
  }
  return params;
}

/** Of a group of another shape everything is compared. */
export function captureWhole(
  { segments }: PathPattern,
  path: string,
): Record<string, string> | undefined {
  const texts = decodeSegments(path) ?? [];
  const params = new BareRecord<string>();
  const isMatch = segments.every((pattern, index) =>
    captureSegment(pattern, texts[index] ?? '', params),
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

/** The segments of a path; `undefined` where its percent-encoding is malformed. */
export function decodeSegments(path: string): readonly string[] | undefined {
  const end = path.endsWith('/') ? path.length - 1 : path.length;
  const segments = path.slice(1, end).split('/');
  try {
    return path.includes('%') ? segments.map(decodeURIComponent) : segments;
  } catch {
    return undefined; // malformed percent-encoding: said to the client as such
  }
}
