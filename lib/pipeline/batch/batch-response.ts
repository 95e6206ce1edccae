import { inProcessResult } from '../in-process/in-process-result.js';
import type { RouteResponse } from '../responses/route-response.js';
import type { ResponseHeaders } from '../responses/response-headers.js';

/** One response of a batch. */
export interface BatchedResponse {
  /** `null` where the response has no body. */
  readonly body: unknown;
  readonly status: number;
  readonly headers: Readonly<ResponseHeaders>;
}

/**
 * A response as a part of a batch. Its JSON text is read back: the text is what the method returned at
 * that time, and a later request of the batch may change the same object.
 */
export function batchedResponse(response: RouteResponse): BatchedResponse {
  const { status, headers, data } = inProcessResult(response);
  const { 'content-type': _type, ...others } = headers;
  return {
    body: data ?? null,
    status,
    headers: Object.fromEntries(
      Object.entries(others).map(([name, value]) => [writtenName(name), value]),
    ),
  };
}

/** Names that are not written with one capital for each word. */
const WRITTEN: ReadonlyMap<string, string> = new Map([
  ['etag', 'ETag'],
  ['www-authenticate', 'WWW-Authenticate'],
  ['x-wp-total', 'X-WP-Total'],
  ['x-wp-totalpages', 'X-WP-TotalPages'],
]);

/** `location` as clients of WordPress look for it: `Location`. In a body, unlike in HTTP, case matters. */
function writtenName(name: string): string {
  return WRITTEN.get(name) ?? name.replace(/(?<![^-])[a-z]/g, (letter) => letter.toUpperCase());
}
