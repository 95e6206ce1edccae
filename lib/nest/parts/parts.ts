import type { Provider } from '@nestjs/common';
import { GuardChecks } from './guard/guard-checks.js';
import { PermissionGuard } from './guard/permission.guard.js';
import { PlainPermissions } from './guard/plain-permissions.js';
import { PlainHandlers } from './plain/plain-handlers.js';
import { ReplacedParts } from './replaced-parts.js';
import { CachedHandlers, RestCacheInterceptor } from './cache/rest-cache.interceptor.js';
import { RestExceptionFilter } from './filter/rest-exception.filter.js';
import { ReplaceableParts } from './replaceable-parts.js';
import { RouteParts } from './route-parts.js';
import { RouteRequests } from './route-requests.js';

/** What `RestModule` provides for the parts, and for their copies in other modules. */
export const PARTS: readonly Provider[] = [
  PermissionGuard,
  GuardChecks,
  PlainPermissions,
  PlainHandlers,
  RestExceptionFilter,
  RestCacheInterceptor,
  CachedHandlers,
  ReplaceableParts,
  ReplacedParts,
  RouteRequests,
  RouteParts,
];
