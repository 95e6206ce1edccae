import type { ExceptionFilter, HttpServer } from '@nestjs/common';
import type { ApplicationConfig, ModulesContainer } from '@nestjs/core';
import {
  EXCEPTION_FILTERS_METADATA,
  GUARDS_METADATA,
  GuardsContextCreator,
  INTERCEPTORS_METADATA,
  InterceptorsContextCreator,
  PipesContextCreator,
} from '../internals.js';
import type { EndpointPorts } from '../../pipeline/endpoint.js';
import type { FoundClass } from '../exploration/container-view.js';
import type { Instances } from '../lazy-providers/instances.js';
import type { ReplacedPart } from '../parts/replaced-parts.js';
import type { RouteRequests } from '../parts/route-context.js';
import { fillPort, parameterReader, type ParameterReader } from './fill-port.js';
import { FilterLists } from './filters/filter-lists.js';
import { RouteFilters } from './filters/route-filters.js';
import { guardPort } from './guard-port.js';
import { handlerOf, type Handler } from './enhanced-handler.js';
import { interceptPort } from './intercept-port.js';
import { NestParameters, type ContextCreators } from './nest-parameters.js';
import { ScopedEnhancers } from './scoped-enhancers.js';

type EnhancerPorts = Pick<
  EndpointPorts,
  'guard' | 'intercept' | 'catchError' | 'catchesRejections' | 'fill'
>;

/** What the parts of the library add to the enhancers of routes. */
export interface EnhancerParts {
  readonly requests: RouteRequests;
  /** What replaces the library's own filter. */
  readonly replacedFilter: ReplacedPart<ExceptionFilter> | undefined;
}

/** What `@UseGuards`, `@UseInterceptors` and `@UseFilters` write, on a class or on a method. */
const ENHANCED = [GUARDS_METADATA, INTERCEPTORS_METADATA, EXCEPTION_FILTERS_METADATA];

/**
 * Resolves Nest's own enhancers of a route. A port exists only where the route has an enhancer of its
 * kind, so that a route does not pay for enhancers that it does not have.
 */
export class Enhancers {
  readonly #creators: ContextCreators;
  /** Those of routes, and of requests that no route serves. */
  readonly filters: RouteFilters;
  readonly #parameters: NestParameters;
  readonly #scoped: ScopedEnhancers;
  readonly #hasGlobal: boolean;
  readonly #enhancedClasses = new Map<unknown, boolean>();

  constructor(
    modules: ModulesContainer,
    config: ApplicationConfig,
    adapter: HttpServer,
    instances: Instances,
    private readonly parts: EnhancerParts,
  ) {
    // These creators use nothing of the container but its modules.
    const container = { getModules: () => modules } as unknown as ConstructorParameters<
      typeof GuardsContextCreator
    >[0];
    this.#creators = {
      guards: new GuardsContextCreator(container, config),
      interceptors: new InterceptorsContextCreator(container, config),
      pipes: new PipesContextCreator(container, config),
    };
    this.#parameters = new NestParameters(this.#creators, config, adapter);
    this.#scoped = new ScopedEnhancers(config, instances);
    this.filters = new RouteFilters({
      lists: new FilterLists(container, config, adapter),
      scoped: this.#scoped,
      config,
      adapter,
      replaced: parts.replacedFilter,
    });
    this.#hasGlobal =
      this.#scoped.hasGlobal || hasGlobalEnhancers(config) || parts.replacedFilter !== undefined;
  }

  /** The ports of one route. */
  portsOf(found: FoundClass, methodName: string): EnhancerPorts {
    const handler = handlerOf(found, methodName);
    const fill = fillPort(handler, this.#creators.pipes, this.#scoped, this.#parameters);
    const filling = fill === undefined ? {} : { fill };
    return this.#isEnhanced(handler) ? { ...this.#enhancing(handler), ...filling } : filling;
  }

  /** The reader of one parameter of a handler of a plain controller, for its permission. */
  parameterReader(found: FoundClass, methodName: string, index: number): ParameterReader {
    const handler = handlerOf(found, methodName);
    return parameterReader(handler, index, this.#creators.pipes, this.#scoped, this.#parameters);
  }

  /** Whether one of the interceptors of a route reads a form with files, as Nest's `FileInterceptor` does. */
  readsUploads(found: FoundClass, methodName: string): boolean {
    const handler = handlerOf(found, methodName);
    if (!this.#isEnhanced(handler) || this.#scoped.isScoped(handler)) return false;
    const { instance, method, moduleKey } = handler;
    // All of Nest's interceptors for files keep multer in this property.
    return this.#creators.interceptors
      .create(instance, method, moduleKey)
      .some((interceptor) => 'multer' in interceptor);
  }

  /** Most routes have no enhancer: Nest looks up much for each route, which startup does not wait for. */
  #isEnhanced({ found: { type }, method }: Handler): boolean {
    if (this.#hasGlobal) return true;
    let isClassEnhanced = this.#enhancedClasses.get(type);
    if (isClassEnhanced === undefined) {
      isClassEnhanced = ENHANCED.some((key) => Reflect.hasMetadata(key, type));
      this.#enhancedClasses.set(type, isClassEnhanced);
    }
    if (isClassEnhanced) return true;
    const keys: readonly unknown[] = Reflect.getOwnMetadataKeys(method);
    return ENHANCED.some((key) => keys.includes(key));
  }

  #enhancing(handler: Handler): Omit<EnhancerPorts, 'fill'> {
    const guard = guardPort(handler, this.#creators.guards, this.#scoped, this.parts.requests);
    const intercept = interceptPort(handler, this.#creators.interceptors, this.#scoped);
    return {
      ...(guard === undefined ? {} : { guard }),
      ...(intercept === undefined ? {} : { intercept }),
      ...this.filters.portsOf(handler),
    };
  }
}

function hasGlobalEnhancers(config: ApplicationConfig): boolean {
  return (
    config.getGlobalGuards().length > 0 ||
    config.getGlobalInterceptors().length > 0 ||
    config.getGlobalFilters().length > 0
  );
}
