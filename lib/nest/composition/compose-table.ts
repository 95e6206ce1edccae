import { createEntry, isNamed, NOTHING_READ, type RouteEntry } from '../../lifecycle/endpoint.js';
import type { SubRequester } from '../../lifecycle/sub-requests/sub-requester.js';
import { ownedPrefixes } from '../../platform/node/target.js';
import type { Served } from '../../platform/served.js';
import type { Route } from '../../routes/route.js';
import { buildTable } from '../../routing/route-table.js';
import type { Enhancers } from '../enhancers/enhancers.js';
import { ownClass, type ExploredApplication } from '../exploration/explore-application.js';
import { choiceOf, isOn } from '../options/styles.js';
import { mountPrefix } from '../options/settings.js';
import type { CompositionContext } from './composition-context.js';
import { createEntries } from './create-entries.js';
import type { Feature, OwnRoute, RouteParts } from './feature.js';

/** The routes of an application and of the library, and the paths at which they are mounted. */
export interface ComposedTable extends Pick<Served, 'prefix' | 'owned' | 'table'> {
  /** The routes that the application declares. */
  readonly routes: readonly Route[];
  /** Their entries in the table. */
  readonly entries: readonly RouteEntry[];
}

/** @param requester Makes the requests of routes such as that of batches; they use the table themselves. */
export function composeTable(
  explored: ExploredApplication,
  context: CompositionContext,
  enhancers: Enhancers,
  requester: SubRequester,
): ComposedTable {
  const { config, registry, features } = context;
  const { options, discovery } = registry;
  const prefix = mountPrefix(options, config);
  const routes = [...explored.routes.keys()];
  const isWordPress = choiceOf(options, 'style') === 'wordpress';
  const entries = createEntries(explored, enhancers, registry.instances, isWordPress);
  const own = ownRoutesOf(features, { options, prefix, routes }).map((one) =>
    createOwnEntry(one, requester, () =>
      enhancers.portsOf(ownClass(discovery, one.controller), one.route.methodName),
    ),
  );
  const templates = [...routes, ...own.map(({ route }) => route)].map(
    ({ pattern }) => pattern.template,
  );
  return {
    prefix,
    owned: ownedPrefixes(prefix, templates),
    // A route of the application comes before one of the library at the same path.
    table: buildTable([...entries, ...own], {
      distinguishesMethods: isOn(options, 'methodNotAllowed'),
      isNamed,
    }),
    routes,
    entries,
  };
}

/** The routes of the library, in the order of its features: each may name those before it. */
export function ownRoutesOf(
  features: readonly Feature[],
  { options, prefix, routes }: RouteParts,
): readonly OwnRoute[] {
  const all: OwnRoute[] = [];
  const listed: Route[] = [];
  for (const { ownRoutes } of features) {
    const own = ownRoutes?.({ options, prefix, routes: [...listed, ...routes] }) ?? [];
    all.push(...own);
    listed.push(...own.filter(({ isListed }) => isListed).map(({ route }) => route));
  }
  return all;
}

function createOwnEntry(
  { route, controller, reads, serve }: OwnRoute,
  requester: SubRequester,
  portsOf: () => ReturnType<Enhancers['portsOf']>,
): RouteEntry {
  return createEntry(route, controller, () => ({
    ports: {
      ...portsOf(),
      instance: (context) => ({ [route.methodName]: () => serve(context, requester) }),
      service: () => undefined,
    },
    reads: NOTHING_READ,
    respondsItself: false,
    unreadBody: 'ignore',
    readsForms: false,
    ...reads,
  }));
}
