import type { IncomingMessage } from 'node:http';
import type { ReadRequest } from './express-body.js';
import type { Layer } from './express-layers.js';

/** Express's request, as far as it matters here. */
export interface ExpressRequest extends IncomingMessage, ReadRequest {
  readonly protocol: string;
  readonly host: string | undefined;
  params?: unknown;
}

/** An Express application, as far as it matters here. */
export interface ExpressInstance {
  readonly router: {
    readonly stack: Layer<ExpressRequest>[];
    readonly caseSensitive?: boolean;
    readonly strict?: boolean;
  };
  /** The prototypes of all requests and responses. */
  readonly request: object;
  readonly response: object;
  get(setting: 'trust proxy'): unknown;
}

export type Next = (error?: unknown) => void;
