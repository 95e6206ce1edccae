import { InvalidArgumentException } from '../../diagnostics/invalid-argument.exception.js';

/** How `_embed` works. */
export interface EmbedOptions {
  /**
   * The number of requests that `_embed` makes for one response, each URL once; 100 by default. Further links
   * stay links. 0 switches `_embed` off.
   *
   * @throws InvalidArgumentException at startup, where it is no whole number from 0.
   */
  readonly maxRequests?: number;
}

const DEFAULT_REQUESTS = 100;

export function maxEmbeddedOf({ embed = {} }: { readonly embed?: EmbedOptions }): number {
  const { maxRequests = DEFAULT_REQUESTS } = embed;
  if (Number.isSafeInteger(maxRequests) && maxRequests >= 0) return maxRequests;
  throw new InvalidArgumentException(
    `RestModule: embed.maxRequests is a whole number from 0, not ${JSON.stringify(maxRequests)}.`,
  );
}
