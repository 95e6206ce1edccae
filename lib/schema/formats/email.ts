import type { FormatRule } from './format-rule.js';

/**
 * ASCII only; a domain of at least two labels, none of which begins or ends with a hyphen. No two
 * parts of the expression can take the same character at the same place: it never backtracks far.
 */
const EMAIL =
  /^[a-zA-Z0-9!#$%&'*+/=?^_`{|}~.-]+@[a-zA-Z0-9]+(?:-+[a-zA-Z0-9]+)*(?:\.[a-zA-Z0-9]+(?:-+[a-zA-Z0-9]+)*)+$/;

const SHORTEST = 6;

/**
 * The host strips percent-encoded octets from a text field until none is left: taking one out may
 * join the halves of another.
 */
function stripOctets(text: string): string {
  let stripped = text;
  let octet = /%[a-f0-9]{2}/i.exec(stripped);
  while (octet !== null) {
    stripped = stripped.replaceAll(octet[0], '');
    octet = /%[a-f0-9]{2}/i.exec(stripped);
  }
  return stripped;
}

/** An address as the host's `is_email` takes it. */
export const email: FormatRule = {
  name: 'email',
  refusal: {
    accepts: (text) => text.length >= SHORTEST && EMAIL.test(text),
    code: 'rest_invalid_email',
    noun: 'an e-mail address',
  },
  sanitize: (text) => (text.includes('%') ? stripOctets(text) : text),
};
