/** Makes the tags of a response from its typed arguments. */
export type CacheTags = (args: Readonly<Record<string, unknown>>) => readonly string[];

/**
 * Which callers share an entry: all, none with another, those who send the same headers, or those with
 * the same text from a function.
 */
export type Sharing = 'everyone' | 'caller' | 'headers' | 'custom';

/** How the responses of one route are cached, decided at startup. Times in milliseconds. */
export interface CachePolicy<Request = never> {
  readonly ttl: number;
  readonly staleWhileRevalidate: number;
  readonly sharing: Sharing;
  /** Where `sharing` is `custom`. */
  readonly varyOf: ((request: Request) => string | PromiseLike<string>) | undefined;
  /** Where `sharing` is `headers`: their names as written, each once. */
  readonly headers: readonly string[];
  readonly tags: CacheTags;
  /** Whether anyone may call the route. */
  readonly isPublic: boolean;
}
