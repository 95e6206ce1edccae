import { isThenable, whenReady } from '../shared/promises.js';
import type { RequestContext, Endpoint, Outcome, ReplyStep, Step } from './request-context.js';
import { resolveLinksStep, type FindHints } from './links/resolve-links.js';
import type { LinkSettings } from './links/link.js';
import type { Permissions } from './permissions/permission-checks.js';
import { createAllow, type Allow, type OnAllowFailure } from './permissions/allow.js';
import type { ResponsePolicy, PageMark } from './responses/response-policy.js';
import { type MakeError, ReplyBody, type Reply } from './responses/reply.js';
import { authorizeStep, identifyStep } from './steps/authorize.step.js';
import { bindStep } from './arguments/bind.js';
import { cacheStep, type CacheContext } from './steps/cache.step.js';
import { declaredStep } from './steps/declared.step.js';
import { parseFields, pickFields, checkFields } from './responses/fields.js';
import { invokeStep, guardStep, interceptStep } from './steps/invoke.step.js';
import { mediaTypeStep } from './steps/media-type.step.js';
import {
  validateStep,
  settleStep,
  throwingRejections,
  unknownArgumentsStep,
  type UnknownArguments,
} from './steps/validate.step.js';
import { uploadStep, type UploadPort } from './arguments/uploads.js';
import { etagOf } from '../caching/entry.js';
import type { ResponseHeaders } from './responses/rest-response.js';
import { isMatch, isNotModified, notModifiedHeaders } from '../caching/entity-tag-match.js';
import { httpError } from '../diagnostics/http-error-catalogue.js';

/** What every route of an application shares. */
export interface LifecycleContext {
  readonly permissions: Permissions;
  /** Absent where requests have no body to read, as in process. */
  readonly uploads: UploadPort | undefined;
  /** Returns the caller. Called once for each request, after the guards. */
  readonly user: (requestContext: RequestContext) => unknown;
  readonly links: LinkSettings;
  readonly unknownArguments: UnknownArguments;
  /** What cached routes share; absent where no route is cached. */
  readonly cache: CacheContext | undefined;
  /** What leaves of results; absent where all of them does. */
  readonly responses: ResponsePolicy | undefined;
}

/** What the replies of every route share as well. */
export interface ReplyContext extends LifecycleContext {
  readonly onAllowFailure: OnAllowFailure;
  /** Completes the headers of pages. */
  readonly linkPages: (reply: Reply, page: PageMark, context: RequestContext) => void;
  /** Makes the responses of errors. */
  readonly makeError: MakeError;
  /** Finds what the caller may do with the targets of links; absent where links have no hints. */
  readonly findHints?: FindHints;
}

/**
 * The steps of a matched request, in their order. A step that a route does not need is left out at startup.
 *
 * | step | rejects with |
 * |---|---|
 * | guard: Nest's guards | what they throw |
 * | identify: finds the caller; of requests of batches, whether the route allows them | 400 |
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
 * Before the steps, the adapter has read a body of JSON or of a simple form, and `dispatcher.ts` has matched the route. After them
 * come those of `replyStepsOf`. OPTIONS has its own steps: `options.step.ts`.
 */
export function stepsOf(endpoint: Endpoint, context: LifecycleContext): RequestSteps {
  return {
    checks: forFilters(endpoint, checksOf(endpoint, context)),
    execution: forFilters(endpoint, executionOf(endpoint, context)),
  };
}

/** The steps of a request in two halves: a batch checks all requests before it executes one. */
export interface RequestSteps {
  /** From the guards to the validators: whether the request is well-formed. */
  readonly checks: readonly Step[];
  /** The permission, the cache, the interceptors and the method. */
  readonly execution: readonly Step[];
}

