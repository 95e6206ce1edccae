import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AbstractHttpAdapter } from '@nestjs/core';
import { effectiveMethod } from '../../lifecycle/messages/method-override.js';
import type { OriginalTarget } from '../../routes/rest-request.js';
import type { Served } from '../served.js';
import { restoreMessageAtEnd, withOtherIdentity } from '../node/internals.js';
import { serverOf } from './enter.js';

/** Only code of this module can set this property of a Node request: no header of a client reaches it. */
const ORIGINAL = Symbol('original target');

interface EnteredAgain extends IncomingMessage {
  [ORIGINAL]?: OriginalTarget;
}

/**
 * The method that the client of a POST means: that of its override, if the application allows one. A request of a batch states its method: as
 * in WordPress, an override has no effect there. Neither has it in a request that has entered again.
 */
export function meantMethod(
  message: IncomingMessage,
  queryText: string,
  { subRequests, overridesMethods }: Pick<Served, 'subRequests' | 'overridesMethods'>,
): string {
  const { method = '', headers } = message;
  if (!overridesMethods || hasEnteredAgain(message)) return method;
  if (subRequests?.markOf(message) !== undefined) return method;
  return effectiveMethod({ method, headers, queryText });
}

/** A request enters again once at most, even if middleware gives it another spelling then. */
export function hasEnteredAgain(message: EnteredAgain): boolean {
  return message[ORIGINAL] !== undefined;
}

/**
 * The method and the URL that the client has sent.
 *
 * @param url The URL that the adapter has kept.
 */
export function originalOf(message: EnteredAgain, url: string): OriginalTarget {
  return message[ORIGINAL] ?? { method: message.method ?? 'GET', url };
}

/**
 * Makes a request enter again at the server that has received it, in the spelling of its route: it has passed
 * everything that is bound to the spelling in which it came, and now meets everything that is bound to its route,
 * also what is registered before the library or outside of it. A rejection of either pass is the response.
 *
 * The message and the response stay the same, so that the body, the connection and the properties that the first pass
 * has set are kept. Two things begin anew. The headers are removed, because middleware that adds to a header would add
 * twice. The message has another identity: Nest and others keep the requests that they have seen in a `WeakSet`, and
 * would let this one pass unchecked.
 */
export function enterAgain(
  adapter: AbstractHttpAdapter,
  message: EnteredAgain,
  response: ServerResponse,
  { method, url }: OriginalTarget,
): void {
  message[ORIGINAL] ??= { method: message.method ?? '', url: message.url ?? '' };
  message.method = method;
  message.url = url;
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  response.statusCode = 200;
  restoreMessageAtEnd(response, message);
  serverOf(adapter, message).emit('request', withOtherIdentity(message), response);
}
