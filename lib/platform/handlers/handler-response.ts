import type { PresetHeaders } from '../../pipeline/exchange.js';
import type { PlainContent } from '../../pipeline/caching/plain-content.js';

/** The response of a handler of a plain Nest controller, before Nest sends it. */
export interface HandlerResponse extends Pick<
  PresetHeaders,
  'presetHeader' | 'presetHeaders' | 'presetCookies'
> {
  readonly status: number;
  /** Whether the response, or its beginning, was sent. */
  readonly isSent: boolean;
  setStatus(status: number): void;
  setHeader(name: string, value: string | string[]): void;
  removeHeader(name: string): void;
  /**
   * What the adapter sends for a value that a handler has returned; `undefined` for what cannot be sent
   * twice, such as a stream.
   *
   * @throws What the serialization of the value throws.
   */
  contentOf(value: unknown): PlainContent | undefined;
}

/** What the cache needs of an adapter. */
export interface HandlerPlatform {
  /** Wraps the adapter's own response. */
  readonly wrap: (response: unknown) => HandlerResponse;
  /** Whether hooks of the application change values before the adapter serializes them. */
  readonly changesValues: () => boolean;
}
