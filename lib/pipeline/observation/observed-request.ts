import { whenReady, type Awaitable } from '../../shared/when-ready.js';
import { entrySharer } from '../../caching/keys/cache-partition.js';
import type { CachePolicy } from '../../caching/cache-policy.js';
import type { RequestContext } from '../request-context.js';
import { RestRequest, type RequestParts } from '../../model/request/rest-request.js';

/** Whose entry a request asks for, and by which headers that was decided. */
export interface ObservedVary {
  readonly caller: string | undefined;
  /** `undefined` where the function has looked at more than headers. */
  readonly headers: readonly string[] | undefined;
}

/**
 * Asks a `vary` function, and notes which headers it looks at, for `Vary`. That is no proof that it looks
 * at nothing else: see `clientCachingOf`.
 */
export function observeVary(policy: CachePolicy, context: RequestContext): Awaitable<ObservedVary> {
  const seen = new Set<string>();
  let looksElsewhere = false;
  const note = (name: string | symbol): void => {
    if (typeof name === 'string') seen.add(name);
  };
  const headers = new Proxy(context.exchange.headers, {
    get: (target, name) => {
      note(name);
      return Reflect.get(target, name) as unknown;
    },
    has: (target, name) => {
      note(name);
      return Reflect.has(target, name);
    },
    getOwnPropertyDescriptor: (target, name) => {
      note(name);
      return Reflect.getOwnPropertyDescriptor(target, name);
    },
    // Listing the headers is looking at all of them.
    ownKeys: (target) => {
      looksElsewhere = true;
      return Reflect.ownKeys(target);
    },
  });
  const parts = new Proxy<RequestParts>(context, {
    get: (target, name) => {
      if (name === 'headers') return headers;
      looksElsewhere = true;
      return Reflect.get(target, name) as unknown;
    },
  });
  const found = entrySharer(policy, () => undefined, new RestRequest(parts));
  // What it looked at is known once it has answered.
  return whenReady(found, (caller) => ({
    caller,
    headers: looksElsewhere ? undefined : [...seen],
  }));
}
