import { Injectable, Inject } from '@nestjs/common';
import { type DiscoveryService, ApplicationConfig } from '@nestjs/core';
import { HttpMethod } from '../../routes/declaration/route-declaration.js';
import { PUBLIC } from '../../routes/definition/permission-definition.js';
import {
  createRoute,
  type ListedArguments,
  type Route,
  type RoutePlan,
  NO_DEFAULTS,
} from '../../routes/route.js';
import { compilePath, isNamespace } from '../../routes/paths/path-pattern.js';
import {
  describeGroup,
  describePath,
  withSelfLink,
  type GroupDescription,
} from '../../lifecycle/responses/discovery.js';
import type { StatedLinks } from '../../lifecycle/messages/link.js';
import { withLinks } from '../../lifecycle/messages/linked-data.js';
import { rootOf } from '../../lifecycle/responses/resolve-links.js';
import type { RequestContext } from '../../lifecycle/request-context.js';
import { createEntry, type RouteEntry } from '../../lifecycle/endpoint.js';
import { groupByPattern } from '../../routing/path-group.js';
import { memoize } from '../../shared/promises.js';
import type { Enhancers } from '../enhancers/enhancers.js';
import type { FoundClass } from '../container.js';
import type { DiscoveryOptions } from '../options/option-groups.js';
import { REST_OPTIONS, type RestModuleOptions } from '../options/rest-options.js';
import { describeRoute, type RouteDescription } from '../../routes/route-description.js';
import { RestBatch } from '../rest-batch.js';
import { ownClass, RouteRegistry } from '../exploration/explore-application.js';
import { respondsItself } from '../exploration/nest-metadata.js';
import { mountPrefix, choiceOf, rejectOption } from '../options/settings.js';

/** The argument that WordPress lists for its own indices. */
const CONTEXT = { default: 'view', required: false } as const;

/** An index has no arguments: WordPress's clients may send those that it lists. */
const PLAN: RoutePlan = {
  arguments: [],
  parameters: [],
  permission: PUBLIC,
  responseDefaults: NO_DEFAULTS,
};

/** Makes an index for a request. */
type MakeIndex = (requestContext: RequestContext) => object;

/**
 * The class that guards and interceptors get as the controller of the indices. It is a provider, so that those of the
 * whole application apply to the indices as to any route.
 */
@Injectable()
export class RestIndex {
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
  {
    name,
    description = '',
    url,
    path,
  }: { readonly [Name in keyof DiscoveryOptions]: string | undefined },
  discovery: DiscoveryService,
): readonly RouteEntry[] {
  const listed = routes.filter((route) => route.options.hidden !== true);
  // The route of batches has no namespace.
  const namespaces = [...new Set(listed.map(({ namespace }) => namespace))].filter(Boolean);
  const entryOf = (
    namespace: string,
    template: string,
    args: ListedArguments,
    index: MakeIndex,
  ): RouteEntry =>
    createEntry(routeOf(namespace, template || '/', args), RestIndex, () => ({
      ports: {
        ...enhancers.portsOf(ownClass(discovery, RestIndex), 'show'),
        instance: (requestContext: RequestContext) => ({ show: () => index(requestContext) }),
        service: () => undefined,
      },
      respondsItself: false,
      unreadBody: 'ignore',
      readsForms: false,
    }));
  const describeAll = describedPaths(listed, url);
  const rootIndex: MakeIndex = (requestContext) => ({
    name: name ?? namespaces[0]?.split('/')[0] ?? '',
    description,
    url: url ?? requestContext.exchange.origin ?? '',
    namespaces,
    routes: describeAll(requestContext),
  });
  const up: StatedLinks = path === undefined ? {} : { up: path || '/' };
  return [
    ...(path === undefined ? [] : [entryOf('', path, { context: CONTEXT }, rootIndex)]),
    ...namespaces.map((namespace) => {
      const args = { namespace: { default: namespace, required: false }, context: CONTEXT };
      const own = listed.filter((route) => route.namespace === namespace);
      const describe = describedPaths(own, url);
      return entryOf(namespace, `/${namespace}`, args, (requestContext) =>
        withLinks({ namespace, routes: describe(requestContext) }, up),
      );
    }),
  ];
}

/**
 * The path of the index of the API, below the prefix; `undefined` if the API has none. At the root of an application,
 * it would replace a page of the application.
 *
 * @throws InvalidArgumentException if the stated place is not a path.
 */
