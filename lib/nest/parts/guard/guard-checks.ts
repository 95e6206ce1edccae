import { Inject, Injectable, type ExecutionContext } from '@nestjs/common';
import { forbidden } from '../../../diagnostics/http-error-catalogue.js';
import { decoratedMethodOf } from '../../../decorators/reading/class-chain.js';
import { isAnonymous } from '../../../model/permissions/anonymous.js';
import {
  createPermissions,
  type Permissions,
} from '../../../pipeline/permissions/permission-checks.js';
import type { RequestContext } from '../../../pipeline/request-context.js';
import type { Class } from '../../../shared/class.js';
import { whenReady, type Awaitable } from '../../../shared/when-ready.js';
import { capabilityCheckOf } from '../../options/capability-option.js';
import { REST_OPTIONS, type RestModuleOptions } from '../../options/rest-options.js';
import { isHttp } from '../http-only.js';
import { RouteRequests } from '../route-requests.js';
import { PlainPermissions } from './plain-permissions.js';
import { RouteExecutionContext } from '../route-execution-context.js';

/** What all instances of `PermissionGuard` share. */
@Injectable()
export class GuardChecks {
  /** The permissions of routes, where no other guard replaces this one. */
  readonly routes: Permissions;

  constructor(
    @Inject(REST_OPTIONS) options: RestModuleOptions,
    @Inject(RouteRequests) private readonly requests: RouteRequests,
    @Inject(PlainPermissions) private readonly plain: PlainPermissions,
  ) {
    this.routes = createPermissions(capabilityCheckOf(options));
  }

  /**
   * Returns `true` where a handler may be called.
   *
   * @throws RestException where it may not.
   * @throws Error where the context is not HTTP.
   */
  admit(context: ExecutionContext): Awaitable<boolean> {
    if (context instanceof RouteExecutionContext) return this.#admitToRoute(context);
    if (!isHttp(context)) throw new Error(notHttp(context));
    const route = this.requests.of(context.switchToHttp().getRequest());
    // A guard of Nest runs before the arguments are known: the route checks its permission after it.
    if (route !== undefined && isHandlerOf(route, context)) return true;
    return this.plain.admit(context);
  }

  #admitToRoute({ endpoint, requestContext }: RouteExecutionContext): Awaitable<boolean> {
    return whenReady(this.routes.verdict(endpoint, requestContext), (isAllowed) => {
      if (!isAllowed) throw forbidden(!isAnonymous(requestContext.user));
      return true;
    });
  }
}

function isHandlerOf({ group }: RequestContext, context: ExecutionContext): boolean {
  return group.entries.some(
    ({ controller, definition }) =>
      controller === context.getClass() &&
      decoratedMethodOf(controller as Class, definition.methodName) === context.getHandler(),
  );
}

function notHttp(context: ExecutionContext): string {
  const handler = `${context.getClass().name}.${context.getHandler().name}`;
  return (
    `PermissionGuard is for HTTP, and ${handler} was called in a context of the type ` +
    `"${context.getType<string>()}". Use a guard of your own there, and PermissionGuard on HTTP ` +
    'controllers only, not as a guard of the whole application.'
  );
}
