import type { ViolationCode } from '../violation.js';
import type { Format } from '../vocabulary.js';

/** What a format rejects, and how it is said. */
export interface Rejection {
  readonly accepts: (text: string) => boolean;
  readonly code: ViolationCode;
  /** Completes "must be …". */
  readonly noun: string;
}

/** One format of the vocabulary. */
export interface FormatRule {
  readonly name: Format;
  /** Absent where WordPress rejects no text. */
  readonly rejection?: Rejection;
  /** What an accepted text is made into. Absent where nothing of it would change. */
  readonly sanitize?: (text: string) => string;
}
