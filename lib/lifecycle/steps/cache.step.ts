import type { HeaderLine, CacheableResponse, CachedResponse } from '../../caching/entry.js';
import { addCacheHeaders, servedPolicy, type ServedPolicy } from '../../caching/cache-headers.js';
import { cachePartition, cacheShape } from '../../caching/keys.js';
import type { ResponseCache } from '../../caching/response-cache.js';
import type { OnFailure } from '../../caching/store/store.js';
import { whenReady, type Awaitable } from '../../shared/promises.js';
import type { RequestContext } from '../request-context.js';
import type { Endpoint, Step } from '../endpoint.js';
import { canonicalReply } from '../responses/resolve-links.js';
import type { LinkSettings } from '../messages/link.js';
import type { Responses } from '../../routes/declaration/route-declaration.js';
import { describeRoute } from '../../routes/route-description.js';
import type { ResponseDefaults } from '../../routes/route.js';
import {
  hasJson,
  replyOf,
  toldStatus,
  contentOf,
  ReplyBody,
  type Reply,
} from '../messages/reply.js';
import { StreamableFile } from '@nestjs/common';
import { headersOf, linesOf } from '../messages/rest-response.js';

/** The parts that the cached routes of an application share. */
export interface CacheContext {
  /** The cache of a route. */
  readonly cacheFor: (endpoint: Endpoint) => ResponseCache;
  /** The id of the caller; `undefined` if there is none. */
  readonly caller: (context: RequestContext) => unknown;
  /** The headers that identify callers; `undefined` if they are not known. */
  readonly callerHeaders?: readonly string[] | undefined;
  /** Whether the client wants a new response, and may have one. */
  readonly mayRefresh: (context: RequestContext) => Awaitable<boolean>;
  readonly onFailure: OnFailure;
  /** Absent if no application has replaced the interceptor of the cache. */
  readonly intercept?: CacheInterception | undefined;
}

/** Responds to a request from the cache of its route, or runs a step inside of the cache. */
export type RespondFromCache = (requestContext: RequestContext, inner: Step) => Awaitable<void>;

/** Makes the step that is called in place of a route's cache. */
export type CacheInterception = (
  endpoint: Endpoint,
  inner: Step,
  respondFromCache: RespondFromCache,
) => Step;

/**
 * Responds from the cache, or runs the steps inside it: interceptors and method. The cache is outside of the
 * interceptors because it must store the response that was sent: in a store, the data would lose their classes, and
 * with them the rules by which a serializer leaves properties out.
 */
export function cacheStep(
  endpoint: Endpoint,
  inner: Step,
  context: CacheContext | undefined,
  links: LinkSettings,
  byDefault?: Responses,
): Step | undefined {
  const cached = context && cachedPartsOf(endpoint, context, byDefault);
  if (context === undefined || cached === undefined) return undefined;
  const route = new CachedSteps(cached, endpoint.definition.responseDefaults, links);
  if (context.intercept !== undefined) {
    return context.intercept(endpoint, inner, (requestContext, inside) =>
      route.respond(requestContext, inside),
    );
  }
  return (requestContext) => route.respond(requestContext, inner);
}

/**
 * The version of a route, for its entries: its arguments, permission and response, the method with its interceptors,
 * and the inputs by which it varies. During a rollout, two versions of a route share a store, and neither must send an
 * entry of the other.
 */
function shapeOf(
  { definition, controller, ports }: Endpoint,
  byDefault: Responses = 'returned',
): string {
  const application = { prefix: '', pageHeaders: [], responses: byDefault };
  const {
    arguments: args,
    permission,
    returns,
    responses,
  } = describeRoute(definition, application);
  const { methodName, responseDefaults, options, cache } = definition;
  const { prototype } = controller as { readonly prototype: object };
  const described = [args, permission, returns, responses, responseDefaults, options];
  const method: unknown = Reflect.get(prototype, methodName);
  return cacheShape([...described, method, ports.interceptedBy, cache?.policy.varyOf]);
}

/** The data that the cache has of a route, or of a handler of a plain controller. */
export interface CachedRouteParts {
  readonly policy: ServedPolicy;
  readonly routeId: string;
  /** Names the version of the route. */
  readonly shape: string;
  readonly responses: ResponseCache;
  readonly context: CacheContext;
}

export function cachedPartsOf(
  endpoint: Endpoint,
  context: CacheContext,
  byDefault?: Responses,
): CachedRouteParts | undefined {
  const { cache } = endpoint.definition;
  if (cache === undefined) return undefined;
  const policy = servedPolicy(cache.policy, context.callerHeaders);
  const responses = context.cacheFor(endpoint);
  const shape = shapeOf(endpoint, byDefault);
  return { policy, routeId: cache.routeId, shape, responses, context };
}

