import { Inject, Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { HttpMethod } from '../../model/declaration/http-method.js';
import { PUBLIC } from '../../model/definition/permission-definition.js';
import { NO_DEFAULTS } from '../../model/definition/response-defaults.js';
import {
  RouteDefinition,
  type ListedArguments,
  type RouteCompiler,
} from '../../model/definition/route-definition.js';
import { compilePath } from '../../model/paths/path-pattern.js';
import {
  namespacesOf,
  routeIndex,
  type IndexContext,
  type NamespaceIndex,
  type RootIndex,
  type RouteIndex,
} from '../../pipeline/discovery/route-index.js';
import type { Endpoint } from '../../pipeline/endpoint.js';
import type { RequestContext } from '../../pipeline/request-context.js';
import { memoize } from '../../shared/memoize.js';
import type { Enhancers } from '../enhancers/enhancers.js';
import { ownClass } from '../exploration/container-view.js';
import { LazyEndpoint } from '../exploration/lazy-endpoint.js';
import type { DiscoveryOptions } from '../options/rest-options.js';

/** What WordPress lists for its own indices. */
const CONTEXT = { default: 'view', required: false } as const;

/** An index takes no arguments: those that it lists, WordPress's clients may send. */
const COMPILER: RouteCompiler = {
  plan: () => ({
    arguments: [],
    parameters: [],
    permission: PUBLIC,
    responseDefaults: NO_DEFAULTS,
  }),
  returned: () => undefined,
  responseSchema: () => undefined,
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
  endpoints(
    routes: readonly RouteDefinition[],
    enhancers: Enhancers,
    options: DiscoveryOptions,
  ): readonly Endpoint[] {
    const namespaces = namespacesOf(routes);
    const root = rootIndexOf(routes, namespaces, options);
    return [
      this.#endpoint(definitionOf('', { context: CONTEXT }), enhancers, root),
      ...namespaces.map((namespace) =>
        this.#endpoint(
          definitionOf(namespace, {
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

  #endpoint(definition: RouteDefinition, enhancers: Enhancers, index: MakeIndex): Endpoint {
    return new LazyEndpoint(definition, RestIndex, () => ({
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

function definitionOf(namespace: string, listedArguments: ListedArguments): RouteDefinition {
  const head = {
    namespace,
    pattern: compilePath(`/${namespace}`, () => undefined),
    methods: [HttpMethod.Get],
    className: RestIndex.name,
    methodName: 'show',
    options: { hidden: true },
    checksFiles: false,
    cache: undefined,
    documentation: undefined,
    listedArguments,
  };
  return new RouteDefinition(head, COMPILER);
}

/** Describes the routes on the first request in each context: startup does not need them. */
function describedRoutes(
  routes: readonly RouteDefinition[],
  namespace?: string,
): (requestContext: RequestContext) => RouteIndex {
  const describe = memoize((context: IndexContext) => routeIndex(routes, context, namespace));
  return ({ query }) => describe(query['context'] === 'help' ? 'help' : 'view');
}

function rootIndexOf(
  routes: readonly RouteDefinition[],
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
  routes: readonly RouteDefinition[],
  namespace: string,
): (requestContext: RequestContext) => NamespaceIndex {
  const described = describedRoutes(routes, namespace);
  return (requestContext) => ({ namespace, routes: described(requestContext) });
}
