import {
  Inject,
  Injectable,
  UseFilters,
  UseGuards,
  UseInterceptors,
  type CallHandler,
  type CanActivate,
  type ExceptionFilter,
  type NestInterceptor,
  type Provider,
  type Type,
} from '@nestjs/common';
import { defer, isObservable, lastValueFrom } from 'rxjs';
import { translateError } from '../../diagnostics/translate-error.js';
import type { RequestContext } from '../../lifecycle/request-context.js';
import type { Endpoint } from '../../lifecycle/endpoint.js';
import { type Permissions, remember } from '../../lifecycle/permissions/permission-checks.js';
import type { CacheInterception } from '../../lifecycle/steps/cache.step.js';
import { lastValueOf } from '../../lifecycle/steps/invoke.step.js';
import { isThenable, whenReady, type Awaitable } from '../../shared/promises.js';
import { RouteRegistry } from '../exploration/explore-application.js';
import { Injector } from '../internals.js';
import { RestCacheInterceptor, PermissionGuard, RestExceptionFilter } from './parts.js';
import { PlainHandlers } from './plain-handlers.js';
import { CachedRouteContext, RouteExecutionContext, RouteRequests } from './route-context.js';

/**
 * Lists the parts as enhancers of `RestModule`. `overrideGuard` and similar methods of @nestjs/testing replace
 * enhancers only, and only in modules that have them; the routes get their parts from here.
 */
@Injectable()
@UseGuards(PermissionGuard)
@UseInterceptors(RestCacheInterceptor)
@UseFilters(RestExceptionFilter)
class ReplaceableParts {}

/** Returns the replacement of a part by the application: at once, unless it is created for each request. */
export type ReplacedPart<Part> = (
  request: Pick<RequestContext, 'exchange'>,
) => Part | Promise<Part>;

/** An enhancer has precedence, because `overrideGuard` names the part more precisely than `overrideProvider`. */
const COLLECTIONS = ['injectables', 'providers'] as const;

/**
 * The parts as the library's own routes use them. If an application has not replaced a part, its routes call the
 * functions behind the class, and not the class itself.
 */
@Injectable()
export class RouteParts {
  constructor(
    @Inject(RouteRequests) readonly requests: RouteRequests,
    @Inject(PlainHandlers) private readonly handlers: PlainHandlers,
    @Inject(RouteRegistry) private readonly registry: RouteRegistry,
  ) {}

  get permissions(): Permissions {
    const guard = this.replacementOf(PermissionGuard);
    return guard === undefined ? this.handlers.permissions : replacedPermissions(guard);
  }

  /** The interceptor around the steps inside the cache; `undefined` if the cache itself runs them. */
  get cacheInterception(): CacheInterception | undefined {
    const interceptor = this.replacementOf(RestCacheInterceptor);
    return interceptor === undefined ? undefined : replacedCache(interceptor);
  }

  get replacedFilter(): ReplacedPart<ExceptionFilter> | undefined {
    return this.replacementOf(RestExceptionFilter);
  }

  /**
   * The replacement of a part by an application, with `overrideGuard`, a similar method or `overrideProvider`;
   * `undefined` if the routes use the library's own.
   */
  replacementOf<Part extends object>(part: Type<Part>): ReplacedPart<Part> | undefined {
    const { discovery, instances } = this.registry;
    const host = discovery.getProviders().find(({ token }) => token === ReplaceableParts)?.host;
    if (host === undefined) return undefined;
    for (const collection of COLLECTIONS) {
      const wrapper = host[collection].get(part);
      if (wrapper === undefined || wrapper.metatype === part) continue;
      if (wrapper.isDependencyTreeStatic() && !wrapper.isTransient)
        return () => wrapper.instance as Part;
      const injector = new Injector();
      return async ({ exchange }) => {
        const contextId = instances.contextOf(exchange.raw, { wrapper, module: host });
        await injector.loadInstance(wrapper, host[collection], host, { contextId });
        return wrapper.getInstanceByContextId(contextId).instance as Part;
      };
    }
    return undefined;
  }
}

/** The permissions of routes if an application has replaced the guard: it decides about all of them. */
function replacedPermissions(guard: ReplacedPart<CanActivate>): Permissions {
  return {
    isPublic: () => false,
    beforeBody: () => undefined,
    verdict: (endpoint, context) => {
      const verdict = remember(context, endpoint, () => activate(guard, endpoint, context));
      return endpoint === context.endpoint || !isThenable(verdict)
        ? verdict
        : verdict.catch(denyRejection);
    },
  };
}

/** A guard of Nest returns a value, a promise or an Observable. */
function activate(
  guard: ReplacedPart<CanActivate>,
  endpoint: Endpoint,
  context: RequestContext,
): Awaitable<unknown> {
  return whenReady(guard(context), (instance) =>
    whenReady(instance.canActivate(new RouteExecutionContext(endpoint, context)), settled),
  );
}

function settled(value: unknown): unknown {
  return isObservable(value) ? lastValueFrom(value, { defaultValue: false }) : value;
}

/** A guard may also deny by an exception; for `Allow`, this is not a failure to report. */
function denyRejection(error: unknown): boolean {
  if (translateError(error) === undefined) throw error;
  return false;
}

function replacedCache(interceptor: ReplacedPart<NestInterceptor>): CacheInterception {
  return (endpoint, inner, respondFromCache) => async (requestContext) => {
    const instance = await interceptor(requestContext);
    const context = new CachedRouteContext(endpoint, requestContext, respondFromCache);
    const next: CallHandler = {
      handle: () =>
        defer(async () => {
          await inner(requestContext);
          return requestContext.result;
        }),
    };
    const returned: unknown = await instance.intercept(context, next);
    context.keep(
      isObservable(returned) ? await lastValueOf(returned, requestContext.exchange) : returned,
    );
  };
}

/** The providers of `RestModule` for the parts, and for their copies in other modules. */
export const PARTS: readonly Provider[] = [
  PermissionGuard,
  PlainHandlers,
  RestExceptionFilter,
  RestCacheInterceptor,
  ReplaceableParts,
  RouteRequests,
  RouteParts,
];
