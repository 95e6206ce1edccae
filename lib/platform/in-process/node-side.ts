import { ServerResponse, type IncomingMessage } from 'node:http';
import type {
  InProcessCaller,
  InProcessRequest,
  InProcessSide,
} from '../../pipeline/in-process/in-process-request.js';
import { copyProperties, setProperty } from './copied-properties.js';
import { nodeRequest } from './node-request.js';
import { RecordedResponse } from './recorded-response.js';

/** The prototypes that Express gives to requests and responses. */
export interface Prototypes {
  readonly request: object;
  readonly response: object;
}

/**
 * The platform's side of an in-process request where the adapter's request and response are those of Node:
 * on Express, and in an application without HTTP.
 */
export function nodeSide(
  request: InProcessRequest,
  caller: InProcessCaller,
  prototypes?: Prototypes,
): InProcessSide {
  const message = nodeRequest(request, caller);
  const response = new ServerResponse(message);
  if (prototypes !== undefined) {
    Object.setPrototypeOf(message, prototypes.request);
    Object.setPrototypeOf(response, prototypes.response);
  }
  describe(message, response, request, caller);
  const written = new RecordedResponse(response);
  return {
    message,
    raw: message,
    response,
    written,
    expose: (params) => setProperty(message, 'params', params),
    finish: (status) => written.finish(status),
  };
}

/** Sets what Express and its middleware set. */
function describe(
  message: IncomingMessage,
  response: ServerResponse,
  { body }: InProcessRequest,
  { outer, user }: InProcessCaller,
): void {
  const raw: unknown = outer?.raw;
  if (typeof raw === 'object' && raw !== null) copyProperties(raw, message, Object.keys(raw));
  if (user !== undefined && !Object.hasOwn(message, 'user')) setProperty(message, 'user', user);
  setProperty(message, 'originalUrl', message.url);
  setProperty(message, 'baseUrl', '');
  setProperty(message, 'body', body.kind === 'parameters' ? body.whole : undefined);
  setProperty(message, 'res', response);
  setProperty(response, 'locals', {});
}
