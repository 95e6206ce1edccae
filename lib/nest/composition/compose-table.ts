import { isNamed, type RouteEntry } from '../../lifecycle/endpoint.js';
import { ownedPrefixes } from '../../platform/node/target.js';
import type { Served } from '../../platform/served.js';
import type { Route } from '../../routes/route.js';
import { buildTable } from '../../routing/route-table.js';
import type { Enhancers } from '../enhancers/enhancers.js';
import type { ExploredApplication } from '../exploration/explore-application.js';
import type { DiscoveryOptions } from '../options/option-groups.js';
import type { RestModuleOptions } from '../options/rest-options.js';
import { choiceOf, habit, isOn, mountPrefix } from '../options/settings.js';
import { RestBatch, type BatchRequests } from '../rest-batch.js';
import type { CompositionContext } from './composition-context.js';
import { createEntries } from './create-entries.js';
import { indexEntries, indexPathOf } from './rest-index.js';

/** The routes of an application and of the library, and the paths at which they are mounted. */
export interface ComposedTable extends Pick<Served, 'prefix' | 'owned' | 'table'> {
  /** The routes that the application declares. */
  readonly routes: readonly Route[];
  /** Their entries in the table. */
  readonly entries: readonly RouteEntry[];
}

/** @param requestsOf Returns what the route of batches needs for its requests; they use the table themselves. */
export function composeTable(
  explored: ExploredApplication,
  context: CompositionContext,
  enhancers: Enhancers,
  requestsOf: () => BatchRequests,
): ComposedTable {
  const { config, registry } = context;
  const prefix = mountPrefix(registry.options, config);
  const routes = [...explored.routes.keys()];
  const isWordPress = choiceOf(registry.options, 'style') === 'wordpress';
  const entries = createEntries(explored, enhancers, registry.instances, isWordPress);
  const own = ownEntries(routes, prefix, enhancers, context, requestsOf);
  const templates = [...routes, ...own.map(({ route }) => route)].map(
    ({ pattern }) => pattern.template,
  );
  return {
    prefix,
    owned: ownedPrefixes(prefix, templates),
    // A route of the application comes before one of the library at the same path.
    table: buildTable([...entries, ...own], {
      distinguishesMethods: isOn(registry.options, 'methodNotAllowed'),
      isNamed,
    }),
    routes,
    entries,
  };
}

function ownEntries(
  declared: readonly Route[],
  prefix: string,
  enhancers: Enhancers,
  { nest, registry: { discovery, options } }: CompositionContext,
  requestsOf: () => BatchRequests,
): readonly RouteEntry[] {
  const batch = nest.get(RestBatch);
  const batchRoute = batch.route(declared);
  const batches = batchRoute === undefined ? [] : [batchRoute];
  const own = batches.map((route) => batch.entry(route, enhancers, requestsOf));
  const described = discoveryOf(options);
  if (described === undefined) return own;
  const path = indexPathOf(options, prefix);
  const all = [...batches, ...declared];
  return [...own, ...indexEntries(all, enhancers, { ...described, path }, discovery)];
}

/** The description of the application by itself; `undefined` if it has none. */
function discoveryOf(options: RestModuleOptions): DiscoveryOptions | undefined {
  const discovery = habit(options, 'discovery');
  if (discovery === false) return undefined;
  return discovery === true ? {} : discovery;
}
