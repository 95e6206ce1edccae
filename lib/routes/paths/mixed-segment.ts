import type { SegmentPattern } from './segment-pattern.js';

const ESCAPE = /%([0-9a-f]{2})/gi;

/** Compiles a segment from its parts. */
export function mixedSegment(
  declared: readonly SegmentPart[],
): Pick<SegmentPattern, 'capture' | 'captureEscaped' | 'isSpelledAs'> {
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
      // Express's middleware sees the segment as received, and Fastify's sees it decoded.
      if (decoded.includes('/') || !isSeen(segment) || !isSeen(decoded)) return undefined;
      return decodedWhole(capture(decodeValues(segment)));
    },
    isSpelledAs: (segment) => divideSegment(seenByMiddleware(declared), segment) !== undefined,
  };
}

function withLowerCase(part: SegmentPart): SegmentPart {
  return part.kind === 'literal' ? { kind: 'literal', text: part.text.toLowerCase() } : part;
}

/**
 * The parts as middleware at `:from-:to` matches them: in path-to-regexp, a value after the first must not contain
 * the literal before it, unless it is that literal. WordPress allows it, and divides `a-b-` into `a` and `b-`, which
 * such middleware would not match.
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

/** Decodes escapes, except those of characters of literals: literals are compared as received. */
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

/** A place where two values meet may be within an escape, as in `{a}{b}` of `0%25`: then there are no such values. */
function decodedWhole(values: readonly string[] | undefined): readonly string[] | undefined {
  try {
    return values?.map(decodeURIComponent);
  } catch {
    return undefined; // the path is well-formed, and half of an escape is not a value
  }
}

/** Lower-cases only ASCII letters, as middleware does, so that texts keep their length. */
function fold(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** A part of a segment that mixes literals and placeholders, by the texts that it matches. */
export type SegmentPart =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'string' }
  | { readonly kind: 'integer' }
  /** In lower case, in the order of their declaration. */
  | { readonly kind: 'enum'; readonly values: readonly string[] }
  /** A string that does not contain a literal, or is that literal. */
  | { readonly kind: 'without'; readonly literal: string };

/**
 * Divides a segment among its parts as `^(…)-(…)$` divides it: the first part matches as much as possible, then the
 * second, and so on; an enum matches the first value that fits. A regular expression needs polynomial time for that,
 * with the number of placeholders as exponent, and clients choose the length. This function reads each character once
 * for each part, from the last part to the first.
 *
 * @param text Literals are compared with it unchanged.
 * @returns The end of each part, or `undefined`.
 */
function divideSegment(parts: readonly SegmentPart[], text: string): readonly number[] | undefined {
  const endsOfParts: Int32Array[] = [];
  let follows: Int32Array | undefined;
  for (const part of parts.toReversed()) {
    follows = endsOf(part, text, follows);
    endsOfParts.unshift(follows);
  }
  const result: number[] = [];
  let start = 0;
  for (const ends of endsOfParts) {
    const end = ends[start] ?? -1;
    if (end === -1) return undefined;
    result.push(end);
    start = end;
  }
  return result;
}

/**
 * The end of a part for each beginning; `-1` if the rest of the segment cannot match.
 *
 * @param follows The ends of the part after this one; `undefined` for the last, which ends with the text.
 */
function endsOf(part: SegmentPart, text: string, follows: Int32Array | undefined): Int32Array {
  const ends = new Int32Array(text.length + 1).fill(-1);
  const isEnd = (at: number): boolean =>
    follows === undefined ? at === text.length : at < follows.length && follows[at] !== -1;
  switch (part.kind) {
    case 'literal':
      fillTexts(ends, [part.text], isEnd, (literal, at) => text.startsWith(literal, at));
      break;
    case 'enum':
      fillTexts(ends, part.values, isEnd, (value, at) => isSame(value, text, at));
      break;
    case 'string':
      fillRuns(ends, isEnd, () => true);
      break;
    case 'integer':
      fillRuns(ends, isEnd, (at) => isDigit(text.charCodeAt(at)));
      break;
    case 'without':
      fillRuns(ends, isEnd, (at) => !text.startsWith(part.literal, at));
      fillTexts(ends, [part.literal], isEnd, (literal, at) => text.startsWith(literal, at));
  }
  return ends;
}

function fillTexts(
  ends: Int32Array,
  candidates: readonly string[],
  isEnd: (at: number) => boolean,
  isAt: (candidate: string, at: number) => boolean,
): void {
  for (let start = 0; start < ends.length - 1; start++) {
    for (const candidate of candidates) {
      const end = start + candidate.length;
      if (ends[start] === -1 && isEnd(end) && isAt(candidate, start)) ends[start] = end;
    }
  }
}

/** Runs of one character or more: each ends as late as the rest allows. */
function fillRuns(
  ends: Int32Array,
  isEnd: (at: number) => boolean,
  isMember: (at: number) => boolean,
): void {
  let last = -1;
  for (let start = ends.length - 2; start >= 0; start--) {
    if (!isMember(start)) last = -1;
    else {
      if (last === -1 && isEnd(start + 1)) last = start + 1;
      ends[start] = last;
    }
  }
}

function isSame(value: string, text: string, start: number): boolean {
  return text.slice(start, start + value.length).toLowerCase() === value;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
