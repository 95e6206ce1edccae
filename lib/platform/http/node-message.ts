import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';

/** Makes a request of Node's that has come without bytes: of HTTP/1.1, complete, and with an empty body. */
export function fillMessage(
  message: IncomingMessage,
  method: string,
  url: string,
  headers: IncomingHttpHeaders,
): void {
  message.method = method;
  message.url = url;
  message.headers = headers;
  message.httpVersion = '1.1';
  message.httpVersionMajor = 1;
  message.httpVersionMinor = 1;
  message.complete = true;
  message._read = endBody;
}

function endBody(this: IncomingMessage): void {
  this.push(null);
}

/**
 * Lets `destroy` of a request that is on the connection of another one end its own response. Node's own closes the
 * connection, unless the request was read to its end.
 */
export function destroyWithResponse(message: IncomingMessage, response: ServerResponse): void {
  message._destroy = (error, done) => {
    if (!message.readableEnded) response.destroy();
    process.nextTick(reportError, message, error, done);
  };
}

/** As Node's own does: an error that nothing listens to would end the process. */
function reportError(
  message: IncomingMessage,
  error: Error | null,
  done: (error?: Error | null) => void,
): void {
  if (message.listenerCount('error') === 0) done();
  else done(error);
}