export function indexPathOf({ discovery }: RestModuleOptions, prefix: string): string | undefined {
  if (discovery === false) return undefined;
  const stated: unknown = typeof discovery === 'object' ? discovery.path : undefined;
  if (stated === undefined) return prefix === '' ? undefined : '';
  if (typeof stated === 'string' && stated.startsWith('/') && isNamespace(stated.slice(1))) {
    return stated;
  }
  return rejectOption('discovery.path', 'a path without placeholders such as "/index"', stated);
}

function routeOf(namespace: string, template: string, listedArguments: ListedArguments): Route {
  const head = {
    namespace,
    pattern: compilePath(template, () => undefined),
    methods: [HttpMethod.Get],
    className: RestIndex.name,
    methodName: 'show',
    options: { hidden: true },
    listedArguments,
  };
  return createRoute(head, () => PLAN);
}

/**
 * The paths of routes by WordPress's patterns, such as `/acme/v1/items/(?P<id>\d+)`. They are described on the first
 * request in each context, because startup does not need them. WordPress's `help` adds the schemas of resources.
 */
function describedPaths(
  routes: readonly Route[],
  url: string | undefined,
): (requestContext: RequestContext) => Readonly<Record<string, GroupDescription>> {
  const describe = memoize((context: 'view' | 'help') =>
    groupByPattern(routes).map(({ pattern, entries }) => ({
      pattern,
      description: context === 'help' ? describeGroup(entries) : describePath(entries),
    })),
  );
  return ({ query, exchange }) => {
    const root = rootOf(exchange, { url });
    return Object.fromEntries(
      describe(query['context'] === 'help' ? 'help' : 'view').map(({ pattern, description }) => [
        pattern.wordpressPattern,
        withSelfLink(description, pattern, root),
      ]),
    );
  };
}

/** The headers of a page of a list by their names, in lower case. */
const PAGE_HEADERS = {
  wordpress: ['x-wp-total', 'x-wp-totalpages', 'link'],
  neutral: ['x-total-count', 'link'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/**
 * Describes the routes of an application.
 *
 * @param routes The routes with their classes; that of batches has none.
 * @param prefix The path of the API: `/api`, or empty.
 */
export function describeRoutes(
  routes: ReadonlyMap<Route, FoundClass | undefined>,
  prefix: string,
  options: RestModuleOptions,
): readonly RouteDescription[] {
  const pageHeaders = PAGE_HEADERS[choiceOf(options, 'headers')];
  const byDefault = choiceOf(options, 'responses');
  return [...routes].map(([route, found]) => {
    // A method with `@Res()` sends any response; it may not state `declared` itself.
    const sendsItself = found !== undefined && respondsItself(found.type, route.methodName);
    const responses = sendsItself ? 'returned' : byDefault;
    return describeRoute(route, { prefix, pageHeaders, responses });
  });
}

/**
 * The routes of the application, for documents, audits and tests.
 *
 * @example
 * const routes = await app.get(RestRoutes).list();
 * const open = routes.filter(({ permission }) => permission.kind === 'public');
 */
@Injectable()
export class RestRoutes {
  #list: Promise<readonly RouteDescription[]> | undefined;

  /** @internal Nest calls it. */
  constructor(
    @Inject(RouteRegistry) private readonly registry: RouteRegistry,
    @Inject(ApplicationConfig) private readonly config: ApplicationConfig,
    @Inject(RestBatch) private readonly batch: RestBatch,
    @Inject(REST_OPTIONS) private readonly options: RestModuleOptions,
  ) {}

  /**
   * All routes, hidden ones included, in the order of their declarations, and the route of batches if it is served.
   * Made on the first call; creates no controller.
   *
   * @throws DeclarationException that lists all diagnostics.
   */
  list(): Promise<readonly RouteDescription[]> {
    this.#list ??= this.#describe(mountPrefix(this.options, this.config));
    return this.#list;
  }

  async #describe(prefix: string): Promise<readonly RouteDescription[]> {
    const { routes } = await this.registry.explore();
    const batch = this.batch.route([...routes.keys()]);
    const all = batch === undefined ? routes : new Map([...routes, [batch, undefined] as const]);
    return describeRoutes(all, prefix, this.options);
  }
}
