const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;

/**
 * Whether a value is a non-empty list of header names. `*` is not a name: in `Vary` it means that no cache can know
 * what a response depends on.
 *
 * @see RFC 9110 5.6.2 and 12.5.5
 */
export function areHeaderNames(value: unknown): value is readonly [string, ...string[]] {
  return Array.isArray(value) && value.length > 0 && value.every(isHeaderName);
}

export function isHeaderName(value: unknown): value is string {
  return typeof value === 'string' && value !== '*' && TOKEN.test(value);
}

/** A header line. A header with several values has several lines. */
export type HeaderLine = readonly [name: string, value: string];
