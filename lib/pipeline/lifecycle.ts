import type { Endpoint } from './endpoint.js';
import type { LinkSettings } from './links/link-settings.js';
import type { Step } from './step.js';
import { authorizeStep } from './steps/authorize.step.js';
import { bindStep } from './steps/bind.step.js';
import { cacheStep, type CacheContext } from './steps/cache.step.js';
import { declaredStep } from './steps/declared.step.js';
import { fieldsStep } from './steps/fields.step.js';
import { guardStep } from './steps/guard.step.js';
import { identifyStep } from './steps/identify.step.js';
import { interceptStep } from './steps/intercept.step.js';
import { invokeStep } from './steps/invoke.step.js';
import { mediaTypeStep } from './steps/media-type.step.js';
import { settleStep } from './steps/settle.step.js';
import { throwingRejections } from './steps/thrown-rejection.js';
import { uploadStep, type UploadContext } from './uploads/upload.step.js';
import { unknownArgumentsStep, type UnknownArguments } from './steps/unknown-arguments.step.js';
import { validateStep } from './steps/validate.step.js';
import type { ResponsePolicy } from './responses/response-policy.js';
import type { RequestContext } from './request-context.js';

/** What every route of an application shares. */
export interface LifecycleContext extends UploadContext {
  /** Returns the caller. Called once for each request, after the guards. */
  readonly user: (requestContext: RequestContext) => unknown;
  readonly links: LinkSettings;
  readonly unknownArguments: UnknownArguments;
  /** What cached routes share; absent where no route is cached. */
  readonly cache?: CacheContext;
  /** What leaves of results; absent where all of them does. */
  readonly responses?: ResponsePolicy;
  /** A further check of a route, once the caller is identified; absent over HTTP. */
  readonly admission?: (endpoint: Endpoint) => Step | undefined;
}

/**
 * The steps of a matched request, in their order. A step that a route does not need is left out at startup.
 *
 * | step | rejects with |
 * |---|---|
 * | guard: Nest's guards | what they throw |
 * | identify: finds the caller | |
 * | fields: checks the limits of `_fields` | 400 |
 * | upload: reads a form with files; the permission first, where it needs no arguments | 400, 413, 415; 401, 403 |
 * | bind: finds, validates and sanitizes the arguments | 400 |
 * | unknown arguments: rejects parameters that no argument takes, where the application wants it | 400 |
 * | media type: rejects a body that was not read | 415 |
 * | settle: waits for asynchronous schemas of arguments | 400 |
 * | validate: the own validators of value classes | 400 |
 * | authorize: checks the permission | 401, 403 |
 * | cache: responds from the cache, or runs the steps below | |
 * | intercept: Nest's interceptors around the method | what they throw |
 * | invoke: creates the controller and calls the method | what it throws |
 * | declared: of the result, what the return type declares, where the route opted in | 500 in development |
 *
 * Before the steps, the adapter has read a body of JSON or of a simple form, and `dispatcher.ts` has matched the route. After them,
 * `respond.ts` makes the response of their result. OPTIONS has its own steps: `describe.step.ts`.
 */
export function stepsOf(endpoint: Endpoint, context: LifecycleContext): readonly Step[] {
  return forFilters(endpoint, [...checksOf(endpoint, context), ...executionOf(endpoint, context)]);
}

/** The steps of a request in two halves, for a batch that checks all requests before it executes one. */
export interface SplitSteps {
  /** From the guards to the validators: whether the request is well-formed. */
  readonly checks: readonly Step[];
  /** The permission, the cache, the interceptors and the method. */
  readonly execution: readonly Step[];
}

export function splitStepsOf(endpoint: Endpoint, context: LifecycleContext): SplitSteps {
  return {
    checks: forFilters(endpoint, checksOf(endpoint, context)),
    execution: forFilters(endpoint, executionOf(endpoint, context)),
  };
}

function checksOf(endpoint: Endpoint, context: LifecycleContext): readonly Step[] {
  return needed([
    guardStep(endpoint),
    identifyStep(context.user),
    context.admission?.(endpoint),
    fieldsStep,
    uploadStep(endpoint, context),
    bindStep,
    unknownArgumentsStep(endpoint, context.unknownArguments),
    mediaTypeStep(endpoint),
    settleStep(endpoint),
    validateStep(endpoint),
  ]);
}

function executionOf(endpoint: Endpoint, context: LifecycleContext): readonly Step[] {
  const made = interceptStep(endpoint) ?? invokeStep(endpoint);
  const perform = declaredStep(endpoint, made, context.responses);
  return needed([
    authorizeStep(endpoint, context.permissions),
    cacheStep(endpoint, perform, context) ?? perform,
  ]);
}

function needed(steps: readonly (Step | undefined)[]): readonly Step[] {
  return steps.filter((step) => step !== undefined);
}

function forFilters({ ports }: Endpoint, steps: readonly Step[]): readonly Step[] {
  return ports.catchesRejections === true ? throwingRejections(steps) : steps;
}
