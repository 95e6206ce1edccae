import type { ViolationCode } from '../messages.js';
import type { Format } from '../vocabulary.js';

/** One format of the vocabulary. */
export interface FormatRule {
  readonly name: Format;
  /** The rejected texts, with code and message. Absent if WordPress accepts every text. */
  readonly rejection?: {
    readonly accepts: (text: string) => boolean;
    readonly code: ViolationCode;
    /** Completes "must be …". */
    readonly noun: string;
  };
  /** Sanitizes an accepted text. Absent if it would never change. */
  readonly sanitize?: (text: string) => string;
}

/** `%` and two digits. */
const ESCAPE_LENGTH = 3;

/**
 * Removes percent-encoded octets until none is left, as WordPress does: removing one may join the halves
 * of another. WordPress repeats a search over the whole text, which is quadratic for `%%%…414141`.
 * Escapes never overlap, so the order of removal does not matter, and one pass with a stack gives the
 * same text.
 *
 * @param isRemoved Whether an octet such as `%0d` is removed. Called only for `%` and two characters.
 */
export function stripEscapes(text: string, isRemoved: (octet: string) => boolean): string {
  const first = text.indexOf('%');
  if (first === -1) return text;
  const kept: string[] = [];
  for (let at = first; at < text.length; at++) {
    kept.push(text.charAt(at));
    if (kept.at(-ESCAPE_LENGTH) !== '%') continue;
    if (isRemoved(kept.slice(-ESCAPE_LENGTH).join(''))) kept.length -= ESCAPE_LENGTH;
  }
  return text.slice(0, first) + kept.join('');
}
