import type { PresetHeaders } from '../exchange.js';
import type { Reply } from '../responses/reply.js';
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
  response: Reply,
  outer: Pick<PresetHeaders, 'addCookies' | 'presetHeader'>,
): BatchedResponse {
  const { status, headers, body } = response;
  const own: ResponseHeaders = {};
  for (const name in headers) {
    const value = headers[name] ?? '';
    if (name === 'set-cookie') outer.addCookies([value].flat());
    else if (!OF_THE_MESSAGE.test(name) && outer.presetHeader(name) !== String(value)) {
      own[writtenName(name)] = value;
    }
  }
  return { body: body.data() ?? null, status, headers: own };
}

/** Names as they are written; any other has one capital for each word. */
const WRITTEN: ReadonlyMap<string, string> = new Map([
  // Those of most responses, so that they need no pattern.
  ['allow', 'Allow'],
  ['cache-control', 'Cache-Control'],
  ['vary', 'Vary'],
  ['etag', 'ETag'],
  ['www-authenticate', 'WWW-Authenticate'],
  ['x-wp-total', 'X-WP-Total'],
  ['x-wp-totalpages', 'X-WP-TotalPages'],
]);

/** `location` as clients of WordPress look for it: `Location`. In a body, unlike in HTTP, case matters. */
function writtenName(name: string): string {
  return WRITTEN.get(name) ?? capitalized(name);
}

function capitalized(name: string): string {
  return name.replace(/(?<![^-])[a-z]/g, (letter) => letter.toUpperCase());
}
