import { SEGMENT_RANK, type SegmentPattern } from '../segment-pattern.js';
import type { MatchPattern } from './match-pattern.js';

const DOT_SEGMENT = /(?:^|\/)\.{1,2}(?:\/|$)/;

/** The segment of a placeholder with `@Param({ match })`, or all segments that it spans. */
export function matchSegment(name: string, pattern: MatchPattern): SegmentPattern {
  return pattern.spansSlashes ? spanningSegment(name, pattern) : oneSegment(name, pattern);
}

/** The pattern matches no slash, so an escaped one is not accepted either. */
function oneSegment(name: string, { accepts }: MatchPattern): SegmentPattern {
  const capture = (text: string): readonly string[] | undefined =>
    accepts(text) ? [text] : undefined;
  return {
    rank: SEGMENT_RANK.match,
    names: [name],
    capture,
    captureEscaped: (text) => capture(decodeURIComponent(text)),
    isSpelledAs: () => true,
  };
}

/**
 * The pattern sees the decoded value, as in WordPress. Middleware and proxies see the path as it came: an
 * escaped slash or a segment of dots would show them another path, so no value has either.
 */
function spanningSegment(name: string, { accepts }: MatchPattern): SegmentPattern {
  const capture = (text: string): readonly string[] | undefined =>
    !DOT_SEGMENT.test(text) && accepts(text) ? [text] : undefined;
  return {
    rank: SEGMENT_RANK.spanning,
    spansSlashes: true,
    names: [name],
    capture,
    captureEscaped: (text) => {
      const segments = text.split('/').map(decodeURIComponent);
      const hasSlash = segments.some((segment) => segment.includes('/'));
      return hasSlash ? undefined : capture(segments.join('/'));
    },
    isSpelledAs: () => true,
  };
}
