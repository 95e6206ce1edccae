import { StreamableFile } from '@nestjs/common';
import type { ResponseLife } from '../exchange.js';
import { RestResponse } from '../responses/rest-response.js';

/**
 * Destroys the stream of a response body once the response has closed, also where the stream was not sent:
 * 304, HEAD, another body by an interceptor, an error after the method, a client that is gone, a renewal
 * of the cache. A stream that is not read would keep its file descriptor open. Not before the response has
 * closed, because an interceptor may send what it makes of the stream.
 */
export function releaseWithResponse(returned: unknown, exchange: ResponseLife): void {
  const body = returned instanceof RestResponse ? returned.data : returned;
  if (body instanceof StreamableFile) exchange.whenClosed(() => destroyStream(body));
}

/** A legacy stream has no `destroy`. */
export function destroyStream(file: StreamableFile): void {
  const stream: { destroy?: () => unknown } = file.getStream();
  stream.destroy?.();
}
