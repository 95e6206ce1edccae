import type { AbstractHttpAdapter } from '@nestjs/core';
import type { Reply } from '../../lifecycle/messages/reply.js';
import { prepareHeads, type PlainExchange } from '../../platform/plain-exchange.js';
import { isThenable } from '../../shared/promises.js';
import { onEachReply } from '../../nest/internals.js';

type Head = Pick<Reply, 'status' | 'headers'>;

/** The property of a response with the head that waits for it: a `WeakMap` would cost a tenth of a hit. */
const WAITING = Symbol('waiting head');

interface WaitingResponse {
  [WAITING]?: WaitingHead | undefined;
}

/**
 * The head of the response of a cached handler. It is set when Nest sends the result, and taken back if this fails: what
 * an exception filter sends never has it, whatever its status is. A filter of the application sends by methods of the
 * response, and Nest's own filter states a status when it calls the adapter.
 */
class WaitingHead {
  #takeBack: (() => void) | undefined;

  /** @param status The status of the result; another one on the response is that of another response. */
  constructor(
    private readonly exchange: PlainExchange,
    private readonly status: number,
    private readonly make: () => Head,
  ) {}

  /** @param status The status that the caller of the adapter states. */
  isOf(status: number | undefined): boolean {
    // A result is sent once: a second content is that of an error.
    if (this.#takeBack !== undefined || status !== undefined) return false;
    return this.exchange.status === this.status;
  }

  sendWith(send: () => unknown): unknown {
    this.#takeBack = this.exchange.beginWith(this.make());
    try {
      const sending = send();
      // A reply of Fastify has a method `then`, which waits for its end.
      if (sending === this.exchange.response || !isThenable(sending)) return sending;
      return sending.then(undefined, (error: unknown) => {
        this.takeBack();
        throw error;
      });
    } catch (error) {
      this.takeBack();
      throw error;
    }
  }

  takeBack(): void {
    this.#takeBack?.();
  }
}

/** Keeps the head of a response until Nest sends its result. */
export function keepWaiting(exchange: PlainExchange, status: number, make: () => Head): void {
  (exchange.response as WaitingResponse)[WAITING] = new WaitingHead(exchange, status, make);
}

/** Prepares an adapter that sends the results of cached handlers. */
export function sendWaiting(adapter: AbstractHttpAdapter): void {
  prepareHeads(adapter, (response: WaitingResponse) => response[WAITING]?.takeBack());
  onEachReply(adapter, (response: WaitingResponse, status) => {
    const head = response[WAITING];
    return head?.isOf(status) === true ? (send) => head.sendWith(send) : undefined;
  });
}
