import type { DiagnosticCode } from '../diagnostics/diagnostic-catalogue.js';
import { areHeaderNames } from '../shared/header-names.js';
import { CALLER_HEADERS, clientCachingOf, type ClientCaching } from './headers/cache-control.js';
import { parseDuration, type Duration } from '../model/durations/duration.js';

/** What `@Cache` takes. */
export interface CacheOptions<Request = never> {
  readonly ttl: Duration;
  readonly staleWhileRevalidate?: Duration;
  readonly vary?:
    | 'none'
    | 'user'
    | { readonly headers: readonly string[] }
    | ((request: Request) => string | PromiseLike<string>);
  readonly tags?: readonly string[] | CacheTags;
}

/** Makes the tags of a response from its typed arguments. */
export type CacheTags = (args: Readonly<Record<string, unknown>>) => readonly string[];

/** What a policy needs to know of its route. */
export interface CachedRoute {
  readonly isPublic: boolean;
  /** The method sees more than its arguments: the request, or what a decorator of Nest's takes from it. */
  readonly takesRequest: boolean;
  /** What callers are told apart by; `Authorization` and `Cookie` by default. */
  readonly callerHeaders?: readonly string[];
}

/**
 * Who shares an entry: everybody, each caller alone, those who send the same headers, or those for whom
 * a function says the same.
 */
export type Sharing = 'everyone' | 'caller' | 'headers' | 'custom';

/** How the responses of one route are cached, decided at boot. Times in milliseconds. */
export interface CachePolicy<Request = never> {
  readonly ttl: number;
  readonly staleWhileRevalidate: number;
  readonly sharing: Sharing;
  /** Where `sharing` is `custom`. */
  readonly varyOf: ((request: Request) => string | PromiseLike<string>) | undefined;
  /** Where `sharing` is `headers`: their names as they were written, each once. */
  readonly headers: readonly string[];
  readonly tags: CacheTags;
  readonly isPublic: boolean;
  /** What other caches are told, where it is the same for every request. */
  readonly client: ClientCaching;
  readonly callerHeaders: readonly string[];
}

/** Why options are no policy. */
export interface PolicyDiagnostic {
  readonly code: DiagnosticCode;
  readonly expected: string;
  readonly received: string;
}

/** The policy that the options of a route state, or what is wrong with them. */
export function compileCachePolicy<Request>(
  options: CacheOptions<Request>,
  { isPublic, takesRequest, callerHeaders = CALLER_HEADERS }: CachedRoute,
): CachePolicy<Request> | PolicyDiagnostic {
  const { vary, tags } = options;
  const ttl = parseDuration(options.ttl);
  const staleWhileRevalidate = parseDuration(options.staleWhileRevalidate ?? '0s');
  if (ttl === undefined || ttl === 0) return notADuration('ttl', options.ttl);
  if (staleWhileRevalidate === undefined) {
    return notADuration('staleWhileRevalidate', options.staleWhileRevalidate);
  }
  const sharing = sharingOf(vary, isPublic);
  if (sharing === undefined || (vary === undefined && takesRequest)) {
    const received = vary === undefined ? 'nothing' : JSON.stringify(vary);
    return { code: 'RR1022', expected: "vary: 'none', 'user', headers or a function", received };
  }
  const varyOf = typeof vary === 'function' ? vary : undefined;
  const headers = typeof vary === 'object' ? distinctNames(vary.headers) : [];
  const plan = { ttl, staleWhileRevalidate, sharing, isPublic, headers, callerHeaders };
  return Object.freeze({ ...plan, varyOf, tags: tagsOf(tags), client: clientCachingOf(plan) });
}

export function isPolicyDiagnostic(result: object): result is PolicyDiagnostic {
  return 'code' in result;
}

function sharingOf(vary: unknown, isPublic: boolean): Sharing | undefined {
  if (vary === undefined) return isPublic ? 'everyone' : 'caller';
  if (typeof vary === 'function') return 'custom';
  if (vary === 'none') return 'everyone';
  if (vary === 'user') return 'caller';
  const isList = typeof vary === 'object' && vary !== null && 'headers' in vary;
  return isList && areHeaderNames(vary.headers) ? 'headers' : undefined;
}

/** Names of headers do not differ by case. */
function distinctNames(names: readonly string[]): readonly string[] {
  return [...new Map(names.map((name) => [name.toLowerCase(), name])).values()];
}

function tagsOf(tags: CacheOptions['tags'] = []): CacheTags {
  if (typeof tags === 'function') return tags;
  const list = Object.freeze([...tags].sort());
  return () => list;
}

function notADuration(name: string, value: unknown): PolicyDiagnostic {
  return {
    code: 'RR1024',
    expected: `${name} with a unit, ${name === 'ttl' ? 'more than zero, ' : ''}at most a year`,
    received: JSON.stringify(value) ?? 'nothing',
  };
}