/** A route, or a handler of a plain controller, whose responses are cached. */
export abstract class CachedRoute {
  constructor(protected readonly cached: CachedRouteParts) {}

  protected partitionOf(subject: RequestContext): Awaitable<string | undefined> {
    const { policy, context } = this.cached;
    const identify = (): unknown => context.caller(subject);
    // The `RestRequest` is created only on its first read.
    const request = policy.sharing === 'custom' ? subject.request : undefined;
    return cachePartition(policy, identify, request, subject.headers);
  }

  protected mayRefresh(subject: RequestContext): Awaitable<boolean> {
    return this.cached.context.mayRefresh(subject);
  }

  protected find(
    subject: RequestContext,
    args: Readonly<Record<string, unknown>>,
    produce: () => Awaitable<CacheableResponse>,
  ): Awaitable<CachedResponse> {
    const { policy, routeId, shape, responses } = this.cached;
    return whenReady(this.partitionOf(subject), (partition) =>
      whenReady(this.mayRefresh(subject), (noCache) =>
        responses.respond({ policy, routeId, shape, args, partition, noCache }, produce),
      ),
    );
  }
}

/** One route whose replies are cached. */
class CachedSteps extends CachedRoute {
  #hasReportedHeaders = false;

  constructor(
    cached: CachedRouteParts,
    private readonly responseDefaults: ResponseDefaults,
    private readonly links: LinkSettings,
  ) {
    super(cached);
  }

  /** @param inner The steps inside the cache. */
  respond(requestContext: RequestContext, inner: Step): Awaitable<void> {
    const found = this.find(requestContext, requestContext.arguments, () =>
      this.#produce(requestContext, inner),
    );
    return whenReady(found, (cached) => {
      requestContext.response = replyOfCached(cached);
    });
  }

  async #produce(requestContext: RequestContext, inner: Step): Promise<CacheableResponse> {
    const before = requestContext.exchange.presetHeaders();
    await inner(requestContext);
    const changed = changedHeaderNames(before, requestContext.exchange.presetHeaders());
    if (changed.length > 0) this.#reportHeaders(changed);
    // After a response was sent, its status is on the adapter's response.
    const isWaiting = requestContext.response === undefined && requestContext.failure === undefined;
    const told = isWaiting ? requestContext.exchange : undefined;
    const made = replyOf(requestContext.result, this.responseDefaults, told);
    const reply = made.body.hasLinks ? canonicalReply(made, this.links, undefined) : made;
    const isRenewable = !told || toldStatus(told, this.responseDefaults) === undefined;
    return { ...cacheableOf(reply, changed.length === 0), isRenewable };
  }

  #reportHeaders(names: readonly string[]): void {
    if (this.#hasReportedHeaders) return;
    this.#hasReportedHeaders = true;
    const { context, routeId } = this.cached;
    context.onFailure({ kind: 'headers-outside', routeId, names });
  }
}

/**
 * The names of the headers that a method or an interceptor has set on the platform's own response. They reach one
 * client only: a response from the cache would not have them.
 */
function changedHeaderNames(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): readonly string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => String(before[name]) !== String(after[name]));
}

/** @param isComplete Whether the reply has all headers that the client gets. */
function cacheableOf(reply: Reply, isComplete: boolean): CacheableResponse {
  const content = contentOf(reply);
  const { status, links, page } = reply;
  const stored = {
    status,
    headers: [...linesOf(reply.headers)],
    hasRelativeLinks: links === undefined ? undefined : true,
    page,
  };
  return content instanceof StreamableFile
    ? { ...stored, body: undefined, storable: false, stream: content }
    : { ...stored, body: content, storable: isComplete };
}

function replyOfCached(cached: CachedResponse): Reply {
  const { status, headers: stored, produced, hasRelativeLinks, page } = cached;
  const headers = headersOf(stored);
  const hasOwnTag = headers['etag'] !== undefined;
  addCacheHeaders(headers, cached);
  // A stream is never stored: it is only in the reply that the method made for this request.
  const stream = produced?.stream;
  const body = stream === undefined ? bodyOf(cached) : ReplyBody.of(stream);
  const links = hasRelativeLinks === true ? { areRelative: true, hasOwnTag, stored } : undefined;
  return { status, headers, body, links, page };
}

/** The bodies of entries, by the headers that all replies of an entry share. */
const BODIES = new WeakMap<readonly HeaderLine[], ReplyBody>();

function bodyOf({ headers, body }: CachedResponse): ReplyBody {
  const known = BODIES.get(headers);
  if (known !== undefined) return known;
  const made = ReplyBody.ofContent(body, hasJson(headersOf(headers)));
  BODIES.set(headers, made);
  return made;
}
