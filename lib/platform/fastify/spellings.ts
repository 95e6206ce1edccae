import type { RouteEntry } from '../../lifecycle/endpoint.js';
import { joinTarget, splitTarget } from '../../lifecycle/messages/exchange.js';
import type { OriginalTarget } from '../../routes/rest-request.js';
import type { RouteMatch } from '../../routing/route-table.js';
import { hasEnteredAgain, meantMethod } from '../inner/enter-again.js';
import { targetBelow } from '../node/target.js';
import type { Served } from '../served.js';
import type { FastifyInstance, FastifyRequest, MeantTarget } from './internals.js';

/** Fastify decodes before it routes, so it also finds the mount at `/%61pi`: no route has that path. */
const NOWHERE: MeantTarget = { path: '//', queryText: '', method: '' };

/** Reads what requests of the scope mean, and which of them are not spelled as their routes. */
export class FastifySpellings {
  /** Whether `;` begins the query too. */
  readonly #isDelimiter: boolean;

  constructor(
    private readonly served: Served,
    { useSemicolonDelimiter, routerOptions }: FastifyInstance['initialConfig'],
  ) {
    this.#isDelimiter = routerOptions?.useSemicolonDelimiter ?? useSemicolonDelimiter ?? false;
  }

  target(request: FastifyRequest): MeantTarget {
    return (request.restTarget ??= this.#read(request));
  }

  /** Finds the route of the method that a request means. */
  find(request: FastifyRequest): RouteMatch<RouteEntry> {
    const { method, path } = this.target(request);
    return this.served.table.match(method, path);
  }

  isRoute(request: FastifyRequest): boolean {
    return typeof this.find(request) === 'object';
  }

  /** The spelling in which a request to a route enters again; `undefined` if it is not spelled otherwise. */
  other(request: FastifyRequest): OriginalTarget | undefined {
    if (hasEnteredAgain(request.raw)) return undefined;
    const { method } = this.target(request);
    const { url = '' } = request.raw;
    const spelled = this.#spelled(url);
    if ((method === request.method && spelled === url) || !this.isRoute(request)) return undefined;
    return { method, url: spelled };
  }

  /** Leads a request to no route. */
  refuse(request: FastifyRequest): void {
    request.restTarget = { ...this.target(request), method: '' };
  }

  #read({ raw }: FastifyRequest): MeantTarget {
    const target = targetBelow(this.served, this.#withQuery(raw.url ?? ''));
    if (target === undefined) return NOWHERE;
    return { ...target, method: meantMethod(raw, target.queryText, this.served) };
  }

  /** Without the slash at the end of its path, which Fastify and middleware see as another path. */
  #spelled(url: string): string {
    const whole = this.#withQuery(url);
    const { path, queryText } = splitTarget(whole);
    if (!path.endsWith('/') || path.endsWith('//') || path === '/') return whole;
    return joinTarget({ path: path.slice(0, -1), queryText });
  }

  #withQuery(url: string): string {
    return this.#isDelimiter ? url.replace(/^([^?;]*);/, '$1?') : url;
  }
}
