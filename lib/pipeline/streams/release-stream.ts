import { StreamableFile } from '@nestjs/common';
import type { Exchange } from '../exchange.js';
import { RestResponse } from '../responses/rest-response.js';

/**
 * Destroys the stream of a response body as soon as the response has closed, whatever became of it: 304,
 * HEAD, another body by an interceptor, an error after the method, a client that is gone, a renewal of
 * the cache. A stream that is not read keeps its file descriptor for ever. Not before the response has
 * closed, since an interceptor may send what it makes of the stream.
 */
export function releaseWithResponse(returned: unknown, exchange: Exchange): void {
  const body = returned instanceof RestResponse ? returned.data : returned;
  if (body instanceof StreamableFile) exchange.whenClosed(() => destroyStream(body));
}

/** A stream of the oldest kind has no `destroy`; one that has ended is left as it is. */
export function destroyStream(file: StreamableFile): void {
  const stream: { destroy?: () => unknown } = file.getStream();
  stream.destroy?.();
}
