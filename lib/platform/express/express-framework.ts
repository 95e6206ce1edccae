import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AbstractHttpAdapter } from '@nestjs/core';
import type { Reply } from '../../lifecycle/responses/reply.js';
import type { Framework, FrameworkSide } from '../http/stream-headers.js';
import { areOfAdapter, isIdle } from '../idle-hooks.js';
import type { ReadBody } from '../../lifecycle/arguments/body.js';
import {
  isFreeBetween,
  REST_BODY,
  type ExpressInstance,
  type ExpressRequest,
  type ExpressRouteFinder,
} from './express-layers.js';
import type { ExpressResponder } from './express-responder.js';

interface ExpressSide extends FrameworkSide {
  readonly raw: ExpressRequest;
  readonly response: ServerResponse;
}

/** What Express does for direct requests. */
export class ExpressFramework implements Framework<ExpressSide> {
  readonly #express: ExpressInstance;
  /** Express's own, without what is done before it. */
  readonly #handle: ExpressInstance['handle'];
  /** The request that Express is to hand back. */
  #entering: IncomingMessage | undefined;

  constructor(
    private readonly adapter: AbstractHttpAdapter,
    private readonly responder: ExpressResponder,
    private readonly finder: ExpressRouteFinder,
    /** The two functions between which a request is passed on; for identity only. */
    private readonly layers: () => readonly [reading: unknown, responding: unknown],
  ) {
    this.#express = adapter.getInstance<ExpressInstance>();
    this.#handle = this.#express.handle;
  }

  get headers(): Framework['headers'] {
    return this.#express.get('x-powered-by') === true ? [['X-Powered-By', 'Express']] : [];
  }

  isFree(beginning: string): boolean {
    const { router } = this.#express;
    const [reading] = this.layers();
    const { isCaseSensitive, isSlashSensitive } = this.finder.strictness;
    if (isCaseSensitive || isSlashSensitive || Boolean(this.#express.get('trust proxy')))
      return false;
    const handles: readonly unknown[] = router.stack.map(({ handle }) => handle);
    if (!areOfAdapter(handles.slice(0, handles.indexOf(reading)))) return false;
    return this.isFreeBetween(beginning);
  }

  /** Whether nothing between the library's first layer and its second would see a request below a path. */
  isFreeBetween(beginning: string): boolean {
    return isFreeBetween(this.#express.router.stack, this.layers(), beginning);
  }

  isIdle(): boolean {
    return isIdle(this.adapter);
  }

  enter(
    message: IncomingMessage,
    response: ServerResponse,
    { body, bytes }: ReadBody,
  ): ExpressSide {
    const raw = message as ExpressRequest;
    const { method, url } = raw;
    raw[REST_BODY] = { body, bytes, found: this.finder.find(raw), method, url };
    this.#entering = raw;
    // Nothing stands before the layer that hands the request back, which it does at once.
    this.#handle.call(this.#express, raw, response);
    this.#entering = undefined;
    return { raw, response };
  }

  /** Whether a request is one that Express is to hand back. */
  takes(request: ExpressRequest): boolean {
    return this.#entering === request;
  }

  write({ raw, response }: ExpressSide, reply: Reply): void {
    this.responder.write(raw, response, reply);
  }

  respondWithError(error: unknown, { raw, response }: ExpressSide): void {
    if (!this.responder.respondWithError(error, raw, response)) response.destroy();
  }
}
