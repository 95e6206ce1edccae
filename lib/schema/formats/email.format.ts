import { type FormatRule, stripEscapes } from './format-rule.js';

/*
 * ASCII only; a domain of at least two labels, none of which begins or ends with a hyphen. The expressions
 * have no nested loops: the engine keeps a state for each round of an outer loop, and throws a RangeError
 * for a text of some megabytes.
 */
const CHARACTERS = /^[a-zA-Z0-9!#$%&'*+/=?^_`{|}~.-]+@[a-zA-Z0-9.-]+$/;
/** An empty label, or a hyphen at the edge of one. Applied to the `@` and the domain. */
const BAD_LABEL = /[@.][.-]|-\.|[.-]$/;

const SHORTEST = 6;
const OCTET = /^%[a-f0-9]{2}$/i;

function isEmail(text: string): boolean {
  if (text.length < SHORTEST || !CHARACTERS.test(text)) return false;
  const domain = text.slice(text.indexOf('@'));
  return domain.includes('.') && !BAD_LABEL.test(domain);
}

/** An address as WordPress's `is_email` takes it. */
export const email: FormatRule = {
  name: 'email',
  rejection: {
    accepts: isEmail,
    code: 'rest_invalid_email',
    noun: 'an e-mail address',
  },
  sanitize: (text) => stripEscapes(text, (octet) => OCTET.test(octet)),
};
