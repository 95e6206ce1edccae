import { type FormatRule, stripEscapes } from './format-rule.js';

/*
 * ASCII only; a domain of at least two labels, none of which begins or ends with a hyphen. The expressions
 * search for one character and have no loops: the engine keeps a state for each round of a loop, and throws
 * a RangeError for a text of some megabytes.
 */
const BAD_LOCAL = /[^a-zA-Z0-9!#$%&'*+/=?^_`{|}~.-]/;
const BAD_DOMAIN = /[^a-zA-Z0-9.-]/;
/** An empty label, or a hyphen at the edge of one. Applied to the `@` and the domain. */
const BAD_LABEL = /[@.][.-]|-\.|[.-]$/;

const SHORTEST = 6;
const OCTET = /^%[a-f0-9]{2}$/i;

function isEmail(text: string): boolean {
  const at = text.indexOf('@');
  if (text.length < SHORTEST || at < 1 || BAD_LOCAL.test(text.slice(0, at))) return false;
  if (BAD_DOMAIN.test(text.slice(at + 1))) return false;
  const domain = text.slice(at);
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
