import type { CanActivate } from '@nestjs/common';
import { isObservable, lastValueFrom } from 'rxjs';
import { translateError } from '../../../diagnostics/translate-error.js';
import type { Endpoint } from '../../../pipeline/endpoint.js';
import type { Permissions } from '../../../pipeline/permissions/permission-checks.js';
import { remember } from '../../../pipeline/permissions/remember-verdict.js';
import type { RequestContext } from '../../../pipeline/request-context.js';
import { isThenable } from '../../../shared/thenable.js';
import { whenReady, type Awaitable } from '../../../shared/when-ready.js';
import type { ReplacedPart } from '../replaced-parts.js';
import { RouteExecutionContext } from '../route-execution-context.js';

/** The permissions of routes where an application has replaced the guard: it decides about all of them. */
export function replacedPermissions(guard: ReplacedPart<CanActivate>): Permissions {
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
    whenReady(instance.canActivate(new RouteExecutionContext(endpoint, context)), settle),
  );
}

function settle(value: unknown): unknown {
  return isObservable(value) ? lastValueFrom(value, { defaultValue: false }) : value;
}

/** A guard denies by an exception as well; for `Allow`, such a one is no failure to report. */
function denyRejection(error: unknown): boolean {
  if (translateError(error) === undefined) throw error;
  return false;
}
