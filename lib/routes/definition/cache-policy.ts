/**
 * The callers that share an entry: all, each only with itself, those that send the same headers, or those with the same
 * text of a function.
 */
export type Sharing = 'everyone' | 'caller' | 'headers' | 'custom';

/** Makes the tags of a response from its typed arguments. */
export type CacheTags = (args: Readonly<Record<string, unknown>>) => readonly string[];

/** The caching of the responses of one route, decided at startup. Times in milliseconds. */
export interface CachePolicy<Request = never> {
  readonly ttl: number;
  readonly staleWhileRevalidate: number;
  readonly sharing: Sharing;
  /** If `sharing` is `custom`. */
  readonly varyOf: ((request: Request) => string | PromiseLike<string>) | undefined;
  /** If `sharing` is `headers`: their names as written, each once. */
  readonly headers: readonly string[];
  readonly tags: CacheTags;
  /** Whether anyone may call the route. */
  readonly isPublic: boolean;
}

/** The caching headers for clients and for caches in front of this process. */
interface ClientCaching {
  readonly cacheControl: string;
  /** The request headers that the response depends on; `undefined` for none. */
  readonly vary: string | undefined;
}

/** For responses that have no entry: other caches must revalidate them each time. */
export const NOT_FOR_CACHES: ClientCaching = { cacheControl: 'private, no-cache', vary: undefined };

/** Request headers that carry credentials: a response that depends on them belongs to one user. */
const CREDENTIALS: ReadonlySet<string> = new Set([
  'authorization',
  'cookie',
  'proxy-authorization',
]);

/**
 * The caching headers of a policy.
 *
 * `max-age` is the whole lifetime, not the rest of it: clients subtract `Age` themselves, and a hit has
 * the same header as the fresh response.
 *
 * With a `vary` function a response is always private and revalidated. The function may read more than
 * the request: the asynchronous context, the clock, the state of a module. Another cache cannot know
 * that, and would give the response of one user to all. The same holds for a response to one user if the
 * headers that identify users are not known. If guards decide who may call, this cache asks them on every
 * request, and another cache would not: the response is as one to a user.
 *
 * @see RFC 9111 §5.2.2, RFC 5861 §3
 */
function clientCachingOf(
  { ttl, staleWhileRevalidate, sharing, isPublic, headers: stated }: CachePolicy,
  callerHeaders: readonly string[] | undefined,
  isGuarded: boolean,
  chosenBy: ChosenBy,
): ClientCaching {
  if (sharing === 'custom' || chosenBy.headers === undefined) return NOT_FOR_CACHES;
  const headers = [...stated, ...chosenBy.headers];
  const isOfCaller = sharing === 'caller' || !isPublic || isGuarded;
  if (isOfCaller && callerHeaders === undefined) {
    return { ...NOT_FOR_CACHES, vary: listOf(headers) };
  }
  const isShared = !isOfCaller && !headers.some(isCredential);
  return {
    cacheControl: [isShared ? 'public' : 'private', ...lifetimes(ttl, staleWhileRevalidate)].join(
      ', ',
    ),
    vary: listOf(isShared ? headers : [...headers, ...(callerHeaders ?? [])]),
  };
}

function isCredential(header: string): boolean {
  return CREDENTIALS.has(header.toLowerCase());
}

/** Each name once, ignoring case; `undefined` for none. */
function listOf(names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  return [...new Map(names.map((name) => [name.toLowerCase(), name])).values()].join(', ');
}

function lifetimes(ttl: number, staleWhileRevalidate: number): readonly string[] {
  const stale = seconds(staleWhileRevalidate);
  return [`max-age=${seconds(ttl)}`, ...(stale > 0 ? [`stale-while-revalidate=${stale}`] : [])];
}

/** Rounds down: other caches may drop a response early, and must not keep it too long. */
function seconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}

/** How the container chooses between methods of one URL. */
export interface ChosenBy {
  /** The request headers, such as that of a version; `undefined` if something else decides. */
  readonly headers: readonly string[] | undefined;
}

const BY_URL: ChosenBy = { headers: [] };

/** A policy with the headers for other caches, which are the same for all its requests. */
export interface ServedPolicy<Request = never> extends CachePolicy<Request> {
  readonly client: ClientCaching;
}

/**
 * Adds the headers for other caches to a policy, once for all requests.
 *
 * @param callerHeaders The request headers that identify callers; `undefined` if they are not known.
 * @param isGuarded Whether guards of the application decide who may call.
 */
export function servedPolicy<Request>(
  policy: CachePolicy<Request>,
  callerHeaders: readonly string[] | undefined,
  isGuarded = false,
  chosenBy = BY_URL,
): ServedPolicy<Request> {
  const client = clientCachingOf(policy, callerHeaders, isGuarded, chosenBy);
  return Object.freeze({ ...policy, client });
}
