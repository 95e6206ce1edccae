import { Inject, Injectable } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { NO_DEFAULTS } from '../../pipeline/responses/route-response.js';
import type { RequestContext } from '../../pipeline/request-context.js';
import type { ListedArguments } from '../../pipeline/discovery/describe-group.js';
import {
  namespacesOf,
  routeIndex,
  type NamespaceIndex,
  type RootIndex,
  type RouteIndex,
} from '../../pipeline/discovery/route-index.js';
import type { Endpoint } from '../../pipeline/endpoint.js';
import type { PermissionDefinition } from '../../model/definition/route-definition.js';
import { compilePath } from '../../model/paths/path-pattern.js';
import { HttpMethod } from '../../model/declaration/http-method.js';
import { classesOf } from '../exploration/container-view.js';
import type { Enhancers } from '../enhancers/enhancers.js';
import type { DiscoveryOptions } from '../options/rest-options.js';

const PUBLIC: PermissionDefinition = { kind: 'public' };
/** What WordPress lists for its own indices. */
const CONTEXT = { default: 'view', required: false } as const;

/**
 * WordPress's self-description: an index of the API and one of each namespace. A provider, so that the
 * guards of the whole application hold for it as for any route.
 */
@Injectable()
export class RestIndex {
  constructor(@Inject(ModulesContainer) private readonly modules: ModulesContainer) {}

  /** The indices as routes; where the application has a route of its own at such a path, that one serves. */
  endpoints(
    routes: readonly Endpoint[],
    enhancers: Enhancers,
    options: DiscoveryOptions,
  ): readonly Endpoint[] {
    const namespaces = namespacesOf(routes);
    let all: RouteIndex | undefined;
    const describe = (requestContext: RequestContext): RootIndex => ({
      name: options.name ?? namespaces[0]?.split('/')[0] ?? '',
      description: options.description ?? '',
      url: options.url ?? requestContext.exchange.origin ?? '',
      namespaces,
      routes: (all ??= routeIndex(routes)),
    });
    const root = this.#endpoint('/', '', enhancers, { context: CONTEXT }, describe);
    const own = namespaces.map((namespace) => {
      const args = { namespace: { default: namespace, required: false }, context: CONTEXT };
      // Made when somebody asks: a thousand routes would be described at every start.
      let index: NamespaceIndex | undefined;
      return this.#endpoint(`/${namespace}`, namespace, enhancers, args, () => {
        index ??= { namespace, routes: routeIndex(routes, namespace) };
        return index;
      });
    });
    return [root, ...own];
  }

  /** What Nest's enhancers see as the handler. */
  show(requestContext: RequestContext, index: (requestContext: RequestContext) => object): object {
    return index(requestContext);
  }

  #endpoint(
    template: string,
    namespace: string,
    enhancers: Enhancers,
    listedArguments: ListedArguments,
    index: (requestContext: RequestContext) => object,
  ): Endpoint {
    const found = classesOf(this.modules).find(({ type }) => type === RestIndex);
    if (found === undefined) throw new RangeError('RestModule provides RestIndex.');
    return Object.freeze({
      namespace,
      pattern: compilePath(template, () => undefined),
      methods: [HttpMethod.Get],
      arguments: [],
      listedArguments,
      parameters: [],
      permission: PUBLIC,
      isHidden: true,
      className: RestIndex.name,
      methodName: 'show',
      cache: undefined,
      controller: RestIndex,
      ports: {
        ...enhancers.portsOf(found, 'show'),
        instance: (requestContext: RequestContext) => ({ show: () => index(requestContext) }),
        service: () => undefined,
      },
      responseDefaults: NO_DEFAULTS,
      respondsItself: false,
      unreadBody: 'ignore',
    });
  }
}
