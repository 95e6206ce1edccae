/** A header that is sent with each request of a command. Its value may be a credential, and is never shown. */
export type SentHeader = readonly [name: string, value: string];

export interface ReadOptions {
  /** From `parseHeaders`. None by default. */
  readonly headers?: readonly SentHeader[];
  /** For a whole response, in milliseconds; 30 seconds by default. */
  readonly timeout?: number;
  /** Receives the progress of a command, often: `Reading https://example.com/wp-json/: 3.1 MiB`. */
  readonly report?: (text: string) => void;
}

export const DEFAULT_TIMEOUT = 30_000;

/** The largest document that is read, in bytes: 20 MiB. The index of a large site has 2. */
export const LARGEST_DOCUMENT = 20 * 1024 * 1024;
