import { ServerResponse } from 'node:http';
import { parse } from 'node:querystring';
import type {
  InProcessCaller,
  InProcessRequest,
  InProcessSide,
} from '../../pipeline/in-process/in-process-request.js';
import { copyProperties, setProperty } from './copied-properties.js';
import { InProcessReply } from './in-process-reply.js';
import { nodeRequest } from './node-request.js';
import { RecordedResponse } from './recorded-response.js';

/** What Fastify keeps under symbols of one request: its URL, its body, and what it derives from them. */
const OF_ONE_REQUEST =
  /^(?:REQUEST_CONTEXT_ID|fastify\.request\.(?:originalUrl|contentType|cache\.validateFns|signal))$/;

/** The platform's side of an in-process request on Fastify. */
export function fastifySide(
  request: InProcessRequest,
  caller: InProcessCaller,
  fastify: object,
): InProcessSide {
  const message = nodeRequest(request, caller);
  const serverResponse = new ServerResponse(message);
  const written = new RecordedResponse(serverResponse);
  const raw = rawRequest(caller.outer?.raw, fastify);
  const { body } = request;
  setProperty(raw, 'raw', message);
  setProperty(raw, 'originalUrl', message.url);
  setProperty(raw, 'query', parse(request.queryText));
  setProperty(raw, 'body', body.kind === 'parameters' ? body.whole : undefined);
  if (caller.user !== undefined && (raw as { user?: unknown }).user === undefined) {
    setProperty(raw, 'user', caller.user);
  }
  return {
    message,
    raw,
    response: new InProcessReply(raw, serverResponse, fastify),
    written,
    expose: (params) => setProperty(raw, 'params', params),
    finish: (status) => written.finish(status),
  };
}

/** As the outer request is; without one, as Fastify's requests are, whose class is kept under a symbol. */
function rawRequest(outer: unknown, fastify: object): object {
  if (typeof outer === 'object' && outer !== null && 'raw' in outer) {
    const raw = Object.create(Object.getPrototypeOf(outer) as object) as object;
    copyProperties(outer, raw, Reflect.ownKeys(outer).filter(isShared));
    return raw;
  }
  const symbol = Object.getOwnPropertySymbols(fastify).find(
    ({ description }) => description === 'fastify.Request',
  );
  const type: unknown = symbol === undefined ? undefined : Reflect.get(fastify, symbol);
  const raw = (typeof type === 'function' ? Object.create(type.prototype as object) : {}) as object;
  // Fastify reads these of the route that it has matched.
  setProperty(raw, 'server', fastify);
  setProperty(raw, 'routeOptions', {});
  setProperty(raw, 'is404', false);
  setProperty(raw, 'log', Reflect.get(fastify, 'log'));
  setProperty(raw, 'id', 'in-process');
  return raw;
}

function isShared(key: PropertyKey): boolean {
  return typeof key !== 'symbol' || !OF_ONE_REQUEST.test(key.description ?? '');
}
