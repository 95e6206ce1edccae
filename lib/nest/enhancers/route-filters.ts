import type { HttpServer } from '@nestjs/common';
import type { AbstractHttpAdapter, ApplicationConfig, ContextId } from '@nestjs/core';
import type { EndpointPorts, UnhandledError } from '../../lifecycle/endpoint.js';
import { converted } from '../../lifecycle/messages/error-format.js';
import type { Exchange, ResponseLife } from '../../lifecycle/messages/exchange.js';
import type { DispatcherOptions } from '../../lifecycle/dispatcher.js';
import { ThrownRejection } from '../../lifecycle/pipeline.js';
import { argsOf } from './handler-context.js';
import { type ScopedEnhancers, type Handler, inquirerOf } from './scoped-enhancers.js';
import {
  EXCEPTION_FILTERS_METADATA,
  FILTER_CATCH_EXCEPTIONS,
  RouterExceptionFilters,
} from '../internals.js';
import { isRestException } from '../../diagnostics/rest.exception.js';
import { isKindOf, isOwn, RouteFailureHost, type OwnEnhancers } from './own-enhancers.js';
import { isObservable } from 'rxjs';
import { isOwnPromise } from '../../shared/promises.js';
import { isObject } from '../../shared/records.js';

/** An exception filter, and the classes that its `@Catch` names; none for all. */
interface RouteFilter {
  readonly filter: { catch(error: unknown, host: RouteFailureHost): unknown };
  readonly types: readonly (abstract new (...args: never[]) => unknown)[];
}

/** Finds the exception filters of a handler as Nest does, and keeps the instances. */
export class FilterLists extends RouterExceptionFilters {
  /** The filters of the method come first, then those of the class and of the application. */
  of(handler: Handler, context?: ContextId): readonly RouteFilter[] {
    const { instance, method, moduleKey } = handler;
    this.moduleContext = moduleKey;
    const inquirer = inquirerOf(handler, context);
    return this.createContext<unknown[], RouteFilter[]>(
      instance,
      method,
      EXCEPTION_FILTERS_METADATA,
      context,
      inquirer,
    ).reverse();
  }

  /** The filters of the application that are not created for each request. */
  ofApplication(): readonly RouteFilter[] {
    return this.createConcreteContext<unknown[], RouteFilter[]>(this.getGlobalMetadata()).reverse();
  }

  one(filter: RouteFilter['filter']): RouteFilter {
    return { filter, types: this.reflectCatchExceptions(filter) };
  }

  override createConcreteContext<Metadata extends unknown[], Result extends unknown[]>(
    metadata: Metadata | undefined,
    context?: ContextId,
    inquirer?: string,
  ): Result {
    const declared: readonly unknown[] = metadata ?? [];
    const filters = declared
      .filter(isFilter)
      .map((one) => this.getFilterInstance(one, context, inquirer))
      .filter((one) => one !== null);
    return filters.map((one) => this.one(one)) as Result;
  }
}

type CatchOutside = NonNullable<DispatcherOptions['catchOutside']>;

/** The next filters get the error that the first ones throw. */
const orElse =
  (first: CatchOutside, next: CatchOutside): CatchOutside =>
  async (error, exchange) => {
    try {
      return await first(error, exchange);
    } catch (failure) {
      return next(failure, exchange);
    }
  };

/** Runs the exception filters of routes, and of requests below the prefix that no route serves. */
export class RouteFilters {
  /**
   * @param own The library's own filter, or its replacement, comes last.
   * @param isNest Whether all filters get rejections, as Nest's exceptions.
   */
  constructor(
    private readonly lists: FilterLists,
    private readonly scoped: ScopedEnhancers,
    private readonly config: ApplicationConfig,
    private readonly adapter: HttpServer,
    private readonly own: OwnEnhancers,
    private readonly isNest: boolean,
  ) {}

