import { servedPolicy, type CachePolicy } from '../../routes/definition/cache-policy.js';
import { Inject, Injectable, type Type } from '@nestjs/common';
import { ApplicationConfig, ModuleRef } from '@nestjs/core';
import {
  REST_OPTIONS,
  type ApiDescription,
  type DescribeApi,
} from '../../routes/api-description.js';
import {
  describeRoute,
  type FilledDescription,
  type OwnFacts,
  type RouteDescription,
} from '../../routes/route-description.js';
import type { Route } from '../../routes/route.js';
import type { FoundClass } from '../container.js';
import { RouteRegistry } from '../exploration/explore-application.js';
import { ownDecorators } from '../exploration/own-decorators.js';
import { respondsItself, routeArgumentsOf } from '../exploration/nest-metadata.js';
import { RouteParamtypes } from '../internals.js';
import type { RestModuleOptions } from '../options/rest-options.js';
import { callerHeadersOf } from '../options/callers.js';
import { choiceOf } from '../options/styles.js';
import { globalParametersOf, mountPrefix } from '../options/settings.js';
import { handlerOf } from '../enhancers/scoped-enhancers.js';
import { UniformEnhancers } from '../enhancers/uniform-enhancers.js';
import { isShared } from '../../lifecycle/responses/cache-directives.js';
import { FEATURES, ownEnhancersOf, type Feature, type OwnRoute } from '../composition/feature.js';
import { errorFormatOf } from '../composition/error-handling.js';
import { ownRoutesOf } from '../composition/compose-table.js';
import { notReady } from '../composition/ready-application.js';
import type { TableEntry } from '../../routing/path-group.js';
import { buildTable, type RouteTable } from '../../routing/route-table.js';
import { pathOf } from '../../lifecycle/sub-requests/path-of.js';
import type { QueryValue } from '../../lifecycle/sub-requests/query-text.js';

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
 * @param uniform Knows the guards that decide who may call.
 */
export function describeRoutes(
  routes: ReadonlyMap<Route, FoundClass | undefined>,
  prefix: string,
  options: RestModuleOptions,
  uniform: UniformEnhancers,
): readonly RouteDescription[] {
  const callerHeaders = callerHeadersOf(options);
  const pageHeaders = PAGE_HEADERS[choiceOf(options, 'headers')];
  const byDefault = choiceOf(options, 'responses');
  return [...routes].map(([route, found]) => {
    // A method with `@Res()` sends any response; it may not state `declared` itself.
    const sendsItself = found !== undefined && respondsItself(found.type, route.methodName);
    const responses = sendsItself ? 'returned' : byDefault;
    const own = found && {
      ...ownDecorators(found.type, route.methodName),
      shared: sharedBy(route, found, callerHeaders, uniform),
      filled: filledBy(route, found),
    };
    const unknownArguments = readsOthers(route, found)
      ? 'ignore'
      : (route.options.unknownArguments ?? choiceOf(options, 'unknownArguments'));
    return describeRoute(route, { prefix, pageHeaders, responses, unknownArguments }, own);
  });
}

/** Whether shared caches may keep the responses of a route, as its `Cache-Control` states. */
function sharedBy(
  { cache, methodName }: Route,
  found: FoundClass,
  callerHeaders: readonly string[] | undefined,
  uniform: UniformEnhancers,
): OwnFacts['shared'] {
  const mayBePublic = (policy: CachePolicy, isGuarded: boolean): boolean =>
    isShared(servedPolicy(policy, callerHeaders, isGuarded).client.cacheControl);
  if (cache === undefined || !mayBePublic(cache.policy, false)) return NOT_SHARED;
  if (cache.statesVary) return { isPublic: true, guardedBy: [] };
  const method = handlerOf(found, methodName);
  const guardedBy = uniform.around(method, 'guard').map((one) => uniform.nameOf(one, 'guard'));
  return { isPublic: !uniform.isGuarded(method), guardedBy: [...new Set(guardedBy)] };
}

const NOT_SHARED = { isPublic: false, guardedBy: [] } as const;

const READERS: ReadonlySet<number | undefined> = new Set([
  RouteParamtypes.QUERY,
  RouteParamtypes.BODY,
  RouteParamtypes.RAW_BODY,
]);

const PLACES = new Map<number | undefined, FilledDescription['in']>([
  [RouteParamtypes.BODY, 'body'],
  [RouteParamtypes.QUERY, 'query'],
  [RouteParamtypes.HEADERS, 'header'],
  [RouteParamtypes.PARAM, 'path'],
]);

/** The parameters that Nest fills from what a client sends. All headers, or all placeholders, say nothing. */
function filledBy({ methodName }: Route, { type }: FoundClass): OwnFacts['filled'] {
  const args = routeArgumentsOf(type, methodName).toSorted((a, b) => a.index - b.index);
  return args.flatMap(({ index, kind, name }) => {
    const place = PLACES.get(kind);
    const isWhole = name === undefined && (place === 'header' || place === 'path');
    if (place === undefined || isWhole) return [];
    return [{ index, in: place, ...(name === undefined ? {} : { name }) }];
  });
}

