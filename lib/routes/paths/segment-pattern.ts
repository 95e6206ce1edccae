/** The rank of a segment of a path: one that matches fewer texts is tried earlier. */
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
  /** The segment in lower case, if it is fixed. */
  readonly literal?: string;
  /** Present if it may match several segments of a path. A path has at most one such placeholder. */
  readonly spansSlashes?: true;
  readonly names: readonly string[];
  /** The values of its placeholders in a segment without escapes; `undefined` if it does not match. */
  capture(segment: string): readonly string[] | undefined;
  /** The same of a segment with percent-encoding, decoded; its literals are compared as received. */
  captureEscaped(segment: string): readonly string[] | undefined;
  /** Whether the literals of a segment that matches have the case of their declaration. */
  isSpelledAs(segment: string): boolean;
}
