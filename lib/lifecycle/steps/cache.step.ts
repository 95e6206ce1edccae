import type { HeaderLine, CacheableResponse, CachedResponse } from '../../caching/entry.js';
import { addCacheHeaders, servedPolicy, type ServedPolicy } from '../../caching/cache-headers.js';
import { cachePartition, cacheShape } from '../../caching/keys.js';
import type { ResponseCache } from '../../caching/response-cache.js';
import type { OnFailure } from '../../caching/store/store.js';
import { whenReady, type Awaitable } from '../../shared/promises.js';
import { callerHeadersOf, observeVary, type ObservedPartition } from '../caching/observed-reads.js';
import type { RequestContext, Endpoint, Step } from '../request-context.js';
import { canonicalReply } from '../links/resolve-links.js';
import type { LinkSettings } from '../links/link.js';
import type { ResponsePolicy } from '../responses/response-policy.js';
import type { Responses } from '../../routes/declaration/route-declaration.js';
import { describeRoute } from '../../routes/route-description.js';
import type { ResponseDefaults } from '../../routes/route.js';
import { replyOf, contentOf, ReplyBody, type Reply, type ReplyLinks } from '../responses/reply.js';
import { StreamableFile } from '@nestjs/common';
import { headersOf, linesOf } from '../responses/rest-response.js';

/** A reply of the method, as the cache sees it. */
interface Cacheable extends CacheableResponse {
  readonly reply: Reply;
}

/** What an entry notes of a reply beside its headers. No header can have such a name. */
const LINKS = ':links';

const PAGE = ':page';

/** What the cached routes of an application share. */
export interface CacheContext {
  /** The cache of a route. */
  readonly cacheFor: (endpoint: Endpoint) => ResponseCache;
  /** The id of the caller; `undefined` where there is none. */
  readonly caller: (context: RequestContext) => unknown;
  /** The headers that identify callers; `undefined` where the application states none. */
  readonly callerHeaders?: readonly string[] | undefined;
  /** Whether the client wants a new response, and may have one. */
  readonly mayRefresh: (context: RequestContext) => Awaitable<boolean>;
  readonly onFailure: OnFailure;
  /** Absent where no application has replaced the interceptor of the cache. */
  readonly intercept?: CacheInterception;
}

/** Responds to a request from the cache of its route, else runs a step inside of the cache. */
export type RespondFromCache = (requestContext: RequestContext, inner: Step) => Awaitable<void>;

/** Makes the step that is called in the place of a route's cache. */
export type CacheInterception = (
  endpoint: Endpoint,
  inner: Step,
  respondFromCache: RespondFromCache,
) => Step;

/**
 * Responds from the cache, else runs the steps inside it: interceptors and method. The cache is outside of
 * the interceptors because it must store what was sent: the data would lose their classes in a store, and
 * with them the rules by which a serializer leaves properties out.
 */
export function cacheStep(
  endpoint: Endpoint,
  inner: Step,
  { cache: context, links, responses: sent }: CacheStepContext,
): Step | undefined {
  const cached = context && cachedPartsOf(endpoint, context, sent?.byDefault);
  if (context === undefined || cached === undefined) return undefined;
  const parts = { responseDefaults: endpoint.definition.responseDefaults, links };
  if (context.intercept !== undefined) {
    return context.intercept(endpoint, inner, (requestContext, inside) =>
      new CachedSteps(cached, { ...parts, inner: inside }).respond(requestContext),
    );
  }
  const route = new CachedSteps(cached, { ...parts, inner });
  return (requestContext) => route.respond(requestContext);
}

interface CacheStepContext {
  readonly cache?: CacheContext;
  readonly links: LinkSettings;
  readonly responses?: ResponsePolicy | undefined;
}

/**
 * Names what an entry of a route is made for: its arguments, permission and response, the method with its
 * interceptors, and by what it varies. While a new version is rolled out, two versions of a route share a store,
 * and neither sends what the other made.
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

/** What the cache knows of a route, or of a handler of a plain controller. */
export interface CachedRouteParts {
  readonly policy: ServedPolicy;
  readonly routeId: string;
  /** Names the version of the route. */
  readonly shape: string;
  readonly responses: ResponseCache;
  readonly context: CacheContext;
}

/** The cache of an endpoint; `undefined` where it has none. */
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

  protected partitionOf(subject: RequestContext): Awaitable<ObservedPartition> {
    const { policy, context } = this.cached;
    if (policy.sharing === 'custom') return observeVary(policy, subject);
    const identify = (): unknown => context.caller(subject);
    // Without the `RestRequest`, which is created only where something reads it.
    const found = cachePartition(policy, identify, undefined, subject.headers);
    return whenReady(found, (partition) => ({ partition, headers: undefined }));
  }

  protected mayRefresh(subject: RequestContext): Awaitable<boolean> {
    return this.cached.context.mayRefresh(subject);
  }

  protected callerHeadersOf(subject: RequestContext): ReturnType<typeof callerHeadersOf> {
    return callerHeadersOf(subject);
  }

  /** Finds the response to a request, or makes it. */
  protected find<Produced extends CacheableResponse>(
    subject: RequestContext,
    args: Readonly<Record<string, unknown>>,
    produce: () => Awaitable<Produced>,
  ): Awaitable<CachedResponse<Produced>> {
    const { policy, routeId, shape, responses } = this.cached;
    return whenReady(this.partitionOf(subject), ({ partition, headers: varyHeaders }) =>
      whenReady(this.mayRefresh(subject), (noCache) => {
        const callerHeaders = this.callerHeadersOf(subject);
        const visit = {
          policy,
          routeId,
          shape,
          args,
          partition,
          noCache,
          varyHeaders,
          callerHeaders,
        };
        return responses.respond(visit, produce);
      }),
    );
  }
}

