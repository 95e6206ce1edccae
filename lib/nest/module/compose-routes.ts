import { mergeObjects } from '../../shared/records.js';
import { Logger, type HttpServer } from '@nestjs/common';
import type { AbstractHttpAdapter, ApplicationConfig, ModuleRef } from '@nestjs/core';
import type { DispatcherParts } from '../../lifecycle/dispatcher.js';
import type { RouteEntry } from '../../lifecycle/endpoint.js';
import { embedStep } from '../../lifecycle/embed/create-embed.js';
import { createDispatchers } from '../../lifecycle/in-process/in-process-dispatcher.js';
import { compileLinks } from '../../lifecycle/messages/link.js';
import {
  rejectDifferences,
  reportDifferences,
  type ResponsePolicy,
  linkNeutralPages,
  linkPages,
} from '../../lifecycle/responses/response-policy.js';
import type { OpenEventStreams } from '../../lifecycle/responses/event-stream.js';
import type { CacheContext } from '../../lifecycle/steps/cache.step.js';
import type { FindEntrance, SubRequests } from '../../lifecycle/batch/sub-requests.js';
import { isBelow, ownedPrefixes, targetBelow } from '../../platform/node/target.js';
import type { Served } from '../../platform/served.js';
import { chooseSide, NO_ADAPTER } from '../../platform/inner/in-process.js';
import { createEnter } from '../../platform/inner/enter.js';
import type { Route } from '../../routes/route.js';
import { buildTable } from '../../routing/route-table.js';
import { isDecodable } from '../../routing/shape-tree.js';
import { logError, logText } from '../../shared/log-text.js';
import { RestBatch } from '../rest-batch.js';
import { CacheRegistry } from '../cache/rest-cache.js';
import type { OpenRoutes } from '../rest-dispatcher.js';
import { Enhancers } from '../enhancers/enhancers.js';
import { createEntries, createHandlerEntry } from '../exploration/create-entries.js';
import type { ExploredApplication, RouteRegistry } from '../exploration/explore-application.js';
import {
  choiceOf,
  mountPrefix,
  embedLimitsOf,
  makeErrorOf,
  originOf,
  outgoingOf,
  callerOf,
  callerHeadersOf,
} from '../options/settings.js';
import {
  internalErrorReporter,
  createObserver,
  recordFailures,
  recordPermissions,
} from './reports.js';
import type { DiscoveryOptions } from '../options/option-groups.js';
import type { RestModuleOptions } from '../options/rest-options.js';
import { openUploads } from '../open-uploads.js';
import { PlainHandlers } from '../parts/plain-handlers.js';
import { RouteParts } from '../parts/route-parts.js';
import { indexEntries, indexPathOf } from './rest-index.js';
import type { MakeInProcessSide } from '../../lifecycle/in-process/in-process-exchange.js';
import { REQUEST_CONTEXT_ID } from '../internals.js';

/** The data of an application that composing needs. */
interface CompositionContext {
  readonly nest: ModuleRef;
  readonly config: ApplicationConfig;
  readonly registry: RouteRegistry;
  readonly subRequests: SubRequests;
  readonly eventStreams: OpenEventStreams;
  /** An application context without HTTP, for a command or a job, has none. */
  readonly adapter: AbstractHttpAdapter | undefined;
  /** The paths of plain controllers, and their methods. */
  readonly plainPaths: ReadonlyMap<string, unknown>;
  /** The largest body, in bytes. */
  readonly bodyLimit: number;
}

