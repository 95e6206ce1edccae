import type { IncomingHttpHeaders } from 'node:http';
import { isPreflight } from '../../pipeline/permissions/preflight.js';

/** A request of Fastify's, as far as it matters here. */
interface CorsRequest {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
}

interface Scope {
  decorateRequest(name: string, value: { getter(this: CorsRequest): unknown }): void;
}

interface RouteOptions {
  readonly config?: { readonly cors?: unknown };
}

/**
 * Lets OPTIONS requests that are no preflights pass `@fastify/cors` with the headers of a simple request;
 * otherwise the plugin rejects them. It reads `config.cors` of a request's route, which disables the
 * preflight here for the requests of one scope, however the plugin is registered.
 *
 * @param isRoute Whether a request is to a route of the library; any other is left as it is.
 */
export function letOptionsPassCors<Request extends CorsRequest>(
  scope: Scope,
  isRoute: (request: Request) => boolean,
): void {
  scope.decorateRequest('routeOptions', {
    getter() {
      const options = inherited(this);
      const isSimple = this.method === 'OPTIONS' && !isPreflight('OPTIONS', this.headers);
      return isSimple && isRoute(this as Request) ? withoutPreflight(options) : options;
    },
  });
}

function withoutPreflight(options: RouteOptions): RouteOptions {
  const { cors } = options.config ?? {};
  if (cors === false) return options;
  const own = typeof cors === 'object' ? cors : {};
  return { ...options, config: { ...options.config, cors: { ...own, preflight: false } } };
}

/** The value of Fastify itself, from a prototype above the scope's own. */
function inherited(request: object): RouteOptions {
  const scoped = Object.getPrototypeOf(request) as object;
  const above = Object.getPrototypeOf(scoped) as object;
  return Reflect.get(above, 'routeOptions', request) as RouteOptions;
}
