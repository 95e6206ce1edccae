import type { PresetHeaders } from '../exchange.js';
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

/** What describes the message or the connection, of which there is only that of the batch. */
const OF_THE_MESSAGE =
  /^(?:connection|content-encoding|content-length|content-type|date|keep-alive|transfer-encoding)$/;

/**
 * A response as a part of a batch. Its JSON text is read back: the text is what the method returned at
 * that time, and a later request of the batch may change the same object.
 *
 * Cookies are set on the response of the batch: scripts could read them in a body, those that are `HttpOnly` too.
 * Headers that middleware has set on the batch in the same way are left out.
 */
export function batchedResponse(
  response: RouteResponse,
  outer: Pick<PresetHeaders, 'addCookies' | 'presetHeader'>,
): BatchedResponse {
  const { status, headers, data } = inProcessResult(response);
  const { 'set-cookie': cookies, ...others } = headers;
  if (cookies !== undefined) outer.addCookies([cookies].flat());
  const own = Object.entries(others).filter(
    ([name, value]) => !OF_THE_MESSAGE.test(name) && outer.presetHeader(name) !== String(value),
  );
  return {
    body: data ?? null,
    status,
    headers: Object.fromEntries(own.map(([name, value]) => [writtenName(name), value])),
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