export async function composeRoutes(
  explored: ExploredApplication,
  context: CompositionContext,
): Promise<{ readonly served: Served; readonly open: OpenRoutes }> {
  const { nest, config, registry, subRequests, eventStreams, adapter } = context;
  const { options } = registry;
  const enhancers = createEnhancers(context);
  // The handlers of plain controllers can be reached over HTTP only.
  if (adapter !== undefined) {
    nest
      .get(PlainHandlers)
      .start(explored.handlers, (handler, route) =>
        createHandlerEntry(handler, route, enhancers, registry.instances),
      );
  }
  const batch = nest.get(RestBatch);
  const entries = createEntries(explored, enhancers, registry.instances);
  const prefix = mountPrefix(options, config);
  const own = ownEntries(explored, prefix, enhancers, registry, batch);
  const cache = await openCache(entries, explored, context);
  const known = knownParts(registry, prefix, nest.get(RouteParts));
  const routes = [...explored.routes.keys()];
  // A route of the application comes before one of the library at the same path.
  const table = buildTable([...entries, ...own]);
  const uploads =
    adapter === undefined ? undefined : await openUploads(options, context.bodyLimit, routes);
  const enter = adapter === undefined ? undefined : createEnter(adapter, subRequests);
  const owned = ownedPrefixes(
    prefix,
    [...routes, ...own.map(({ route }) => route)].map(({ pattern }) => pattern.template),
  );
  const place = { prefix, owned };
  const findEntrance: FindEntrance = (outer, path) => {
    // Fastify rejects a malformed URL itself, with an error of its own.
    const isOwned = targetBelow(place, `${prefix}${path}`) !== undefined && isDecodable(path);
    return outer.inner === undefined && isOwned ? enter : undefined;
  };
  const parts = mergeObjects(known, {
    table,
    uploads,
    cache,
    catchOutside: enhancers.filters.outside(),
    present: enhancers.present,
    eventStreams,
  });
  const embedding = { ...parts, findEntrance, ...embedLimitsOf(options) };
  const { dispatcher, prepare } = createDispatchers(
    parts,
    inProcessSide(adapter, options),
    (prepared) => embedStep({ ...embedding, prepare: prepared }),
  );
  batch.open({ prepare, findEntrance, makeError: known.makeError });
  const leaves = leavesOf(place, routes, context);
  return {
    served: { ...place, leaves, table, subRequests, ...dispatcher },
    open: { prepare, prefix, origin: originOf(options) },
  };
}

function createEnhancers({ nest, config, registry, adapter }: CompositionContext): Enhancers {
  return new Enhancers(
    registry.modules,
    config,
    adapter ?? (NO_ADAPTER as unknown as HttpServer),
    registry.instances,
    nest.get(RouteParts),
    choiceOf(registry.options, 'errors') === 'nest',
  );
}

/**
 * Finds the paths below the prefix that the application responds to if they have no route: those outside of the
 * namespaces, if plain controllers have such paths too, or routes have no namespace. A namespace in which plain
 * controllers have paths also belongs to the application. `undefined` if all paths are the library's.
 */
function leavesOf(
  { prefix, owned }: Pick<Served, 'prefix' | 'owned'>,
  routes: readonly Route[],
  { registry: { options }, plainPaths }: CompositionContext,
): Served['leaves'] {
  const choice = options.notFound === undefined ? undefined : choiceOf(options, 'notFound');
  const plain = [...plainPaths.keys()];
  const stated = new Set(routes.map(({ namespace }) => namespace));
  const isWithout = stated.delete('');
  const isAsked = choice === 'nest' || (choice === undefined && isWithout);
  if (!isAsked && (choice === 'rest' || plain.length === 0)) return undefined;
  const namespaces = [...stated]
    .map((namespace) => `/${namespace}`)
    .filter(
      (namespace) => !plain.some((path) => isBelow(`${prefix}${namespace}`, path.toLowerCase())),
    );
  const leaves = (path: string): boolean => {
    const lower = path.toLowerCase();
    return !namespaces.some((namespace) => isBelow(namespace, lower));
  };
  const isShared = plain.some(
    (path) =>
      owned.some((beginning) => isBelow(beginning, path)) && leaves(path.slice(prefix.length)),
  );
  return isAsked || isShared ? leaves : undefined;
}

