import { createHash } from 'node:crypto';

/**
 * A strong entity tag: equal for equal bytes only.
 *
 * @example
 * etagOf('{"id":7}'); // "dGhp…", quotation marks included
 *
 * @see RFC 9110 §8.8.3
 */
export function etagOf(body: string | Uint8Array): string {
  return `"${createHash('sha256').update(body).digest('base64url')}"`;
}
