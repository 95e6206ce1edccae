import { Injectable } from '@nestjs/common';
import type { DiscoveryService } from '@nestjs/core';
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
 * The class that guards and interceptors see as the controller of the indices. A provider, so that those of the
 * whole application apply to the indices as to any route.
 */
@Injectable()
export class RestIndex {
  /** The handler that Nest's enhancers see. */
  show(requestContext: RequestContext, index: MakeIndex): object {
    return index(requestContext);
  }
}

/**
 * WordPress's self-description: an index of the API and one of each namespace, as routes. A route of the
 * application at the same path takes precedence.
 */
export function indexEntries(
  routes: readonly Route[],
  enhancers: Enhancers,
  options: DiscoveryOptions,
  discovery: DiscoveryService,
): readonly RouteEntry[] {
  const namespaces = namespacesOf(routes);
  const entryOf = (namespace: string, listed: ListedArguments, index: MakeIndex): RouteEntry =>
    createEntry(routeOf(namespace, listed), RestIndex, () => ({
      ports: {
        ...enhancers.portsOf(ownClass(discovery, RestIndex), 'show'),
        instance: (requestContext: RequestContext) => ({ show: () => index(requestContext) }),
        service: () => undefined,
      },
      respondsItself: false,
      unreadBody: 'ignore',
      readsForms: false,
    }));
  return [
    entryOf('', { context: CONTEXT }, rootIndexOf(routes, namespaces, options)),
    ...namespaces.map((namespace) => {
      const listed = { namespace: { default: namespace, required: false }, context: CONTEXT };
      return entryOf(namespace, listed, namespaceIndexOf(routes, namespace));
    }),
  ];
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