function ownEntries(
  { routes }: ExploredApplication,
  prefix: string,
  enhancers: Enhancers,
  { discovery, options }: RouteRegistry,
  batch: RestBatch,
): readonly RouteEntry[] {
  const declared = [...routes.keys()];
  const batchRoute = batch.route(declared);
  const batches = batchRoute === undefined ? [] : [batchRoute];
  const own = batches.map((route) => batch.entry(route, enhancers));
  const described = discoveryOf(options);
  if (described === undefined) return own;
  const path = indexPathOf(options, prefix);
  const all = [...batches, ...declared];
  return [...own, ...indexEntries(all, enhancers, { ...described, path }, discovery)];
}

/** The description of the application by itself; `undefined` if it has none. */
function discoveryOf({ discovery = true }: RestModuleOptions): DiscoveryOptions | undefined {
  if (discovery === false) return undefined;
  return discovery === true ? {} : discovery;
}

async function openCache(
  routes: readonly RouteEntry[],
  { namespace }: ExploredApplication,
  { nest, registry: { options } }: CompositionContext,
): Promise<CacheContext | undefined> {
  const handlers = nest.get(PlainHandlers).cached;
  return nest.get(CacheRegistry).open(routes, handlers, namespace, options.cache ?? {}, {
    callerHeaders: callerHeadersOf(options),
    intercept: nest.get(RouteParts).cacheInterception,
  });
}

/**
 * The parts of the dispatcher that depend on options.
 *
 * @param prefix The path of the API: `/api`, or empty.
 */
function knownParts(
  { options, recorder }: RouteRegistry,
  prefix: string,
  { permissions }: RouteParts,
): Omit<
  DispatcherParts,
  'table' | 'uploads' | 'cache' | 'catchOutside' | 'present' | 'eventStreams'
> {
  const logger = new Logger('RestModule');
  const { debug = false, hooks = {} } = options;
  const index = indexPathOf(options, prefix);
  const report = internalErrorReporter(logger, debug);
  return {
    unknownArguments: choiceOf(options, 'unknownArguments'),
    responses: responsePolicyOf(options, logger),
    permissions: recorder === undefined ? permissions : recordPermissions(permissions, recorder),
    user: callerOf(options),
    internalError: recorder === undefined ? report : recordFailures(report, recorder),
    observer: createObserver(hooks, logger),
    serverTiming: options.serverTiming === true,
    onAllowFailure: (error, { definition: { handler } }) =>
      logger.warn(`The permission or a guard of ${handler} threw: ${logError(error)}`),
    outgoing: outgoingOf(options, index === undefined ? undefined : `${prefix}${index}/`),
    makeError: makeErrorOf(options),
    linkPages: choiceOf(options, 'headers') === 'neutral' ? linkNeutralPages : linkPages,
    links: compileLinks(options.links ?? {}, originOf(options)),
  };
}

/** A difference is an error in development, and only a warning in production. */
function responsePolicyOf(options: RestModuleOptions, logger: Logger): ResponsePolicy {
  const isProduction = process.env['NODE_ENV'] === 'production';
  return {
    byDefault: choiceOf(options, 'responses'),
    onDifference: isProduction
      ? reportDifferences((text) => logger.warn(logText(text)))
      : rejectDifferences,
  };
}

/**
 * Makes the request and the response that guards, interceptors and filters get for an in-process request. For
 * request-scoped providers it is a separate request, whatever the properties of the request from which it is derived.
 */
function inProcessSide(
  adapter: AbstractHttpAdapter | undefined,
  options: RestModuleOptions,
): MakeInProcessSide {
  // Without the option, a guard or middleware sets the user of a request of HTTP.
  const makeSide = chooseSide(adapter, options.user === undefined);
  return (request, caller) => {
    const side = makeSide(request, caller);
    Reflect.deleteProperty(side.raw as object, REQUEST_CONTEXT_ID);
    return side;
  };
}
