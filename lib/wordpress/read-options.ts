/** A header that is sent with each request of a command. Its value may be a credential: nothing shows it. */
export type SentHeader = readonly [name: string, value: string];

/** Receives what a command is doing: `Reading https://example.com/wp-json/: 3.1 MiB`. */
export type ReportProgress = (text: string) => void;

/** How documents and responses are read. */
export interface ReadOptions {
  /** From `parseHeaders`. None by default. */
  readonly headers?: readonly SentHeader[];
  /** For a whole response, in milliseconds; 30 seconds by default. */
  readonly timeout?: number;
  /** Called often. */
  readonly report?: ReportProgress;
}

export const DEFAULT_TIMEOUT = 30_000;

/** The largest document that is read, in bytes: 20 MiB. The index of a large site has 2. */
export const LARGEST_DOCUMENT = 20 * 1024 * 1024;
