/** A part of a segment that mixes literals and placeholders: what it matches. */
export type SegmentPart =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'string' }
  | { readonly kind: 'integer' }
  /** In lower case, in the order of their declaration. */
  | { readonly kind: 'enum'; readonly values: readonly string[] }
  /** A string that does not contain a literal, or is that literal. */
  | { readonly kind: 'without'; readonly literal: string };

/** For each beginning of a part, where the part ends; `-1` where the rest of the segment cannot match. */
type Ends = Int32Array;

/**
 * Divides a segment among its parts as `^(…)-(…)$` divides it: the first part takes as much as it can,
 * then the second, and so on; an enum takes the first value that fits. A regular expression needs time
 * to the power of the number of placeholders for that, and clients choose the length. This looks at
 * each character once for each part, from the last part to the first.
 *
 * @param text Literals are compared with it as it stands.
 * @returns Where each part ends, or `undefined`.
 */
export function divideSegment(
  parts: readonly SegmentPart[],
  text: string,
): readonly number[] | undefined {
  const endsOfParts: Ends[] = [];
  let follows: Ends | undefined;
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

/** @param follows Of the part after this one; `undefined` for the last, which ends with the text. */
function endsOf(part: SegmentPart, text: string, follows: Ends | undefined): Ends {
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
  ends: Ends,
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
  ends: Ends,
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