/**
 * The steps of a reply, in their order: of the result of a method, of the cache, or of an error.
 *
 * | step | left out |
 * |---|---|
 * | reply: of the result or of the error, with its text, or with data for `RestDispatcher` | |
 * | allow: the methods that the caller may use | after a guard rejected the caller, as all until preconditions |
 * | pages: links to other pages | |
 * | links: makes them absolute | |
 * | `_fields`, `_embed`, `_envelope`, as in WordPress in that order | without such a parameter |
 * | preconditions: 304 and 412 | within another response |
 * | stream: waits for its first byte | |
 * | headers: those of every response, joined with those that middleware has set | within another response |
 */
export function replyStepsOf(context: ReplyContext, embed: ReplyStep): readonly ReplyStep[] {
  const { permissions, onAllowFailure, links, findHints, makeError } = context;
  return [
    allowStep(createAllow(permissions, onAllowFailure)),
    linksStep(context.linkPages, resolveLinksStep(links, findHints)),
    globalParametersStep(embed),
    preconditionsStep(makeError),
  ];
}

function allowStep(allow: Allow): ReplyStep {
  return (reply, context) => {
    const methods = allow(context, reply);
    if (isThenable(methods)) {
      return methods.then((text) => void (reply.headers['allow'] ??= text));
    }
    reply.headers['allow'] ??= methods;
    return undefined;
  };
}

/** The links to other pages, and those in the body; most replies have neither. */
function linksStep(linkPages: ReplyContext['linkPages'], resolve: ReplyStep): ReplyStep {
  return (reply, context) => {
    if (reply.page !== undefined) linkPages(reply, reply.page, context);
    return reply.links === undefined ? undefined : resolve(reply, context);
  };
}

/** Most requests have none: a search in the text avoids parsing the query. */
function mayHaveGlobalParameters({ exchange }: RequestContext): boolean {
  return exchange.queryText.includes('_');
}

/** Checks the limits of `_fields`. */
export function fieldsStep(context: RequestContext): Outcome {
  return mayHaveGlobalParameters(context) ? checkFields(context) : undefined;
}

/** Links come before `_fields`, which may pick from them. */
function globalParametersStep(embed: ReplyStep): ReplyStep {
  return (reply, context) => {
    const { inner } = context.exchange;
    if (!mayHaveGlobalParameters(context)) return undefined;
    const picked = applyFields(reply, context);
    const embedding = inner?.mayEmbed === false ? undefined : embed(picked, context);
    return whenReady(embedding, (embedded) => {
      const whole = embedded ?? picked;
      return inner === undefined ? applyEnvelope(whole, context) : whole;
    });
  };
}

function preconditionsStep(makeError: MakeError): ReplyStep {
  return (reply, context) => {
    const hasCondition =
      reply.headers['etag'] !== undefined || context.exchange.headers['if-match'] !== undefined;
    if (!hasCondition) return undefined;
    if (context.exchange.inner?.takesData === false) return undefined;
    return applyPreconditions(reply, context, makeError);
  };
}

function checksOf(endpoint: Endpoint, context: LifecycleContext): readonly Step[] {
  return needed([
    guardStep(endpoint),
    identifyStep(context.user),
    fieldsStep,
    uploadStep(endpoint, context.permissions, context.uploads),
    bindStep,
    unknownArgumentsStep(endpoint, context.unknownArguments),
    mediaTypeStep(endpoint),
    settleStep(endpoint),
    validateStep(endpoint),
  ]);
}

function executionOf(endpoint: Endpoint, context: LifecycleContext): readonly Step[] {
  const made = interceptStep(endpoint) ?? invokeStep(endpoint);
  const { cache, links, responses } = context;
  const perform = declaredStep(endpoint, made, responses);
  return needed([
    authorizeStep(endpoint, context.permissions),
    cacheStep(endpoint, perform, cache, links, responses?.byDefault) ?? perform,
  ]);
}

function needed(steps: readonly (Step | undefined)[]): readonly Step[] {
  return steps.filter((step) => step !== undefined);
}

function forFilters({ ports }: Endpoint, steps: readonly Step[]): readonly Step[] {
  return ports.catchesRejections === true ? throwingRejections(steps) : steps;
}

