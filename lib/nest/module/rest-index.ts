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
  type NamespaceIndex,
  type RootIndex,
  type RouteIndex,
} from '../../pipeline/discovery/route-index.js';
import type { Endpoint } from '../../pipeline/endpoint.js';
import type { RequestContext } from '../../pipeline/request-context.js';
import type { Enhancers } from '../enhancers/enhancers.js';
import { classesOf, type FoundClass } from '../exploration/container-view.js';
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
        ...enhancers.portsOf(this.#found(), 'show'),
        instance: (requestContext: RequestContext) => ({ show: () => index(requestContext) }),
        service: () => undefined,
      },
      respondsItself: false,
      unreadBody: 'ignore',
    }));
  }

  #found(): FoundClass {
    const found = classesOf(this.discovery).find(({ type }) => type === RestIndex);
    if (found === undefined) throw new RangeError('RestModule provides RestIndex.');
    return found;
  }
}

function definitionOf(namespace: string, listedArguments: ListedArguments): RouteDefinition {
  const head = {
    namespace,
    pattern: compilePath(`/${namespace}`, () => undefined),
    methods: [HttpMethod.Get],
    className: RestIndex.name,
    methodName: 'show',
    isHidden: true,
    allowsBatch: false,
    cache: undefined,
    documentation: undefined,
    listedArguments,
  };
  return new RouteDefinition(head, COMPILER);
}

/** The routes are described on the first request: startup does not need them. */
function rootIndexOf(
  routes: readonly RouteDefinition[],
  namespaces: readonly string[],
  { name, description = '', url }: DiscoveryOptions,
): (requestContext: RequestContext) => RootIndex {
  let described: RouteIndex | undefined;
  return ({ exchange }) => ({
    name: name ?? namespaces[0]?.split('/')[0] ?? '',
    description,
    url: url ?? exchange.origin ?? '',
    namespaces,
    routes: (described ??= routeIndex(routes)),
  });
}

function namespaceIndexOf(
  routes: readonly RouteDefinition[],
  namespace: string,
): () => NamespaceIndex {
  let index: NamespaceIndex | undefined;
  return () => (index ??= { namespace, routes: routeIndex(routes, namespace) });
}
