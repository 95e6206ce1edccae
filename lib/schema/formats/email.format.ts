import { type FormatRule, stripEscapes } from './format-rule.js';

const LOCAL = 1;
const LABEL = 2;

/** The parts of an address that each ASCII character may occur in. */
const USES = new Uint8Array(128);
for (const character of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789')
  USES[character.charCodeAt(0)] = LOCAL | LABEL;
for (const character of "!#$%&'*+/=?^_`{|}~.-") USES[character.charCodeAt(0)] = LOCAL;

const SHORTEST = 6;
const HYPHEN = 45;
const DOT = 46;
const OCTET = /^%[a-f0-9]{2}$/i;

function hasUse(code: number, use: number): boolean {
  return code < USES.length && ((USES[code] ?? 0) & use) !== 0;
}

/** Loops over the characters: a regular expression takes three times as long, and fails for some megabytes. */
function isEmail(text: string): boolean {
  const at = text.indexOf('@');
  if (text.length < SHORTEST || at < 1) return false;
  for (let index = 0; index < at; index++) if (!hasUse(text.charCodeAt(index), LOCAL)) return false;
  return isDomain(text, at + 1);
}

/** At least two labels of letters, digits and hyphens, none of which begins or ends with a hyphen. */
function isDomain(text: string, start: number): boolean {
  let labels = 1;
  let previous = DOT;
  for (let index = start; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === DOT) {
      if (previous === DOT || previous === HYPHEN) return false;
      labels++;
    } else if (code === HYPHEN) {
      if (previous === DOT) return false;
    } else if (!hasUse(code, LABEL)) return false;
    previous = code;
  }
  return labels > 1 && previous !== DOT && previous !== HYPHEN;
}

/** An address that WordPress's `is_email` accepts. */
export const email: FormatRule = {
  name: 'email',
  rejection: {
    accepts: isEmail,
    code: 'rest_invalid_email',
    noun: 'an e-mail address',
  },
  sanitize: (text) => stripEscapes(text, (octet) => OCTET.test(octet)),
};
