import {
  Inject,
  Injectable,
  type CallHandler,
  type CanActivate,
  type NestInterceptor,
  type Provider,
} from '@nestjs/common';
import { defer, isObservable, lastValueFrom } from 'rxjs';
import { translateError } from '../../diagnostics/translate-error.js';
import type { RequestContext, Endpoint } from '../../lifecycle/request-context.js';
import { type Permissions, remember } from '../../lifecycle/permissions/permission-checks.js';
import type { CacheInterception } from '../../lifecycle/steps/cache.step.js';
import { settle } from '../../lifecycle/steps/invoke.step.js';
import { isThenable, whenReady, type Awaitable } from '../../shared/promises.js';
import type { EnhancerParts } from '../enhancers/enhancers.js';
import { RouteRegistry } from '../exploration/explore-application.js';
import { RestCacheInterceptor } from './rest-cache.interceptor.js';
import { RestExceptionFilter } from './rest-exception.filter.js';
import { PermissionGuard } from './permission.guard.js';
import { PlainHandlers } from './plain-handlers.js';
import { ReplaceableParts, ReplacedParts, type ReplacedPart } from './replaced-parts.js';
import { CachedRouteContext, RouteExecutionContext, RouteRequests } from './route-context.js';

/**
 * The parts as the library's own routes use them. Where an application has not replaced a part, its routes
 * call the functions behind the class, and no request goes through the class itself.
 */
@Injectable()
export class RouteParts {
  constructor(
    @Inject(ReplacedParts) private readonly replaced: ReplacedParts,
    @Inject(RouteRequests) private readonly requests: RouteRequests,
    @Inject(PlainHandlers) private readonly handlers: PlainHandlers,
    @Inject(RouteRegistry) private readonly registry: RouteRegistry,
  ) {}

  get permissions(): Permissions {
    const guard = this.replaced.of(PermissionGuard, this.registry.instances);
    return guard === undefined ? this.handlers.permissions : replacedPermissions(guard);
  }

  get enhancers(): EnhancerParts {
    const replacedFilter = this.replaced.of(RestExceptionFilter, this.registry.instances);
    return { requests: this.requests, replacedFilter };
  }

  /** What runs around the steps inside the cache; `undefined` where the cache itself does. */
  get cacheInterception(): CacheInterception | undefined {
    const interceptor = this.replaced.of(RestCacheInterceptor, this.registry.instances);
    return interceptor === undefined ? undefined : replacedCache(interceptor);
  }
}

/** The permissions of routes where an application has replaced the guard: it decides about all of them. */
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

/** A guard denies by an exception as well; for `Allow`, such a one is no failure to report. */
function denyRejection(error: unknown): boolean {
  if (translateError(error) === undefined) throw error;
  return false;
}

/** Calls the interceptor that an application has put in the place of the library's, on cached routes. */
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
    context.keep(isObservable(returned) ? await settle(requestContext, returned) : returned);
  };
}

/** What `RestModule` provides for the parts, and for their copies in other modules. */
export const PARTS: readonly Provider[] = [
  PermissionGuard,
  PlainHandlers,
  RestExceptionFilter,
  RestCacheInterceptor,
  ReplaceableParts,
  ReplacedParts,
  RouteRequests,
  RouteParts,
];
