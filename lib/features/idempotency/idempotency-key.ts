/** Enough for each kind of identifier, such as a UUID. */
const LONGEST_KEY = 255;

/** A string of RFC 9651, with its content. */
const QUOTED = /^"((?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/;

/** Many clients send a key without quotes. A comma or a space would be of a list, as of two headers. */
const BARE = /^[\x21\x23-\x2b\x2d-\x7e]+$/;

/**
 * The key of a header `Idempotency-Key`: a string with quotes, or the same text without them. `undefined` if it is
 * empty, too long or not a key.
 *
 * @example
 * keyOf('"8e03978e"'); // '8e03978e'
 * keyOf('8e03978e'); // '8e03978e'
 * @see draft-ietf-httpapi-idempotency-key-header, 2.1; RFC 9651, 3.3.3
 */
export function keyOf(header: string): string | undefined {
  // Before the expressions look at it: escapes double the length at most.
  if (header.length > 2 * LONGEST_KEY + 2) return undefined;
  const quoted = QUOTED.exec(header)?.[1];
  const key = quoted?.replaceAll(/\\(.)/g, '$1') ?? (BARE.test(header) ? header : '');
  return key === '' || key.length > LONGEST_KEY ? undefined : key;
}
