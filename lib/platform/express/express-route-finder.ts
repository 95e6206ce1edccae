import type { RouteFound } from '../../lifecycle/dispatcher.js';
import { isSpelledAs } from '../../routing/shape-tree.js';
import { NO_MATCH } from '../../routing/route-table.js';
import type { Served } from '../http/http-mount.js';
import { targetBelow, type RequestTarget, type Strictness } from '../http/request-target.js';
import { REST_BODY, type ExpressInstance, type ExpressRequest } from './express-layers.js';

/** Finds the route of a request, as strictly as Express's own router does. */
export class ExpressRouteFinder {
  readonly strictness: Strictness;
  readonly #isCaseSensitive: boolean;

  constructor(
    private readonly served: Served,
    private readonly router: ExpressInstance['router'],
  ) {
    this.#isCaseSensitive = router.caseSensitive === true;
    this.strictness = {
      isCaseSensitive: this.#isCaseSensitive,
      isSlashSensitive: router.strict === true,
    };
  }

  /** Goes by the current URL, as Express's own routes do: middleware may have changed it. */
  target({ url = '' }: ExpressRequest): RequestTarget | undefined {
    return targetBelow(this.served, url, this.strictness);
  }

  /** Uses the route that the body was read for, unless middleware has changed the method or the URL. */
  find(request: ExpressRequest, target = this.target(request)): RouteFound {
    const { method = '', url } = request;
    const read = request[REST_BODY];
    if (read !== undefined && read.method === method && read.url === url) return read.found;
    return target === undefined ? NO_MATCH : this.#match(method, target.path);
  }

  isRoute(request: ExpressRequest): boolean {
    return typeof this.find(request) === 'object';
  }

  /** Whether the application has a route of its own at a path below the prefix. */
  isPlainRoute({ url = '' }: ExpressRequest): boolean {
    const [path = ''] = url.split('?');
    return this.router.stack.some((layer) => layer.route !== undefined && layer.match(path));
  }

  #match(method: string, path: string): RouteFound {
    const found = this.served.table.match(method, path);
    if (!this.#isCaseSensitive || typeof found === 'symbol') return found;
    return isSpelledAs(found.group.pattern, path) ? found : NO_MATCH;
  }
}
