import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';

/** Makes a request of Node one that was received without bytes: of HTTP/1.1, complete, and with an empty body. */
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
 * Lets `destroy` of a request that is on the connection of another one end its own response. Node's own `destroy`
 * closes the connection, unless the request was read to its end.
 */
export function destroyWithResponse(message: IncomingMessage, response: ServerResponse): void {
  message._destroy = (error, done) => {
    if (!message.readableEnded) response.destroy();
    process.nextTick(reportError, message, error, done);
  };
}

/** As in Node: an error without a listener would end the process. */
function reportError(
  message: IncomingMessage,
  error: Error | null,
  done: (error?: Error | null) => void,
): void {
  if (message.listenerCount('error') === 0) done();
  else done(error);
}

/** The properties that belong to one request and its message: the request in process has its own, or none. */
const OF_ONE_REQUEST: ReadonlySet<string> = new Set([
  'baseUrl',
  'body',
  'file',
  'files',
  'next',
  'originalUrl',
  'params',
  'query',
  'raw',
  'rawBody',
  'res',
  'restState',
  'route',
  'url',
  '_body',
  '_parsedOriginalUrl',
  '_parsedUrl',
]);

/**
 * Copies the properties that middleware, hooks and guards have added to the outer request, such as the user, the
 * session and cookies. They do not run again for a request in process.
 *
 * @param keys The properties that may be copied.
 */
export function copyProperties(outer: object, raw: object, keys: readonly PropertyKey[]): void {
  for (const key of keys) {
    if ((typeof key === 'string' && OF_ONE_REQUEST.has(key)) || Object.hasOwn(raw, key)) continue;
    const property = Object.getOwnPropertyDescriptor(outer, key);
    if (property !== undefined)
      Object.defineProperty(raw, key, { ...property, configurable: true });
  }
}

/** Sets a property, also if the prototype has an accessor of its name. */
export function setProperty(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, {
    value,
    writable: true,
    configurable: true,
    enumerable: true,
  });
}
