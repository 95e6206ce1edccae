import type { CompleteHead, Endpoint, NeededStep, ReplyStep, Step, StepLists } from './endpoint.js';
import type { RequestContext } from './request-context.js';
import { bindStep } from './bind.js';
import type { GlobalParameter, GlobalParameters } from './messages/global-parameters.js';
import { formStep, uploadStep, type UploadPort } from './steps/upload.step.js';
import type { LinkSettings } from './messages/link.js';
import { resolveLinksStep, type FindHints } from './responses/resolve-links.js';
import { allowStep, createAllow, type OnAllowFailure } from './permissions/allow.js';
import type { Permissions } from './permissions/permission-checks.js';
import { envelopeStep } from './responses/envelope.js';
import { fieldsStep, pickFieldsStep } from './responses/fields.js';
import { preconditionsStep } from './responses/preconditions.js';
import type { MakeError } from './messages/reply.js';
import type { ResponsePolicy } from './responses/response-policy.js';
import { authorizeStep, identifyStep } from './steps/authorize.step.js';
import { cacheStep, type CacheContext } from './steps/cache.step.js';
import { declaredStep } from './steps/declared.step.js';
import { guardStep } from './steps/guard.step.js';
import { holdStep, type Hold } from './steps/hold.step.js';
import { invokeStep } from './steps/invoke.step.js';
import { mediaTypeStep } from './steps/media-type.step.js';
import { unknownArgumentsStep } from './steps/unknown-arguments.step.js';
import { settleStep, validateStep } from './steps/validate.step.js';
import type { UnknownArguments } from '../routes/declaration/route-declaration.js';

/** The functions and settings that all routes of an application share. */
export interface LifecycleContext {
  readonly permissions: Permissions;
  /** Absent if requests have no body to read, as in process. */
  readonly uploads: UploadPort | undefined;
  /** Lets a shutdown wait for a request. */
  readonly hold: Hold;
  /** Returns the caller. Called once for each request, after the guards. */
  readonly user: (requestContext: RequestContext) => unknown;
  readonly links: LinkSettings;
  readonly unknownArguments: UnknownArguments;
  /** The parameters that all routes have. */
  readonly globalParameters: GlobalParameters;
  /** Whether the application describes itself: OPTIONS describes to everyone, with the link of the path. */
  readonly isDescribed: boolean;
  /** The functions that cached routes share; absent if no route is cached. */
  readonly cache: CacheContext | undefined;
  /** The rules for the properties of results that are sent; absent if all of them are. */
  readonly responses: ResponsePolicy | undefined;
  readonly completeHead: CompleteHead;
}

/** The functions that the replies of all routes share as well. */
export interface ReplyContext extends LifecycleContext {
  readonly onAllowFailure: OnAllowFailure;
  /** Makes the responses of errors. */
  readonly makeError: MakeError;
  /** Finds the methods that the caller may use on the targets of links; absent if links have no hints. */
  readonly findHints?: FindHints;
}

/**
 * The steps of a matched request, in order. A step that a route does not need is left out at startup.
 *
 * | step | rejects with |
 * |---|---|
 * | hold: lets a shutdown wait for a request that makes others | |
 * | form: reads a form without files, so that guards see it | |
 * | guard: Nest's guards | their errors |
 * | identify: finds the caller; for requests of batches, checks that the route allows them | 400 |
 * | upload: reads a form with files; checks the permission first, if it needs no arguments | 400, 413, 415; 401, 403 |
 * | fields: checks the limits of `_fields`, if routes have it | 400 |
 * | bind: finds, validates and sanitizes the arguments | 400 |
 * | unknown arguments: rejects parameters that belong to no argument, if the application has enabled it | 400 |
 * | media type: rejects a body that was not read | 415 |
 * | settle: waits for asynchronous schemas of arguments | 400 |
 * | validate: the own validators of value classes | 400 |
 * | authorize: checks the permission | 401, 403 |
 * | cache: responds from the cache, or runs the steps below | |
 * | invoke: creates the controller and calls the method, inside of Nest's interceptors | their errors |
 * | declared: keeps the declared properties of the result, if the route opted in | 500 in development |
 *
 * Before the steps, the parsers of the application have read the body, and `dispatcher.ts` has matched the route.
 * After the steps, those of `replyStepsOf` follow. OPTIONS has its own steps: `options.step.ts`.
 */
export function stepsOf(endpoint: Endpoint, context: LifecycleContext): RequestSteps {
  const checks = checksOf(endpoint, context);
  return {
    checks: {
      all: needed([holdStep(endpoint, context), ...checks]),
      withoutParameters: checks.filter((step) => step !== fieldsStep),
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
 * caller, none of them runs.
 *
 * | step | left out |
 * |---|---|
 * | allow: the methods that the caller may use | |
 * | head: links to other pages, and an absolute `Location` | unless the reply is a page, or its `Location` is relative to the API |
 * | links: makes them absolute | if it has none |
 * | `_fields`: picks properties, from the links too | without the parameter; if routes do not have it |
 * | `_embed`: adds the targets of links | without the parameter; if routes do not have it; in a request of the application itself |
 * | `_envelope`: puts status, headers and body into the body | without the parameter; if routes do not have it; within another response |
 * | preconditions: 304 and 412 | without a tag and `If-Match`; within another response |
 *
 * Before them, `pipeline.ts` makes the reply from the result or the error, with its text, or with data for
 * `RestDispatcher`. After them, it waits for the first byte of a stream, and `outgoing.ts` completes the headers.
 */
export function replyStepsOf(context: ReplyContext, embed: ReplyStep): StepLists<NeededStep> {
  const { permissions, onAllowFailure, links, findHints, makeError, completeHead } = context;
  const { names } = context.globalParameters;
  const having = (name: GlobalParameter, step: ReplyStep): readonly NeededStep[] =>
    names.has(name) ? [{ when: 'parameters', step }] : [];
  const all: readonly NeededStep[] = [
    { when: 'always', step: allowStep(createAllow(permissions, onAllowFailure)) },
    { when: 'head', step: completeHead },
    { when: 'links', step: resolveLinksStep(links, findHints) },
    ...having('_fields', pickFieldsStep),
    ...having('_embed', embed),
    ...having('_envelope', envelopeStep),
    { when: 'tag', step: preconditionsStep(makeError) },
  ];
  return { all, withoutParameters: all.filter(({ when }) => when !== 'parameters') };
}

function checksOf(endpoint: Endpoint, context: LifecycleContext): readonly Step[] {
  return needed([
    formStep(endpoint, context.uploads),
    guardStep(endpoint),
    identifyStep(context.user),
    uploadStep(endpoint, context.permissions, context.uploads),
    context.globalParameters.names.has('_fields') ? fieldsStep : undefined,
    bindStep,
    unknownArgumentsStep(endpoint, context.unknownArguments, context.globalParameters),
    mediaTypeStep(endpoint),
    settleStep(endpoint),
    validateStep(endpoint),
  ]);
}

function executionOf(endpoint: Endpoint, context: LifecycleContext): readonly Step[] {
  const { cache, links, responses, completeHead } = context;
  const perform = declaredStep(endpoint, invokeStep(endpoint, completeHead), responses);
  return needed([
    authorizeStep(endpoint, context.permissions),
    cacheStep(endpoint, perform, cache, links, responses?.byDefault) ?? perform,
  ]);
}

function needed(steps: readonly (Step | undefined)[]): readonly Step[] {
  return steps.filter((step) => step !== undefined);
}
