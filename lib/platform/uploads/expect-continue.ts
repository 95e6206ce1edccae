import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { mediaTypeOf } from '../../pipeline/body/body-format.js';
import { FORM_DATA } from '../../pipeline/uploads/form-data.js';

/**
 * Tells a client that waits with its form to send it once something begins to read it. By default Node tells
 * every client at once, also one whose form will be rejected unread. Where the application listens to such
 * requests itself, now or later, they are its own.
 *
 * @see RFC 9110 10.1.1
 */
export function awaitReaders(server: Server): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    if (server.listenerCount('checkContinue') > 1) return;
    if (mediaTypeOf(request.headers['content-type'] ?? '') === FORM_DATA) {
      onceRead(request, () => {
        if (!response.headersSent) response.writeContinue();
      });
    } else response.writeContinue();
    server.emit('request', request, response);
  });
}

/** Any reader of a stream listens to one of two events. */
function onceRead(request: IncomingMessage, listener: () => void): void {
  const notice = (event: string | symbol): void => {
    if (event !== 'data' && event !== 'readable') return;
    request.off('newListener', notice);
    listener();
  };
  request.on('newListener', notice);
}