/** Whether Nest fills parameters of a method from the query or the body. */
function readsOthers({ methodName }: Route, found: FoundClass | undefined): boolean {
  const args = found === undefined ? [] : routeArgumentsOf(found.type, methodName);
  return args.some(({ kind }) => READERS.has(kind));
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
  #table: RouteTable<TableEntry> | undefined;

  /** @internal Nest calls it. */
  constructor(
    @Inject(RouteRegistry) private readonly registry: RouteRegistry,
    @Inject(ApplicationConfig) private readonly config: ApplicationConfig,
    @Inject(FEATURES) private readonly features: readonly Feature[],
    @Inject(REST_OPTIONS) private readonly options: RestModuleOptions,
    @Inject(ModuleRef) private readonly nest: ModuleRef,
  ) {}

  /**
   * All routes, hidden ones included, in the order of their declarations, and the route of batches if it is served.
   * Made on the first call, by the prefix and the global guards that the application has by then; creates no controller.
   *
   * @throws DeclarationException that lists all diagnostics.
   */
  list(): Promise<readonly RouteDescription[]> {
    this.#list ??= this.#describe(mountPrefix(this.options, this.config));
    return this.#list;
  }

  /**
   * The path of a route for its arguments, below the prefix: for `Location`, links and `RestDispatcher`. Arguments that
   * are not placeholders are in the query.
   *
   * @example
   * routes.path(ItemsController, 'one', { id: 7 }); // '/acme/v1/items/7'
   *
   * A request with this path reaches this route with these arguments, or there is no path: a value that a client, a
   * proxy or another route would take for something else is an error, such as `..`, or `a/b` for a placeholder of one
   * segment.
   *
   * @param controller The class of the controller, and the name of its method. If the method has several routes, it is
   * the first one to which the path leads.
   * @throws InvalidArgumentException if the method has no such route, or a request could not have these arguments.
   * @throws Error before the application is initialised.
   */
  path<Controller extends object>(
    controller: Type<Controller>,
    method: keyof Controller & string,
    args: Readonly<Record<string, QueryValue>> = {},
  ): string {
    const { known } = this.registry;
    if (known === undefined) throw notReady();
    const own = [...known].filter(([route, { type }]) => {
      return type === controller && route.methodName === method;
    });
    const handler = `${controller.name}.${method}`;
    return pathOf(
      own.map(([route]) => route),
      handler,
      args,
      this.#tableOf([...known.keys()]),
    );
  }

  /** All paths that the library serves, also those of its own. */
  #tableOf(routes: readonly Route[]): RouteTable<TableEntry> {
    if (this.#table !== undefined) return this.#table;
    // A diagnostic names a route that the audit lists by its handler, and another one by its path.
    const own = this.#ownRoutes(routes).map(({ route, isListed }) =>
      isListed ? route : { pattern: route.pattern, methods: route.methods },
    );
    return (this.#table = buildTable<TableEntry>([...routes, ...own]));
  }

  #ownRoutes(routes: readonly Route[]): readonly OwnRoute[] {
    const prefix = mountPrefix(this.options, this.config);
    return ownRoutesOf(this.features, { options: this.options, prefix, routes });
  }

  async #describe(prefix: string): Promise<readonly RouteDescription[]> {
    const { routes } = await this.registry.explore();
    const own = this.#ownRoutes([...routes.keys()]).filter(({ isListed }) => isListed);
    const all = new Map([...routes, ...own.map(({ route }) => [route, undefined] as const)]);
    const { modules } = this.registry;
    const sources = { config: this.config, modules };
    const { nest, features, registry } = this;
    const isReplaced = (): boolean => ownEnhancersOf({ nest, features, registry }).isAnyReplaced;
    const uniform = new UniformEnhancers(this.options, sources, isReplaced);
    return describeRoutes(all, prefix, this.options, uniform);
  }
}

/** Describes an application that is created. */
export const describeApplication: DescribeApi<Pick<ModuleRef, 'get'>> = (container) =>
  describeApi(
    container.get(RouteRegistry, { strict: false }),
    container.get(ApplicationConfig, { strict: false }),
    container.get<readonly Feature[]>(FEATURES, { strict: false }),
    () => container.get(RestRoutes, { strict: false }).list(),
  );

/** @param routes Describes the routes of the registry. */
export function describeApi(
  registry: RouteRegistry,
  config: ApplicationConfig,
  features: readonly Feature[],
  routes: ApiDescription['routes'],
): ApiDescription {
  const { options } = registry;
  const { securitySchemes } = options;
  return {
    prefix: mountPrefix(options, config),
    namespace: async () => options.namespace ?? (await registry.explore()).namespace,
    routes,
    errors: errorFormatOf(options, features).name,
    securitySchemes,
    parameters: [...globalParametersOf(options).names],
  };
}
