import { servedPolicy, type ServedPolicy } from '../../routes/definition/cache-policy.js';
import type { HeaderLine } from '../../shared/header-names.js';
import type { CacheableResponse, CachedResponse } from './engine/entry.js';
import { addCacheHeaders } from './engine/cache-headers.js';
import { cachePartition, cacheVersion } from './engine/keys.js';
import type { ResponseCache } from './engine/response-cache.js';
import type { OnFailure } from './engine/store/store.js';
import { whenReady, type Awaitable } from '../../shared/promises.js';
import type { RequestContext } from '../../lifecycle/request-context.js';
import type { Endpoint, Step } from '../../lifecycle/endpoint.js';
import type { OnMade } from '../../lifecycle/extension.js';
import type { Responses } from '../../routes/declaration/route-declaration.js';
import { describeRoute } from '../../routes/route-description.js';
import { replyOf, ReplyBody, type Reply } from '../../lifecycle/messages/reply.js';
import { headersOf } from '../../lifecycle/messages/rest-response.js';
import { cacheableOf, changedHeaderNames, storedBody } from './stored-reply.js';

/** The services that all cached routes of an application share. */
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

/** Responds to a request from the cache of its route, or runs the wrapped step. */
export type RespondFromCache = (requestContext: RequestContext, wrapped: Step) => Awaitable<void>;

/** Makes the step that is called in place of a route's cache. */
export type CacheInterception = (
  endpoint: Endpoint,
  wrapped: Step,
  respondFromCache: RespondFromCache,
) => Step;

/**
 * Responds from the cache, or runs the wrapped step: interceptors and method. The cache is outside of the interceptors,
 * because it stores the response that was sent: stored data have no classes, and a serializer needs the classes to know
 * which properties to omit.
 */
export function cacheStep(
  endpoint: Endpoint,
  wrapped: Step,
  context: CacheContext,
  onMade: OnMade,
  byDefault?: Responses,
): Step | undefined {
  const cached = cachedDataOf(endpoint, context, byDefault);
  if (cached === undefined) return undefined;
  const respond = respondFrom(cached, onMade);
  if (context.intercept !== undefined) return context.intercept(endpoint, wrapped, respond);
  return (requestContext) => respond(requestContext, wrapped);
}

/**
 * The version of a route, for its entries: its arguments, permission and response, the method with its interceptors,
 * and the inputs by which it varies. During a rollout, two versions of a route share a store, and neither must send an
 * entry of the other.
 */
function versionOf(
  { definition, controller, ports }: Endpoint,
  byDefault: Responses = 'returned',
): string {
  const application = {
    prefix: '',
    pageHeaders: [],
    responses: byDefault,
    unknownArguments: 'ignore',
  } as const;
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
  return cacheVersion([...described, method, ports.interceptedBy, cache?.policy.varyOf]);
}

/** The settings of a cached route, or of a cached handler of a plain controller. */
export interface CachedRouteData<Context extends RequestContext = RequestContext> {
  readonly policy: ServedPolicy;
  readonly routeId: string;
  /** Names the version of the route. */
  readonly version: string;
  readonly responses: ResponseCache;
  readonly onFailure: OnFailure;
  /** The callers that share entries with a request; `undefined` for a caller that cannot be distinguished from others. */
  readonly partitionOf: (context: Context) => Awaitable<string | undefined>;
  /** Is called after `partitionOf` has settled. */
  readonly mayRefresh: (context: Context) => Awaitable<boolean>;
}

export function cachedDataOf(
  endpoint: Endpoint,
  { cacheFor, caller, callerHeaders, mayRefresh, onFailure }: CacheContext,
  byDefault?: Responses,
): CachedRouteData | undefined {
  const { cache } = endpoint.definition;
  if (cache === undefined) return undefined;
  const { isGuarded = false, chosenBy } = endpoint.ports;
  const isForCallers = isGuarded && !cache.statesVary;
  const policy = servedPolicy(cache.policy, callerHeaders, isForCallers, chosenBy);
  const responses = cacheFor(endpoint);
  const version = versionOf(endpoint, byDefault);
  const partitionOf = (context: RequestContext): Awaitable<string | undefined> => {
    // The `RestRequest` is created only on its first read.
    const request = policy.sharing === 'custom' ? context.request : undefined;
    return cachePartition(policy, () => caller(context), request, context.headers);
  };
  const { routeId } = cache;
  return { policy, routeId, version, responses, onFailure, partitionOf, mayRefresh };
}

/** The response of a request from the cache of its route, or from `produce`. */
export function findCached<Context extends RequestContext>(
  cached: CachedRouteData<Context>,
  context: Context,
  args: Readonly<Record<string, unknown>>,
  produce: () => Awaitable<CacheableResponse>,
): Awaitable<CachedResponse> {
  const { policy, routeId, version, responses } = cached;
  return whenReady(cached.partitionOf(context), (partition) =>
    whenReady(cached.mayRefresh(context), (noCache) =>
      responses.respond({ policy, routeId, version, args, partition, noCache }, produce),
    ),
  );
}

/** Responds from the cache of a route, or with the reply of the wrapped step. */
function respondFrom(cached: CachedRouteData, onMade: OnMade): RespondFromCache {
  let hasReportedHeaders = false;
  const produce = async (context: RequestContext, wrapped: Step): Promise<CacheableResponse> => {
    const before = context.exchange.appliedHeaders();
    await wrapped(context);
    context.hideHeaders();
    const names = changedHeaderNames(before, context.exchange.appliedHeaders());
    if (names.length > 0 && !hasReportedHeaders) {
      hasReportedHeaders = true;
      cached.onFailure({ kind: 'headers-outside', routeId: cached.routeId, names });
    }
    // After a response was sent, its status is on the adapter's response.
    const isWaiting = context.response === undefined && context.failure === undefined;
    const applied = isWaiting ? context : undefined;
    const reply = onMade(replyOf(context, context.defaults, applied), undefined);
    const isRenewable = applied?.appliedStatus === undefined;
    return { ...cacheableOf(reply, names.length === 0), isRenewable };
  };
  return (context, wrapped) => {
    const found = findCached(cached, context, context.arguments, () => produce(context, wrapped));
    return whenReady(found, (response) => {
      context.response = replyOfCached(response);
    });
  };
}

function replyOfCached(cached: CachedResponse): Reply {
  const { status, headers: stored, produced, hasRelativeLinks, page, location } = cached;
  const headers = headersOf(stored);
  const hasOwnTag = headers['etag'] !== undefined;
  addCacheHeaders(headers, cached);
  // A stream is never stored: it is only in the reply that the method made for this request.
  const stream = produced?.stream;
  const body = stream === undefined ? bodyOf(cached) : ReplyBody.of(stream);
  const links = hasRelativeLinks === true ? { areRelative: true, hasOwnTag, stored } : undefined;
  return { status, headers, body, links, page, location };
}

/** The bodies of entries, by the headers that all replies of an entry share. */
const BODIES = new WeakMap<readonly HeaderLine[], ReplyBody>();

function bodyOf({ headers, body, hasBigInts = false }: CachedResponse): ReplyBody {
  const known = BODIES.get(headers);
  if (known !== undefined) return known;
  const made = storedBody(headersOf(headers), body, hasBigInts);
  BODIES.set(headers, made);
  return made;
}
