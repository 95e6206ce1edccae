import type { HeaderLine } from './entry.js';
import type { Sharing } from '../cache-policy.js';

/** A response as the cache sees it. */
export interface CacheableResponse {
  readonly status: number;
  readonly headers: readonly HeaderLine[];
  /** `undefined` for no body, and for a stream, which is not `storable`. */
  readonly body: string | Uint8Array | undefined;
  /** False for a stream, and for everything else that cannot be sent twice. */
  readonly storable: boolean;
  /** False where the method can only respond to a request that waits; `true` by default. */
  readonly isRenewable?: boolean;
}

/** 206 and 304 depend on headers of one request: `Range` and `If-None-Match`. */
const NEVER = new Set([206, 304]);

/**
 * Whether a response may be sent to other requests: no error, no stream, no cookie, and no header that
 * forbids it.
 */
export function isStorable(response: CacheableResponse, sharing: Sharing): boolean {
  const { status, headers, storable } = response;
  if (!storable || status < 200 || status >= 400 || NEVER.has(status)) return false;
  return headers.every(([name, value]) => isHarmless(name.toLowerCase(), value, sharing));
}

function isHarmless(name: string, value: string, sharing: Sharing): boolean {
  if (name === 'set-cookie') return false;
  if (name === 'vary') return !value.includes('*');
  if (name !== 'cache-control') return true;
  const isForbidden = sharing === 'caller' ? /no-store|no-cache/i : /no-store|no-cache|private/i;
  return !isForbidden.test(value);
}
