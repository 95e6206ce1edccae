import type { FormatRule } from './format-rule.js';

const LOCAL = 1;
const LABEL = 2;

/** What an ASCII character may be part of: asked per character, so that no expression is run. */
const ROLES = rolesOf([
  ["!#$%&'*+/=?^_`{|}~.", LOCAL],
  ['-0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ', LOCAL | LABEL],
]);

const SHORTEST = 6;
const DOT = 0x2e;
const HYPHEN = 0x2d;

function rolesOf(groups: readonly (readonly [string, number])[]): Uint8Array {
  const roles = new Uint8Array(128);
  for (const [characters, role] of groups) {
    for (const character of characters) roles[character.charCodeAt(0)] = role;
  }
  return roles;
}

function plays(code: number, role: number): boolean {
  return ((ROLES[code] ?? 0) & role) !== 0;
}

function isLocalPart(text: string, end: number): boolean {
  for (let index = 0; index < end; index++) {
    if (!plays(text.charCodeAt(index), LOCAL)) return false;
  }
  return true;
}

/** At least two labels; none is empty, none begins or ends with a hyphen. */
function isDomain(text: string, start: number): boolean {
  let dots = 0;
  let previous = DOT;
  for (let index = start; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === DOT) {
      if (previous === DOT || previous === HYPHEN) return false;
      dots++;
    } else if (!plays(code, LABEL) || (code === HYPHEN && previous === DOT)) {
      return false;
    }
    previous = code;
  }
  return dots > 0 && previous !== DOT && previous !== HYPHEN;
}

function isEmail(text: string): boolean {
  const at = text.indexOf('@');
  if (at < 1 || text.length < SHORTEST) return false;
  return isLocalPart(text, at) && isDomain(text, at + 1);
}

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

/** An address as the host's `is_email` takes it: ASCII only, a domain with a dot, no quotes. */
export const email: FormatRule = {
  name: 'email',
  refusal: { accepts: isEmail, code: 'rest_invalid_email', noun: 'an e-mail address' },
  sanitize: (text) => (text.includes('%') ? stripOctets(text) : text),
};
