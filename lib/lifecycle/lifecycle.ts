import type { CompleteHead, Endpoint, NeededStep, Step, StepLists } from './endpoint.js';
import type { RequestContext } from './request-context.js';
import { bindStep } from './bind.js';
import type { Extensions } from './extension.js';
import { allowStep, createAllow, type OnAllowFailure } from './permissions/allow.js';
import type { Permissions } from './permissions/permission-checks.js';
import type { MakeError } from './messages/reply.js';
import { authorizeEarlyStep, authorizeStep, identifyStep } from './steps/authorize.step.js';
import { guardStep } from './steps/guard.step.js';
import { holdStep, type Hold } from './steps/hold.step.js';
import { invokeStep } from './steps/invoke.step.js';
import { mediaTypeFirstStep, mediaTypeStep } from './steps/media-type.step.js';
import {
  bindAllSteps,
  unknownArgumentsStep,
  type AcceptedNames,
} from './steps/unknown-arguments.step.js';
import { settleStep, validateStep } from './steps/validate.step.js';
import type { UnknownArguments } from '../routes/declaration/route-declaration.js';

/** The functions and settings that all routes of an application share. */
export interface LifecycleContext {
  readonly permissions: Permissions;
  /** Lets a shutdown wait for a request. */
  readonly hold: Hold;
  /** Returns the caller. Called once for each request, after the guards. */
  readonly user: (requestContext: RequestContext) => unknown;
  /** The origin of the API; by default that of each request. */
  readonly origin: string | undefined;
  readonly unknownArguments: UnknownArguments;
  readonly acceptedNames: AcceptedNames;
  /** The order of checks: with `nest`, all errors of arguments are one, after a permission that needs none. */
  readonly checks: 'wordpress' | 'nest';
  /** Whether the application describes itself: OPTIONS describes to everyone, with the link of the path. */
  readonly isDescribed: boolean;
  readonly completeHead: CompleteHead;
  /** The steps of features. */
  readonly extensions: Extensions;
}

/** The functions that the replies of all routes share as well. */
export interface ReplyContext extends LifecycleContext {
  readonly onAllowFailure: OnAllowFailure;
  /** Makes the responses of errors. */
  readonly makeError: MakeError;
}

/**
 * The steps of a matched request, in order. A step that a route does not need is left out at startup. Steps of features
 * are at places of `Extension`; the list of features states their order within a place.
 *
 * | step | rejects with |
 * |---|---|
 * | hold: lets a shutdown wait for a request that makes others | |
 * | place `beforeGuards`: a form without files is read, so that guards see it | |
 * | guard: Nest's guards | their errors |
 * | identify: finds the caller; for requests of batches, checks that the route allows them | 400 |
 * | place `afterCaller`: a form with files is read; first the permission is checked, if it needs no arguments | 400, 413, 415; 401, 403 |
 * | place `parameters`: the limits of parameters that all routes have, as `_fields` | 400 |
 * | bind: finds, validates and sanitizes the arguments; with `checks: 'nest'`, unknown ones are errors of it too, and a permission that needs no arguments is checked before `afterCaller` | 400 |
 * | unknown arguments: rejects parameters that belong to no argument, if the application has enabled it | 400 |
 * | media type: rejects a body that was not read; with `checks: 'nest'`, before the arguments are bound | 415 |
 * | settle: waits for asynchronous schemas of arguments | 400 |
 * | validate: the own validators of value classes | 400 |
 * | authorize: checks the permission | 401, 403 |
 * | place `around`: the cache responds, or runs the steps below; the declared properties of the result are kept, and those of its context | 500 in development |
 * | invoke: creates the controller and calls the method, inside of Nest's interceptors | their errors |
 *
 * Before the steps, the parsers of the application have read the body, and `dispatcher.ts` has matched the route.
 * After the steps, those of `replyStepsOf` follow. OPTIONS has its own steps: `options.step.ts`.
 */
export function stepsOf(endpoint: Endpoint, context: LifecycleContext): RequestSteps {
  const { extensions } = context;
  const hold = holdStep(endpoint, context.hold, extensions.makesRequests);
  const { before, after } = checksOf(endpoint, context);
  return {
    checks: {
      all: needed([hold, ...before, ...extensions.parameterChecks, ...after]),
      withoutParameters: [...before, ...after],
    },
    execution: executionOf(endpoint, context),
  };
}

/** The steps of a request in two halves: a batch checks all requests before it executes one. */
export interface RequestSteps {
  /** From the guards to the validators: whether the request is well-formed. */
  readonly checks: StepLists<Step>;
  /** The permission, the cache, the interceptors and the method. */
  readonly execution: readonly Step[];
}

/**
 * The steps of a reply, in order: for the result of a method, of the cache, or for an error. If a guard rejects the
 * caller, none of them runs, but the place `onRejection`, as for an error without a route.
 *
 * | step | left out |
 * |---|---|
 * | allow: the methods that the caller may use | |
 * | head: links to other pages, and an absolute `Location` | unless the reply is a page, or its `Location` is relative to the API |
 * | place `onData`: links become absolute, `_fields` picks properties, `_embed` adds the targets of links | if the reply or the request does not need it |
 * | place `onReply`: `_envelope` puts status, headers and body into the body; 304 and 412 | as above |
 *
 * Before them, `pipeline.ts` makes the reply from the result or the error, with its text, or with data for
 * `RestDispatcher`. After them, it waits for the first byte of a stream, and `outgoing.ts` completes the headers.
 */
export function replyStepsOf(context: ReplyContext): StepLists<NeededStep> {
  const { permissions, onAllowFailure, completeHead, extensions } = context;
  const all: readonly NeededStep[] = [
    { when: 'always', step: allowStep(createAllow(permissions, onAllowFailure)) },
    { when: 'head', step: completeHead },
    ...extensions.replySteps,
  ];
  return { all, withoutParameters: all.filter(({ when }) => when !== 'parameters') };
}

/** The checks before and after those of the parameters that all routes have. */
function checksOf(
  endpoint: Endpoint,
  context: LifecycleContext,
): { readonly before: readonly Step[]; readonly after: readonly Step[] } {
  const { beforeGuards, afterCaller } = context.extensions;
  const { unknownArguments: byDefault, acceptedNames } = context;
  const isAtOnce = context.checks === 'nest';
  const mediaTypeFirst = isAtOnce ? mediaTypeFirstStep(endpoint) : undefined;
  return {
    before: needed([
      ...beforeGuards.map((make) => make(endpoint)),
      guardStep(endpoint),
      identifyStep(context.user),
      ...(isAtOnce ? [authorizeEarlyStep(endpoint, context.permissions)] : []),
      ...afterCaller.map((make) => make(endpoint)),
    ]),
    after: needed([
      ...(isAtOnce
        ? [mediaTypeFirst, ...bindAllSteps(endpoint, byDefault, acceptedNames)]
        : [bindStep, unknownArgumentsStep(endpoint, byDefault, acceptedNames)]),
      mediaTypeFirst === undefined ? mediaTypeStep(endpoint) : undefined,
      settleStep(endpoint),
      validateStep(endpoint),
    ]),
  };
}

function executionOf(endpoint: Endpoint, context: LifecycleContext): readonly Step[] {
  const { completeHead, extensions } = context;
  return needed([
    authorizeStep(endpoint, context.permissions),
    extensions.around(endpoint, invokeStep(endpoint, completeHead)),
  ]);
}

function needed(steps: readonly (Step | undefined)[]): readonly Step[] {
  return steps.filter((step) => step !== undefined);
}