/**
 * Applies `_fields`, which picks properties of the JSON: a class may write other properties than it has. Runs after
 * the cache, so that one entry serves all shapes.
 */
export function applyFields(reply: Reply, { query }: RequestContext): Reply {
  const fields = Object.hasOwn(query, '_fields') ? parseFields(query['_fields']) : undefined;
  const { status, headers, links } = reply;
  if (fields === undefined || status >= 400 || typeof reply.body.text() !== 'string') return reply;
  if (!reply.body.isJson) return reply;
  const data = reply.body.data();
  const picked = pickFields(data, fields);
  if (links !== undefined && !Array.isArray(data)) {
    // WordPress adds the links of a single object after it has picked its fields.
    const { _links } = data as { readonly _links: unknown };
    Object.assign(picked as object, { _links });
  }
  const body = ReplyBody.of(picked);
  const text = headers['etag'] === undefined ? undefined : body.text();
  // Different bytes need a different tag.
  if (typeof text === 'string') headers['etag'] = etagOf(text);
  return { ...reply, body };
}

/**
 * Applies `_envelope`: status, headers and body are put into a body of status 200, for clients that cannot
 * read them otherwise. Runs after the cache, so that one entry serves all shapes.
 */
export function applyEnvelope(reply: Reply, { query }: RequestContext): Reply {
  const text = Object.hasOwn(query, '_envelope') ? (reply.body.text() ?? 'null') : undefined;
  if (typeof text !== 'string') return reply;
  const { status, headers } = reply;
  // Scripts must not read cookies, least of all those that are `HttpOnly`.
  const { 'content-type': _type, 'set-cookie': _cookies, ...inner } = headers;
  const inside = reply.body.isJson || reply.body === ReplyBody.NONE ? text : JSON.stringify(text);
  const whole = `{"body":${inside},"status":${status},"headers":${JSON.stringify(inner)}}`;
  return { status: 200, headers: outerHeaders(reply), body: ReplyBody.ofContent(whole, true) };
}

/**
 * Cookies, which only headers set, and the headers that caches need outside of the envelope as well: they would
 * take a private response, or an error, for a plain 200, which some of them store by default.
 */
function outerHeaders({ status, headers }: Reply): ResponseHeaders {
  const outer: ResponseHeaders = {};
  for (const name of ['set-cookie', 'cache-control', 'vary', 'age', 'expires']) {
    const value = headers[name];
    if (value !== undefined) outer[name] = value;
  }
  if (status >= 400) outer['cache-control'] ??= 'no-store';
  return outer;
}

/**
 * Applies `If-Match` and `If-None-Match` by the entity tag of the response: 412 for a client that expects
 * another response, also if this one has no tag, 304 for one that already has it. Not for POST, PUT, PATCH and DELETE: their method has
 * done its work, and must check `If-Match` itself.
 *
 * @see RFC 9110, 13.1.1, 13.1.2, 13.2.2 and 15.4.5
 */
export function applyPreconditions(
  response: Reply,
  context: RequestContext,
  makeError: MakeError,
): Reply {
  const tag = response.headers['etag'];
  const etag = tag === undefined ? undefined : String(tag);
  if (response.status < 200 || response.status > 299) return response;
  if (context.method !== 'GET' && context.method !== 'HEAD') return response;
  if (!isMatch(context.exchange.headers['if-match'], etag))
    return failed(response, context, makeError);
  if (!isNotModified(context.exchange.headers['if-none-match'], etag)) return response;
  return { status: 304, headers: notModifiedHeaders(response.headers), body: ReplyBody.NONE };
}

function failed({ headers }: Reply, context: RequestContext, makeError: MakeError): Reply {
  context.failure = httpError('rest_precondition_failed');
  const response = makeError(context.failure);
  for (const name of ['allow', 'etag', 'vary']) {
    const value = headers[name];
    if (value !== undefined) response.headers[name] = value;
  }
  return response;
}
