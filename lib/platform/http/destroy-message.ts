import type { IncomingMessage, ServerResponse } from 'node:http';

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
