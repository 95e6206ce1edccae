import { Injectable } from '@nestjs/common';
import { HttpMethod } from '../../routes/declaration/route-declaration.js';
import { PUBLIC } from '../../routes/definition/permission-definition.js';
import {
  createRoute,
  type ListedArguments,
  type Route,
  type RoutePlan,
  NO_DEFAULTS,
} from '../../routes/route.js';
import { compilePath } from '../../routes/paths/path-pattern.js';
import {
  describeGroup,
  describePath,
  withSelfLink,
  type GroupDescription,
} from '../../lifecycle/responses/discovery.js';
import type { StatedLinks } from '../../lifecycle/messages/link.js';
import { withLinks } from '../../lifecycle/messages/linked-data.js';
import { rootOf } from '../../lifecycle/messages/root.js';
import type { RequestContext } from '../../lifecycle/request-context.js';
import { groupByPattern } from '../../routing/path-group.js';
import { memoize } from '../../shared/promises.js';
import type { OwnRoute, RouteParts } from '../../nest/composition/feature.js';
import { discoveryOf, indexPathOf } from '../../nest/options/settings.js';

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
  show(serve: () => object): object {
    return serve();
  }
}

/**
 * WordPress's self-description: an index of the API and one of each namespace, as routes. A route of the
 * application at the same path takes precedence.
 */
export function indexRoutes({ options, prefix, routes }: RouteParts): readonly OwnRoute[] {
  const discovery = discoveryOf(options);
  if (discovery === undefined) return [];
  const { name, description = '', url } = discovery;
  const path = indexPathOf(options, prefix);
  const listed = routes.filter((route) => route.options.hidden !== true);
  const namespaces = namespacesOf(listed);
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
    ...(path === undefined ? [] : [indexRoute('', path, { context: CONTEXT }, rootIndex)]),
    ...namespaces.map((namespace) => {
      const args = { namespace: { default: namespace, required: false }, context: CONTEXT };
      const own = listed.filter((route) => route.namespace === namespace);
      const describe = describedPaths(own, url);
      return indexRoute(namespace, `/${namespace}`, args, (requestContext) =>
        withLinks({ namespace, routes: describe(requestContext) }, up),
      );
    }),
  ];
}

function indexRoute(
  namespace: string,
  template: string,
  args: ListedArguments,
  index: MakeIndex,
): OwnRoute {
  return {
    route: routeOf(namespace, template || '/', args),
    controller: RestIndex,
    isListed: false,
    serve: index,
  };
}

/** The route of batches has no namespace. */
function namespacesOf(listed: readonly Route[]): readonly string[] {
  return [...new Set(listed.map(({ namespace }) => namespace))].filter(Boolean);
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
    const root = rootOf(exchange, url);
    return Object.fromEntries(
      describe(query['context'] === 'help' ? 'help' : 'view').map(({ pattern, description }) => [
        pattern.wordpressPattern,
        withSelfLink(description, pattern, root),
      ]),
    );
  };
}
