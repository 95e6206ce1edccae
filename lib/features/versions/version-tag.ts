import type { ResourceVersion } from '../../routes/rest-request.js';

/**
 * The characters that a tag cannot have, or that readers of lists of tags mistake: a quote, a comma and a backslash.
 * `%` makes the text of a version recoverable.
 *
 * @see RFC 9110, 8.8.3
 */
const ENCODED = /[^\x21\x23\x24\x26-\x2b\x2d-\x5b\x5d-\x7e]/gu;

/**
 * The strong entity tag of a version.
 *
 * @returns `undefined` for `undefined` and for a value without a text, such as an invalid date.
 * @example
 * tagOfVersion(7); // "7", quotation marks included
 * tagOfVersion(new Date(0)); // "1970-01-01T00:00:00.000Z"
 * tagOfVersion('a b'); // "a%20b"
 */
export function tagOfVersion(version: ResourceVersion): string | undefined {
  const text = textOfVersion(version);
  if (text === undefined) return undefined;
  return `"${text.toWellFormed().replaceAll(ENCODED, encodeURIComponent)}"`;
}

/** A value of the application may be of any type. */
function textOfVersion(version: unknown): string | undefined {
  switch (typeof version) {
    case 'string':
      return version;
    case 'bigint':
      return String(version);
    case 'number':
      return Number.isFinite(version) ? String(version) : undefined;
    default:
      break;
  }
  // That of a row which was never changed, if it is the time of the last change.
  if (version === null) return '';
  if (version instanceof Date) {
    return Number.isNaN(version.getTime()) ? undefined : version.toISOString();
  }
  // A row version of SQL Server.
  if (version instanceof Uint8Array) return Buffer.from(version).toString('base64url');
  return undefined;
}
