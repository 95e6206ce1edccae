import { InvalidArgumentException } from '../diagnostics/invalid-argument.exception.js';
import { isHeaderName } from '../shared/header-names.js';
import type { SentHeader } from './read-options.js';

/** Visible characters of Latin-1, spaces and tabs, as RFC 9110 5.5 has them. */
const VALUE = /^[\t\x20-\x7e\x80-\xff]+$/;

/**
 * Reads the values of `--header`.
 *
 * @param lines Each `Name: value`.
 * @throws InvalidArgumentException that names the position of a line, and never shows the line: a line without
 *   a name may be a credential.
 */
export function parseHeaders(lines: readonly string[]): readonly SentHeader[] {
  return lines.map((line, at) => {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).trim();
    const value = line.slice(colon + 1).trim();
    if (isHeaderName(name) && VALUE.test(value)) return [name, value];
    throw new InvalidArgumentException(
      `--header number ${at + 1} is not of the form 'Name: value', such as 'Authorization: Basic …'. Its text is not shown, because it may be a credential.`,
    );
  });
}
