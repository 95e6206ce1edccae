import type { Endpoint } from './endpoint.js';
import type { Permissions } from './permissions/permission-checks.js';
import type { Step } from './step.js';
import { authorizeStep } from './steps/authorize.step.js';
import { bindStep } from './steps/bind.step.js';
import { cacheStep, type CacheContext } from './steps/cache.step.js';
import { fieldsStep } from './steps/fields.step.js';
import { guardStep } from './steps/guard.step.js';
import { identifyStep } from './steps/identify.step.js';
import { interceptStep } from './steps/intercept.step.js';
import { invokeStep } from './steps/invoke.step.js';
import { mediaTypeStep } from './steps/media-type.step.js';
import { validateStep } from './steps/validate.step.js';
import type { RequestContext } from './request-context.js';

/** What every route of an application shares. */
export interface LifecycleContext {
  readonly permissions: Permissions;
  /** Who is calling; asked once a request, after the guards. */
  readonly user: (requestContext: RequestContext) => unknown;
  /** What cached routes share; absent where no route is cached. */
  readonly cache?: CacheContext;
}

/**
 * The way of a matched request, in its order. A step that a route has no use for is left out when
 * the application starts.
 */
export function stepsOf(endpoint: Endpoint, context: LifecycleContext): readonly Step[] {
  const perform = interceptStep(endpoint) ?? invokeStep(endpoint);
  const steps = [
    guardStep(endpoint),
    identifyStep(context.user),
    fieldsStep,
    bindStep,
    mediaTypeStep(endpoint),
    validateStep(endpoint),
    authorizeStep(endpoint, context.permissions),
    cacheStep(endpoint, perform, context.cache) ?? perform,
  ];
  return steps.filter((step) => step !== undefined);
}
