import type { CachePolicy } from '../../../../caching/cache-policy.js';
import { cachePartition } from '../../../../caching/keys/cache-partition.js';
import { isAnonymous } from '../../../../model/permissions/anonymous.js';
import { carriesCredentials } from '../../../../pipeline/caching/credentials.js';
import { observeVary, type ObservedPartition } from '../../../../pipeline/caching/observed-vary.js';
import type { CacheContext } from '../../../../pipeline/steps/cache.step.js';
import { whenReady, type Awaitable } from '../../../../shared/when-ready.js';
import type { PlainRequest } from '../../plain-request.js';

/** What decides the cache partition of a request to a handler. */
export interface PartitionParts {
  readonly policy: CachePolicy;
  readonly context: CacheContext;
  readonly identify: (request: PlainRequest) => Awaitable<void>;
  /** Whether the handler takes nothing of a request but its arguments. */
  readonly takesOnlyArguments: boolean;
}

/** The cache partition of a request; none for a caller that cannot be distinguished from others. */
export function partitionOf(
  request: PlainRequest,
  parts: PartitionParts,
): Awaitable<ObservedPartition> {
  const { policy, identify } = parts;
  switch (policy.sharing) {
    case 'custom':
      return whenReady(identify(request), () => observeVary(policy, request));
    case 'caller':
      return whenReady(identify(request), () => callerPartition(request, parts));
    default:
      return whenReady(cachePartition(policy, noCaller, undefined, request.headers), unobserved);
  }
}

function callerPartition(
  request: PlainRequest,
  { policy, context, takesOnlyArguments }: PartitionParts,
): Awaitable<ObservedPartition> {
  const found = cachePartition(policy, () => context.caller(request), undefined);
  return whenReady(found, (partition) => {
    if (partition !== undefined || !takesOnlyArguments) return unobserved(partition);
    return unobserved(isUnknown(request) ? anonymousPartition(request) : undefined);
  });
}

/** Whether nothing in a request identifies its sender. */
function isUnknown({ user, headers, raw }: PlainRequest): boolean {
  return isAnonymous(user) && !carriesCredentials(headers) && !hasClientCertificate(raw);
}

/**
 * The requests without a user and without credentials to one host: an application may have a tenant for each.
 * No partition of a user or of a `vary` begins with this text.
 */
function anonymousPartition({ headers }: PlainRequest): string {
  return `anonymous:${JSON.stringify([headers.host, headers['x-forwarded-host']])}`;
}

function hasClientCertificate(raw: unknown): boolean {
  const { socket } = raw as { readonly socket?: { readonly authorized?: unknown } };
  return socket?.authorized === true;
}

function unobserved(partition: string | undefined): ObservedPartition {
  return { partition, headers: undefined };
}

function noCaller(): undefined {
  return undefined;
}
