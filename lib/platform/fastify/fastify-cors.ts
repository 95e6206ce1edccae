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
 * Lets OPTIONS requests pass `@fastify/cors` where they are no preflights, with the headers of any simple
 * request; otherwise it rejects them. It reads `config.cors` of a request's route, which says so here for
 * the requests of one scope, whichever way the plugin is registered.
 *
 * @param isRoute Whether a request is to a route of the library; any other is left alone.
 */
export function letOptionsPassCors<Request extends CorsRequest>(
  scope: Scope,
  isRoute: (request: Request) => boolean,
): void {
  scope.decorateRequest('routeOptions', {
    getter() {
      const options = inherited(this);
      const isSimple = this.method === 'OPTIONS' && !isPreflight('OPTIONS', this.headers);
      if (!isSimple || !isRoute(this as Request)) return options;
      const { cors } = options.config ?? {};
      if (cors === false) return options;
      const own = typeof cors === 'object' ? cors : {};
      return { ...options, config: { ...options.config, cors: { ...own, preflight: false } } };
    },
  });
}

/** What Fastify itself says, a prototype further up than the scope's own. */
function inherited(request: object): RouteOptions {
  const scoped = Object.getPrototypeOf(request) as object;
  return Reflect.get(
    Object.getPrototypeOf(scoped) as object,
    'routeOptions',
    request,
  ) as RouteOptions;
}
