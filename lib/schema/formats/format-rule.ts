import type { ViolationCode } from '../messages.js';
import type { Format } from '../vocabulary.js';

/** Which texts a format rejects, with which code and message. */
export interface FormatRejection {
  readonly accepts: (text: string) => boolean;
  readonly code: ViolationCode;
  /** Completes "must be …". */
  readonly noun: string;
}

/** One format of the vocabulary. */
export interface FormatRule {
  readonly name: Format;
  /** Absent where WordPress rejects no text. */
  readonly rejection?: FormatRejection;
  /** What an accepted text is made into. Absent where nothing of it would change. */
  readonly sanitize?: (text: string) => string;
}
