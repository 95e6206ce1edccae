import type { IncomingMessage } from 'node:http';
import { isPreflight } from '../../pipeline/permissions/preflight.js';
import type { Layer } from './express-layers.js';

/** The name that Express gives the layer of `enableCors()`. */
const CORS = 'corsMiddleware';

/**
 * Lets OPTIONS requests pass the CORS middleware where they are no preflights, with the headers of any
 * simple request. The middleware ends every OPTIONS request otherwise, so that clients of other origins
 * could not read `Allow`.
 *
 * @param isRoute Whether a request is to a route of the library; any other is left as it is.
 */
export function letOptionsPassCors<Request extends IncomingMessage>(
  stack: readonly Layer<Request>[],
  isRoute: (request: Request) => boolean,
): void {
  for (const layer of stack) {
    if (layer.name !== CORS) continue;
    const { handle } = layer;
    layer.handle = (request, response, next) => {
      const passes =
        request.method === 'OPTIONS' &&
        !isPreflight('OPTIONS', request.headers) &&
        isRoute(request);
      handle(passes ? asSimple(request) : request, response, next);
    };
  }
}

/** A view of a request with a simple method; only the CORS middleware sees it. */
function asSimple<Request extends IncomingMessage>(request: Request): Request {
  return Object.create(request, { method: { value: 'GET' } }) as Request;
}
