import { Inject, Injectable, Logger, RequestMethod } from '@nestjs/common';
import { ApplicationConfig, DiscoveryService } from '@nestjs/core';
import { declarePermission } from '../../decorators/reading/declare-controller.js';
import {
  describeDiagnostic,
  diagnosticAt,
  type Diagnostic,
  type DiagnosticDetails,
} from '../../diagnostics/diagnostic.js';
import type { Permission } from '../../routes/declaration/permission.js';
import type { Class } from '../../shared/records.js';
import type { ExploredApplication } from '../exploration/explore-application.js';
import type { Enhancers } from '../enhancers/enhancers.js';
import { METHOD_METADATA } from '../internals.js';
import { Instances } from '../instances.js';
import { GuardChecks, PermissionGuard } from './permission.guard.js';
import {
  explorePlainHandlers,
  interceptorsAround,
  isEnhancedBy,
  isVaryMissing,
  optionsOf,
  permissionOf,
  returnsResponse,
  type PlainHandler,
} from './plain-handler.js';

/** Prepares the handlers of plain controllers that use the library's parts, and reports what is wrong with them. */
@Injectable()
export class PlainHandlers {
  readonly #logger = new Logger('RestModule');

  constructor(
    @Inject(DiscoveryService) private readonly discovery: DiscoveryService,
    @Inject(ApplicationConfig) private readonly config: ApplicationConfig,
    @Inject(GuardChecks) private readonly guard: GuardChecks,
  ) {}

  /** Hands their permissions to the guard, and reports. */
  start({ plainPermissions }: ExploredApplication, enhancers: Enhancers): void {
    this.guard.register(plainPermissions, ({ found, methodName }, index) =>
      enhancers.parameterReader(found, methodName, index),
    );
    this.#report();
  }

  /** Logs one warning that lists all findings. The application starts with them. */
  #report(): void {
    const handlers = explorePlainHandlers(this.discovery);
    const diagnostics = handlers.flatMap((handler) => [
      ...checkPermission(handler, this.config),
      ...checkCache(handler, this.config),
    ]);
    if (diagnostics.length === 0) return;
    this.#logger.warn(['Plain controllers:', ...diagnostics.map(describeDiagnostic)].join('\n'));
  }
}

/**
 * A handler under `PermissionGuard` has a permission; without one, the guard denies everyone. A handler with
 * a permission is under the guard; without it, nothing checks the permission.
 */
function checkPermission(handler: PlainHandler, config: ApplicationConfig): readonly Diagnostic[] {
  const { found, methodName } = handler;
  const permission = permissionOf(handler);
  const details = isEnhancedBy(handler, 'guard', PermissionGuard, config)
    ? missing(found.type, permission)
    : unchecked(permission);
  return details.map((one) => diagnosticAt({ className: found.type.name, methodName }, one));
}

function missing(type: Class, permission: Permission | undefined): readonly DiagnosticDetails[] {
  if (declarePermission(type, permission) !== undefined) return [];
  const expected = '@RequirePermission on the method or its class';
  const received = permission === undefined ? 'neither' : 'a value that is no permission';
  return [{ code: 'RR1040', expected, received }];
}

/** Public access needs no check, and lets `RestCacheInterceptor` share responses. */
function unchecked(permission: Permission | undefined): readonly DiagnosticDetails[] {
  if (permission === undefined || permission.kind === 'public') return [];
  const expected = '@UseGuards(PermissionGuard), or the guard as APP_GUARD';
  return [{ code: 'RR1043', expected, received: 'neither' }];
}

/** A handler with `@Cache` is cached: it is a GET handler inside of a `RestCacheInterceptor`, and safe to cache. */
function checkCache(handler: PlainHandler, config: ApplicationConfig): readonly Diagnostic[] {
  if (optionsOf(handler) === undefined) return [];
  const { isCached } = interceptorsAround(handler, config);
  const { found, methodName } = handler;
  return [...(isCached ? [] : [WITHOUT_INTERCEPTOR]), ...findingsOf(handler)].map((details) =>
    diagnosticAt({ className: found.type.name, methodName, part: { kind: 'cache' } }, details),
  );
}

const WITHOUT_INTERCEPTOR: DiagnosticDetails = {
  code: 'RR1041',
  expected: '@UseInterceptors(RestCacheInterceptor) on the method or its class, or APP_INTERCEPTOR',
  received: 'neither',
};

function findingsOf(handler: PlainHandler): readonly DiagnosticDetails[] {
  const served: unknown = Reflect.getMetadata(METHOD_METADATA, handler.method);
  if (served !== RequestMethod.GET) {
    const received = RequestMethod[served as RequestMethod];
    return [{ code: 'RR1012', expected: 'only GET', received }];
  }
  if (!returnsResponse(handler)) {
    const expected = 'a method that returns its response';
    return [{ code: 'RR1042', expected, received: '@Res(), @Redirect, @Render or @Sse' }];
  }
  if (!isVaryMissing(handler, new Instances())) return [];
  return [{ code: 'RR1022', expected: 'vary', received: 'none' }];
}
