import type { IncomingHttpHeaders } from 'node:http';
import { type RequestParts, RestRequest } from '../../routes/rest-request.js';
import type { CachePolicy } from '../../caching/entry.js';
import { cachePartition } from '../../caching/keys.js';
import { whenReady, type Awaitable } from '../../shared/promises.js';
import type { CallerNotes } from '../request-context.js';

/** Notes which headers of a request are read, and whether anything else of it is read. */
class ObservedReads {
  readonly #headers = new Set<string>();
  #hasReadMore = false;
  #hasReadUrl = false;

  /**
   * @param urlParts The properties of a request that count as part of the URL; none by default.
   * @param ignored The property whose reads are not noted.
   */
  constructor(
    private readonly urlParts: ReadonlySet<string | symbol> = new Set(),
    private readonly ignored?: string,
  ) {}

  /** Whether one of the `urlParts` was read. */
  get hasReadUrl(): boolean {
    return this.#hasReadUrl;
  }

  /** The names of the headers that were read; `undefined` if anything other than single headers was read. */
  get headerNames(): readonly string[] | undefined {
    return this.#hasReadMore ? undefined : [...this.#headers];
  }

  /** The same request, with each read noted. */
  observe(request: RequestParts, headers: IncomingHttpHeaders): RequestParts {
    const observed = this.#observeHeaders(headers);
    return new Proxy(request, {
      get: (target, name) => {
        if (name === 'headers') return observed;
        if (this.urlParts.has(name)) this.#hasReadUrl = true;
        else if (name !== this.ignored) this.#hasReadMore = true;
        return Reflect.get(target, name) as unknown;
      },
    });
  }

  #observeHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
    return new Proxy(headers, {
      get: (target, name): unknown => Reflect.get(target, this.#note(name)),
      has: (target, name) => Reflect.has(target, this.#note(name)),
      getOwnPropertyDescriptor: (target, name) =>
        Reflect.getOwnPropertyDescriptor(target, this.#note(name)),
      // A list of the headers depends on all of them.
      ownKeys: (target) => {
        this.#hasReadMore = true;
        return Reflect.ownKeys(target);
      },
    });
  }

  #note(name: string | symbol): string | symbol {
    if (typeof name === 'string') this.#headers.add(name);
    return name;
  }
}

/** The properties that come from the URL: another cache keeps the responses of two URLs apart. */
const URL_PARTS: ReadonlySet<string | symbol> = new Set([
  'method',
  'original',
  'path',
  'route',
  'params',
  'query',
  'arguments',
]);

/** Notes the parts of a request that identify its caller. */
export class CallerReads implements CallerNotes {
  /** `caller` gets the user. The reads with which `user` identified that user are noted here too. */
  readonly #reads = new ObservedReads(URL_PARTS, 'user');

  /** The request that the option `user` or `caller` gets. */
  observe(parts: RequestParts): RestRequest {
    return new RestRequest(this.#reads.observe(parts, parts.headers));
  }

  /**
   * The headers that identified the caller; `undefined` if anything else may have identified it, such as the
   * certificate of the connection, the address, or a value that a guard has set.
   */
  get headers(): readonly string[] | undefined {
    const { headerNames, hasReadUrl } = this.#reads;
    const isKnown = headerNames !== undefined && (headerNames.length > 0 || hasReadUrl);
    return isKnown ? headerNames : undefined;
  }
}

/** `undefined` if nothing was noted: the application states the headers, or the request is in process. */
export function callerHeadersOf({
  callerReads,
}: {
  readonly callerReads: CallerNotes | undefined;
}): readonly string[] | 'unknown' | undefined {
  return callerReads === undefined ? undefined : (callerReads.headers ?? 'unknown');
}

/** The cache partition of a request, and the headers that it depends on. */
export interface ObservedPartition {
  readonly partition: string | undefined;
  /** `undefined` if a `vary` function has read more of the request than single headers. */
  readonly headers: readonly string[] | undefined;
}

/**
 * Calls the `vary` function of a policy, and notes which headers it reads, for the `Vary` of the response. This does
 * not prove that it reads nothing else: see `clientCachingOf`.
 */
export function observeVary(
  policy: CachePolicy,
  parts: RequestParts,
): Awaitable<ObservedPartition> {
  const reads = new ObservedReads();
  const observed = reads.observe(parts, parts.headers);
  const found = cachePartition(policy, () => undefined, new RestRequest(observed));
  // The reads of the function are known only after it has returned.
  return whenReady(found, (partition) => ({ partition, headers: reads.headerNames }));
}
