import { Injectable } from '@nestjs/common';
import type { DiscoveryService } from '@nestjs/core';
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
import { createEntry, NOTHING_READ, type RouteEntry } from '../../lifecycle/endpoint.js';
import { groupByPattern } from '../../routing/path-group.js';
import { memoize } from '../../shared/promises.js';
import type { Enhancers } from '../enhancers/enhancers.js';
import type { DiscoveryOptions } from '../options/option-groups.js';
import type { RestModuleOptions } from '../options/rest-options.js';
import { ownClass } from '../exploration/explore-application.js';
import { habit, rejectOption } from '../options/settings.js';

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
  const namespaces = namespacesOf(listed);
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
      reads: NOTHING_READ,
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

/** The route of batches has no namespace. */
function namespacesOf(listed: readonly Route[]): readonly string[] {
  return [...new Set(listed.map(({ namespace }) => namespace))].filter(Boolean);
}

/**
 * The paths of the indices of some routes.
 *
 * @param path That of the index of the API, if it has one.
 */
export function indexTemplates(
  routes: readonly Route[],
  path: string | undefined,
): readonly string[] {
  const namespaces = namespacesOf(routes.filter(({ options }) => options.hidden !== true));
  const own = namespaces.map((namespace) => `/${namespace}`);
  return path === undefined ? own : [path || '/', ...own];
}

/**
 * The path of the index of the API, below the prefix; `undefined` if the API has none. At the root of an application,
 * it would replace a page of the application.
 *
 * @throws InvalidArgumentException if the stated place is not a path.
 */
export function indexPathOf(options: RestModuleOptions, prefix: string): string | undefined {
  const discovery = habit(options, 'discovery');
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
