import { Inject, Injectable } from '@nestjs/common';
import type { Permissions } from '../../pipeline/permissions/permission-checks.js';
import type { CacheInterception } from '../../pipeline/steps/cache.step.js';
import type { EnhancerParts } from '../enhancers/enhancers.js';
import { RouteRegistry } from '../exploration/route-registry.js';
import { replacedCache } from './cache/replaced-cache.js';
import { RestCacheInterceptor } from './cache/rest-cache.interceptor.js';
import { RestExceptionFilter } from './filter/rest-exception.filter.js';
import { GuardChecks } from './guard/guard-checks.js';
import { PermissionGuard } from './guard/permission.guard.js';
import { replacedPermissions } from './guard/replaced-permissions.js';
import { ReplacedParts } from './replaced-parts.js';
import { RouteRequests } from './route-requests.js';

/**
 * The parts as the library's own routes use them. Where an application has not replaced a part, its routes
 * call the functions behind the class, and no request goes through the class itself.
 */
@Injectable()
export class RouteParts {
  constructor(
    @Inject(ReplacedParts) private readonly replaced: ReplacedParts,
    @Inject(RouteRequests) private readonly requests: RouteRequests,
    @Inject(GuardChecks) private readonly checks: GuardChecks,
    @Inject(RouteRegistry) private readonly registry: RouteRegistry,
  ) {}

  get permissions(): Permissions {
    const guard = this.replaced.of(PermissionGuard, this.registry.instances);
    return guard === undefined ? this.checks.routes : replacedPermissions(guard);
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