interface CachedStepsParts {
  readonly responseDefaults: ResponseDefaults;
  readonly inner: Step;
  readonly links: LinkSettings;
}

/** The steps of one route inside the cache. */
class CachedSteps extends CachedRoute {
  readonly #parts: CachedStepsParts;
  #hasReportedHeaders = false;

  constructor(cached: CachedRouteParts, parts: CachedStepsParts) {
    super(cached);
    this.#parts = parts;
  }

  respond(requestContext: RequestContext): Awaitable<void> {
    const found = this.find(requestContext, requestContext.arguments, () =>
      this.#produce(requestContext),
    );
    return whenReady(found, (cached) => {
      requestContext.response = replyOfCached(cached);
    });
  }

  async #produce(requestContext: RequestContext): Promise<Cacheable> {
    const { inner, responseDefaults, links } = this.#parts;
    const before = requestContext.exchange.presetHeaders();
    await inner(requestContext);
    const changed = changedHeaderNames(before, requestContext.exchange.presetHeaders());
    if (changed.length > 0) this.#reportHeaders(changed);
    const reply = canonicalReply(
      replyOf(requestContext.result, responseDefaults),
      links,
      undefined,
    );
    return cacheableOf(reply, changed.length === 0);
  }

  /** Reports once that the route cannot be cached. */
  #reportHeaders(names: readonly string[]): void {
    if (this.#hasReportedHeaders) return;
    this.#hasReportedHeaders = true;
    const { context, routeId } = this.cached;
    context.onFailure({ kind: 'headers-outside', routeId, names });
  }
}

type Headers = Readonly<Record<string, unknown>>;

/**
 * The names of the headers that a method or an interceptor has set on the platform's own response. They
 * reach one client only: a response from the cache would lack them.
 */
export function changedHeaderNames(before: Headers, after: Headers): readonly string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => String(before[name]) !== String(after[name]));
}

/** @param isComplete Whether the reply has all headers that the client gets. */
function cacheableOf(reply: Reply, isComplete: boolean): Cacheable {
  const content = contentOf(reply);
  const { status, headers, links, page } = reply;
  const lines = [...linesOf(headers)];
  if (links !== undefined) lines.push([LINKS, links.place]);
  if (page !== undefined) lines.push([PAGE, `${page.page} ${page.argument}`]);
  const isStream = content instanceof StreamableFile;
  const body = isStream ? undefined : content;
  return { status, headers: lines, body, storable: isComplete && !isStream, reply };
}

/** The reply that the client gets, with the headers of the cache. */
function replyOfCached(cached: CachedResponse<Cacheable>): Reply {
  const { status, headers: stored, produced } = cached;
  const hasNotes = stored.some(isNote);
  const headers = headersOf(hasNotes ? stored.filter((line) => !isNote(line)) : stored);
  addCacheHeaders(headers, cached);
  // A stream is never stored: it is found only in the reply that the method made for this request.
  const stream = produced?.reply.body.stream;
  const body = stream === undefined ? bodyOf(cached) : ReplyBody.of(stream);
  if (!hasNotes) return { status, headers, body };
  const [page, argument = ''] = noteOf(stored, PAGE)?.split(' ') ?? [];
  return {
    status,
    headers,
    body,
    links: linksOf(stored),
    page: page === undefined ? undefined : { page: Number(page), argument },
  };
}

/** The bodies of entries, by the headers that all replies of an entry share. */
const BODIES = new WeakMap<readonly HeaderLine[], ReplyBody>();

function bodyOf({ headers, body }: CachedResponse): ReplyBody {
  const known = BODIES.get(headers);
  if (known !== undefined) return known;
  const made = ReplyBody.ofContent(body, true);
  BODIES.set(headers, made);
  return made;
}

function isNote([name]: HeaderLine): boolean {
  return name === LINKS || name === PAGE;
}

function linksOf(stored: readonly HeaderLine[]): ReplyLinks | undefined {
  const place = noteOf(stored, LINKS);
  if (place === undefined) return undefined;
  const hasOwnTag = noteOf(stored, 'etag') !== undefined;
  return { place: place === 'object' ? place : 'list', areRelative: true, hasOwnTag, stored };
}

function noteOf(lines: readonly HeaderLine[], note: string): string | undefined {
  return lines.find(([name]) => name === note)?.[1];
}