  portsOf(
    handler: Handler,
    convertError: EndpointPorts['convertError'],
  ): Pick<EndpointPorts, 'catchError' | 'catchesRejections' | 'isForFilters'> {
    const { lists, scoped } = this;
    const { replacedFilter: replaced } = this.own;
    const create = (context?: ContextId) => this.#beforeOwn(lists.of(handler, context));
    const known = create();
    const isScoped = scoped.isScoped(handler);
    const declared = isScoped ? [...known, ...this.#declaredFor(handler)] : known;
    const isForFilters: EndpointPorts['isForFilters'] = (error) =>
      replaced !== undefined || declared.some((one) => isCaughtBy(one, error));
    const getsRejections = (one: RouteFilter): boolean => this.#getsRejections(one);
    const getsRejection = this.isNest ? () => true : getsRejections;
    if (!isScoped && known.length === 0 && replaced === undefined) return {};
    const { found, method } = handler;
    const filter = scoped.using(handler, create, (filters, { exchange }, error) => {
      const host = new RouteFailureHost(argsOf(exchange), found.type as never, method);
      const thrown = error instanceof ThrownRejection ? error.rejection : error;
      const shown = converted(thrown, convertError, exchange);
      return error instanceof ThrownRejection
        ? this.#run(filters.filter(getsRejection), shown, host, exchange)
        : this.#run(filters, shown, host, exchange);
    });
    const again = this.#again(scoped.isOfRequest(handler) ? known : undefined);
    const catchError: EndpointPorts['catchError'] = async (error, requestContext) => {
      try {
        return await filter(requestContext, error);
      } catch (failure) {
        const { exchange } = requestContext;
        return again(converted(failure, convertError, exchange), exchange);
      }
    };
    const catchesRejections =
      this.isNest ||
      replaced !== undefined ||
      known.some(getsRejections) ||
      (isScoped &&
        (this.#declaresFilterOfRejections(handler) || this.#hasScopedFilterOfRejections()));
    return { catchError, catchesRejections, isForFilters };
  }

  /** For requests that no route serves; `undefined` if only the library responds to them. */
  outside(): DispatcherOptions['catchOutside'] {
    const { lists } = this;
    const { replacedFilter: replaced } = this.own;
    const all = this.#beforeOwn(lists.ofApplication());
    const filters = this.isNest ? all : all.filter((one) => this.#getsRejections(one));
    if (filters.length === 0 && replaced === undefined) return undefined;
    return orElse(this.#running(filters), this.#again());
  }

  /**
   * What Nest does with an error that a filter throws: the filters of the application get it, before them those of a
   * handler that is created for each request.
   */
  #again(own?: readonly RouteFilter[]): CatchOutside {
    const run = this.#running(this.#beforeOwn(this.lists.ofApplication()));
    const ofApplication: CatchOutside = (failure, exchange) =>
      run(mapped(this.adapter, failure), exchange);
    return own === undefined ? ofApplication : orElse(this.#running(own), ofApplication);
  }

  /** Runs filters for an error that is of no method for them. */
  #running(filters: readonly RouteFilter[]): CatchOutside {
    return async (error, exchange) =>
      this.#run(filters, error, new RouteFailureHost(argsOf(exchange)), exchange);
  }

  async #run(
    filters: readonly RouteFilter[],
    error: unknown,
    host: RouteFailureHost,
    exchange: Exchange,
  ): Promise<UnhandledError | undefined> {
    const found = filters.find((one) => isCaughtBy(one, error)) ?? (await this.#last(exchange));
    if (found === undefined || !isCaughtBy(found, error)) return { error };
    const isSent = (): boolean => this.adapter.isHeadersSent(exchange.response);
    return runFilter(found, error, host, exchange, isSent);
  }

  async #last(exchange: Exchange): Promise<RouteFilter | undefined> {
    const { lists } = this;
    const { replacedFilter: replaced } = this.own;
    return replaced === undefined ? undefined : lists.one(await replaced({ exchange }));
  }

  /** The filters whose instances exist only for each request, by the classes in the decorators, and those of all. */
  #declaredFor({ found: { type }, method }: Handler): readonly Pick<RouteFilter, 'types'>[] {
    const ofRoute = [type, method].flatMap((target) => {
      const declared: unknown = Reflect.getMetadata(EXCEPTION_FILTERS_METADATA, target);
      return Array.isArray(declared) ? (declared as unknown[]) : [];
    });
    const ofAll = this.config.getGlobalRequestFilters().map(({ metatype }) => metatype);
    return [...ofRoute, ...ofAll]
      .filter((one) => typeof one === 'function' && one !== this.own.filter)
      .map((one) => {
        const types: unknown = Reflect.getMetadata(FILTER_CATCH_EXCEPTIONS, one as object);
        return { types: Array.isArray(types) ? types : [] };
      });
  }

  #hasScopedFilterOfRejections(): boolean {
    const wrappers = this.config.getGlobalRequestFilters();
    return wrappers.some(({ metatype }) => this.#isOfRejections(metatype));
  }

  /**
   * The filters that routes run: those before the library's own, which catches everything and passes it on to the
   * pipeline. Without filters before it, it has no cost for a route.
   */
  #beforeOwn(filters: readonly RouteFilter[]): readonly RouteFilter[] {
    const at = filters.findIndex(({ filter }) => isOwn(filter, this.own.filter));
    return at === -1 ? filters : filters.slice(0, at);
  }

  /** Whether a filter extends the library's own or names `RestException`, so that it also gets rejections. */
  #getsRejections({ filter, types }: RouteFilter): boolean {
    return isKindOf(filter, this.own.filter) || types.some(isExceptionClass);
  }

