/** How much a segment of a path may vary; the less, the earlier it is tried. */
export const SEGMENT_RANK = {
  literal: 0,
  mixed: 1,
  enum: 2,
  integer: 3,
  match: 4,
  string: 5,
  /** More than one segment. */
  spanning: 6,
} as const;

/** One segment of a path, compiled. */
export interface SegmentPattern {
  readonly rank: number;
  /** The segment in lower case, where it is fixed. */
  readonly literal?: string;
  /** Present where it may be several segments of a path. A path has at most one of those. */
  readonly spansSlashes?: true;
  readonly names: readonly string[];
  /** The values of its placeholders in a segment without escapes; `undefined` where it does not match. */
  capture(segment: string): readonly string[] | undefined;
  /** The same of a segment with percent-encoding, decoded; its literals are compared as they came. */
  captureEscaped(segment: string): readonly string[] | undefined;
  /** Whether the literals of a segment that matches have the case of their declaration. */
  isSpelledAs(segment: string): boolean;
}
