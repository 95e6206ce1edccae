import { hasOtherBody } from '../body/read-request-body.js';
import type { Served } from '../http/http-mount.js';
import { isFreeBetween, type Layer } from './express-layers.js';
import type { ExpressRequest } from './express-request.js';

/** The two functions between which a request is passed on; for identity only. */
export type LayerPair = readonly [unknown, unknown];

/** Finds requests that no other layer would see between the library's first layer and its second. */
export class DirectRoutes {
  /** The beginnings of the paths of such requests; worked out for the first request. */
  #beginnings: readonly string[] | undefined;

  constructor(
    private readonly served: Served,
    private readonly stack: readonly Layer[],
    private readonly layers: () => LayerPair,
  ) {}

  includes(request: ExpressRequest): boolean {
    // A body parser of the application may read it.
    if (hasOtherBody(request)) return false;
    const { url = '' } = request;
    this.#beginnings ??= this.#free();
    for (const beginning of this.#beginnings) if (url.startsWith(beginning)) return true;
    return false;
  }

  /** By the first request all routes of the application are registered; later ones follow the library's. */
  #free(): readonly string[] {
    const { prefix, table } = this.served;
    const namespaces = new Set(table.groups.map(({ entries }) => entries[0].route.namespace));
    namespaces.delete('');
    const beginnings = [...namespaces].map((namespace) => `${prefix}/${namespace}/`);
    return isFreeBetween(this.stack, this.layers(), beginnings) ? beginnings : [];
  }
}