  /** The same by the classes in the decorators of a handler, if instances exist only for each request. */
  #declaresFilterOfRejections({ found: { type }, method }: Handler): boolean {
    return [type, method].some((target) => {
      const declared: unknown = Reflect.getMetadata(EXCEPTION_FILTERS_METADATA, target);
      return Array.isArray(declared) && declared.some((one) => this.#isOfRejections(one));
    });
  }

  #isOfRejections(type: unknown): boolean {
    if (typeof type !== 'function') return false;
    const { prototype } = type;
    if (isObject(prototype) && isKindOf(prototype, this.own.filter)) return true;
    const types: unknown = Reflect.getMetadata(FILTER_CATCH_EXCEPTIONS, type);
    return Array.isArray(types) && types.some(isExceptionClass);
  }
}

/** As Nest's error handler maps it. Before Nest 12, an adapter does not. */
function mapped(
  adapter: HttpServer & Partial<Pick<AbstractHttpAdapter, 'mapException'>>,
  error: unknown,
): unknown {
  return adapter.mapException?.(error) ?? error;
}

function isExceptionClass(type: unknown): type is { readonly prototype: object } {
  return typeof type === 'function' && isRestException(type.prototype);
}

function isFilter(
  value: unknown,
): value is RouteFilter['filter'] | (abstract new () => RouteFilter['filter']) {
  if (typeof value === 'function') return true;
  return typeof value === 'object' && value !== null && 'catch' in value;
}

function isCaughtBy({ types }: Pick<RouteFilter, 'types'>, error: unknown): boolean {
  return (
    types.length === 0 || types.some((type) => error instanceof type || isSameOfCopy(error, type))
  );
}

/** Whether a filter is for `RestException`, of whichever copy of the library, and the error is one. */
function isSameOfCopy(error: unknown, type: unknown): boolean {
  if (!isExceptionClass(type) || !isRestException(error)) return false;
  return !isRestException(Object.getPrototypeOf(type.prototype));
}

/**
 * Waits until a filter has responded or has passed the error on to the library, which it may do after its `catch` has
 * returned.
 *
 * @returns The error that is passed on; `undefined` if the filter has responded.
 * @throws The error that the filter throws.
 */
async function runFilter(
  { filter }: RouteFilter,
  error: unknown,
  host: RouteFailureHost,
  life: ResponseLife,
  isSent: () => boolean,
): Promise<UnhandledError | undefined> {
  const returned = filter.catch(error, host);
  // Fastify's reply also has a method `then`.
  const result = isOwnPromise(returned) ? await returned : returned;
  if (isForOtherContext(result)) host.passOn(error);
  else if (isSent()) return undefined;
  return new Promise((resolve) => {
    host.whenUnhandled(resolve);
    life.whenClosed(() => resolve(undefined));
  });
}

/** A filter for microservices returns an Observable, one for GraphQL an error: neither has responded. */
function isForOtherContext(result: unknown): boolean {
  return isObservable(result) || result instanceof Error;
}
