import { InvalidArgumentException } from '../../diagnostics/invalid-argument.exception.js';
import { DEFAULT_MAX_WAIT, LONGEST_WAIT } from '../../pipeline/sub-requests/sub-requests.js';

/** How `_embed` works. */
export interface EmbedOptions {
  /**
   * The number of requests that `_embed` makes for one response, each URL once; 100 by default. Further links
   * stay links. 0 switches `_embed` off.
   *
   * @throws InvalidArgumentException at startup, where it is no whole number from 0.
   */
  readonly maxRequests?: number;
  /**
   * The bytes that what `_embed` fetches for one response may have together; 8,388,608 (8 MiB) by default. In place
   * of a response beyond it, its error is embedded.
   *
   * @throws InvalidArgumentException at startup, where it is no whole number above zero.
   */
  readonly maxBytes?: number;
  /**
   * The milliseconds until a request of `_embed` must have a response or have passed middleware, hooks and guards;
   * 10,000 by default. After it, the error `rest_request_blocked` is embedded for it and those after it.
   *
   * @throws InvalidArgumentException at startup, where it is no whole number above zero.
   */
  readonly maxWait?: number;
}

const DEFAULT_REQUESTS = 100;
const DEFAULT_BYTES = 8 * 1024 * 1024;

/** The limits of what is embedded into one response. */
export interface EmbedLimits {
  readonly maxRequests: number;
  readonly maxBytes: number;
  /** In milliseconds. */
  readonly maxWait: number;
}

export function embedLimitsOf({ embed = {} }: { readonly embed?: EmbedOptions }): EmbedLimits {
  const {
    maxRequests = DEFAULT_REQUESTS,
    maxBytes = DEFAULT_BYTES,
    maxWait = DEFAULT_MAX_WAIT,
  } = embed;
  if (!Number.isSafeInteger(maxRequests) || maxRequests < 0) {
    throw new InvalidArgumentException(
      `RestModule: embed.maxRequests is a whole number from 0, not ${JSON.stringify(maxRequests)}.`,
    );
  }
  if (!Number.isSafeInteger(maxBytes) || maxBytes < 1) {
    throw new InvalidArgumentException(
      `RestModule: embed.maxBytes is a whole number above zero, not ${JSON.stringify(maxBytes)}.`,
    );
  }
  if (!Number.isSafeInteger(maxWait) || maxWait < 1 || maxWait > LONGEST_WAIT) {
    throw new InvalidArgumentException(
      `RestModule: embed.maxWait is a whole number of milliseconds from 1 to ${LONGEST_WAIT}, not ${JSON.stringify(maxWait)}.`,
    );
  }
  return { maxRequests, maxBytes, maxWait };
}
