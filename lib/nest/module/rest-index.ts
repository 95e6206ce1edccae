import { Inject, Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { HttpMethod } from '../../model/declaration/http-method.js';
import { PUBLIC } from '../../model/definition/permission-definition.js';
import { NO_DEFAULTS } from '../../model/definition/response-defaults.js';
import {
  createRoute,
  type ListedArguments,
  type Route,
  type RoutePlan,
} from '../../model/definition/route.js';
import { compilePath } from '../../model/paths/path-pattern.js';
import {
  namespacesOf,
  routeIndex,
  type IndexContext,
  type NamespaceIndex,
  type RootIndex,
  type RouteIndex,
} from '../../pipeline/discovery/route-index.js';
import { createEntry, type RouteEntry } from '../../pipeline/endpoint.js';
import type { RequestContext } from '../../pipeline/request-context.js';
import { memoize } from '../../shared/memoize.js';
import type { Enhancers } from '../enhancers/enhancers.js';
import { ownClass } from '../exploration/container-view.js';
import type { DiscoveryOptions } from '../options/rest-options.js';

/** What WordPress lists for its own indices. */
const CONTEXT = { default: 'view', required: false } as const;

/** An index takes no arguments: those that it lists, WordPress's clients may send. */
const PLAN: RoutePlan = {
  arguments: [],
  parameters: [],
  permission: PUBLIC,
  responseDefaults: NO_DEFAULTS,
};

/** Makes an index for a request. */
type MakeIndex = (requestContext: RequestContext) => object;

/**
 * WordPress's self-description: an index of the API and one of each namespace. A provider, so that the
 * guards of the whole application apply to it as to any route.
 */
@Injectable()
export class RestIndex {
  constructor(@Inject(DiscoveryService) private readonly discovery: DiscoveryService) {}

  /** The indices as routes. A route of the application at the same path takes precedence. */
  entries(
    routes: readonly Route[],
    enhancers: Enhancers,
    options: DiscoveryOptions,
  ): readonly RouteEntry[] {
    const namespaces = namespacesOf(routes);
    const root = rootIndexOf(routes, namespaces, options);
    return [
      this.#entry(routeOf('', { context: CONTEXT }), enhancers, root),
      ...namespaces.map((namespace) =>
        this.#entry(
          routeOf(namespace, {
            namespace: { default: namespace, required: false },
            context: CONTEXT,
          }),
          enhancers,
          namespaceIndexOf(routes, namespace),
        ),
      ),
    ];
  }

  /** The handler that Nest's enhancers see. */
  show(requestContext: RequestContext, index: MakeIndex): object {
    return index(requestContext);
  }

  #entry(route: Route, enhancers: Enhancers, index: MakeIndex): RouteEntry {
    return createEntry(route, RestIndex, () => ({
      ports: {
        ...enhancers.portsOf(ownClass(this.discovery, RestIndex), 'show'),
        instance: (requestContext: RequestContext) => ({ show: () => index(requestContext) }),
        service: () => undefined,
      },
      respondsItself: false,
      unreadBody: 'ignore',
      readsForms: false,
    }));
  }
}

function routeOf(namespace: string, listedArguments: ListedArguments): Route {
  const head = {
    namespace,
    pattern: compilePath(`/${namespace}`, () => undefined),
    methods: [HttpMethod.Get],
    className: RestIndex.name,
    methodName: 'show',
    options: { hidden: true },
    listedArguments,
  };
  return createRoute(head, () => PLAN);
}

/** Describes the routes on the first request in each context: startup does not need them. */
function describedRoutes(
  routes: readonly Route[],
  namespace?: string,
): (requestContext: RequestContext) => RouteIndex {
  const describe = memoize((context: IndexContext) => routeIndex(routes, context, namespace));
  return ({ query }) => describe(query['context'] === 'help' ? 'help' : 'view');
}

function rootIndexOf(
  routes: readonly Route[],
  namespaces: readonly string[],
  { name, description = '', url }: DiscoveryOptions,
): (requestContext: RequestContext) => RootIndex {
  const described = describedRoutes(routes);
  return (requestContext) => ({
    name: name ?? namespaces[0]?.split('/')[0] ?? '',
    description,
    url: url ?? requestContext.exchange.origin ?? '',
    namespaces,
    routes: described(requestContext),
  });
}

function namespaceIndexOf(
  routes: readonly Route[],
  namespace: string,
): (requestContext: RequestContext) => NamespaceIndex {
  const described = describedRoutes(routes, namespace);
  return (requestContext) => ({ namespace, routes: described(requestContext) });
}
