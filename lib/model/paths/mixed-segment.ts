import { divideSegment, type SegmentPart } from './segment-parts.js';

/** A segment that mixes literals and placeholders, such as `{from}-{to}`, compiled. */
export interface MixedSegment {
  capture(segment: string): readonly string[] | undefined;
  captureEscaped(segment: string): readonly string[] | undefined;
  /** Whether the literals have the case of their declaration. */
  isSpelledAs(segment: string): boolean;
}

const ESCAPE = /%([0-9a-f]{2})/gi;

/** Compiles a segment from its parts. */
export function mixedSegment(declared: readonly SegmentPart[]): MixedSegment {
  const parts = declared.map(withLowerCase);
  const seen = seenByMiddleware(parts);
  const isSeen = (segment: string): boolean => divideSegment(seen, fold(segment)) !== undefined;
  const capture = (segment: string): readonly string[] | undefined => {
    const folded = fold(segment);
    if (divideSegment(seen, folded) === undefined) return undefined;
    const ends = divideSegment(parts, folded);
    return ends === undefined ? undefined : valuesOf(parts, segment, ends);
  };
  const decodeValues = valueDecoder(declared);
  return {
    capture,
    captureEscaped: (segment) => {
      const decoded = decodeURIComponent(segment);
      // Express's middleware sees the segment as it came, and Fastify's sees it decoded.
      if (decoded.includes('/') || !isSeen(segment) || !isSeen(decoded)) return undefined;
      return capture(decodeValues(segment))?.map(decodeURIComponent);
    },
    isSpelledAs: (segment) => divideSegment(seenByMiddleware(declared), segment) !== undefined,
  };
}

function withLowerCase(part: SegmentPart): SegmentPart {
  return part.kind === 'literal' ? { kind: 'literal', text: part.text.toLowerCase() } : part;
}

/**
 * What middleware at `:from-:to` matches: path-to-regexp lets no value after the first contain the
 * literal before it, unless it is that literal. WordPress does: of `a-b-` it makes `a` and `b-`, which
 * such middleware would not see.
 */
function seenByMiddleware(parts: readonly SegmentPart[]): readonly SegmentPart[] {
  let literal = '';
  let hasValue = false;
  return parts.map((part): SegmentPart => {
    if (part.kind === 'literal') {
      literal = part.text;
      return part;
    }
    const value: SegmentPart =
      hasValue && literal !== '' ? { kind: 'without', literal } : { kind: 'string' };
    hasValue = true;
    literal = '';
    return value;
  });
}

function valuesOf(
  parts: readonly SegmentPart[],
  text: string,
  ends: readonly number[],
): readonly string[] {
  return parts.flatMap(({ kind }, at) =>
    kind === 'literal' ? [] : [text.slice(ends[at - 1] ?? 0, ends[at])],
  );
}

/** Decodes all but what would then look like a literal: literals are compared as they came. */
function valueDecoder(parts: readonly SegmentPart[]): (segment: string) => string {
  const literals = parts.map((part) => (part.kind === 'literal' ? part.text : '')).join('');
  const kept = new Set(`${literals.toUpperCase()}${literals.toLowerCase()}%`);
  return (segment) =>
    decodeURIComponent(
      segment.replace(ESCAPE, (escape, hex: string) =>
        kept.has(String.fromCharCode(Number.parseInt(hex, 16))) ? `%25${hex}` : escape,
      ),
    );
}

/** Only ASCII letters, as middleware does; texts keep their length. */
function fold(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
