import type { AbstractHttpAdapter } from '@nestjs/core';
import type { Reply } from '../../lifecycle/messages/reply.js';
import { prepareHeads, type PlainExchange } from '../../platform/plain-exchange.js';
import { isThenable } from '../../shared/promises.js';
import { onEachReply } from '../internals.js';

type Head = Pick<Reply, 'status' | 'headers'>;

/** A head that waits until Nest sends the result of its handler. */
interface WaitingHead {
  readonly exchange: PlainExchange;
  /** The status of the result; another one on the response is that of another response. */
  readonly status: number;
  readonly make: () => Head;
}

/**
 * The heads of the responses of cached handlers. A head is set when Nest sends the result, and taken back if this fails:
 * what an exception filter sends never has it, whatever its status is. A filter of the application sends by methods of
 * the response, and Nest's own filter states a status when it calls the adapter.
 */
export class PlainHeads {
  readonly #waiting = new WeakMap<object, WaitingHead>();
  /** Take back the heads of responses that are being sent. */
  readonly #begun = new WeakMap<object, () => void>();
  readonly #prepared = new WeakSet<AbstractHttpAdapter>();

  /** A module of tests may start again with the same adapter. */
  prepare(adapter: AbstractHttpAdapter): void {
    if (this.#prepared.has(adapter)) return;
    this.#prepared.add(adapter);
    prepareHeads(adapter, (response) => this.#begun.get(response)?.());
    onEachReply(adapter, (response, status) => {
      const waiting = this.#waiting.get(response);
      if (waiting === undefined) return undefined;
      this.#waiting.delete(response);
      const isResult = status === undefined && waiting.exchange.status === waiting.status;
      return isResult ? (send) => this.#send(response, waiting, send) : undefined;
    });
  }

  wait(exchange: PlainExchange, status: number, make: () => Head): void {
    this.#waiting.set(exchange.response as object, { exchange, status, make });
  }

  #send(response: object, { exchange, make }: WaitingHead, send: () => unknown): unknown {
    const takeBack = exchange.beginWith(make());
    this.#begun.set(response, takeBack);
    try {
      const sending = send();
      // A reply of Fastify has a method `then`, which waits for its end.
      if (sending === response || !isThenable(sending)) return sending;
      return sending.then(undefined, (error: unknown) => {
        takeBack();
        throw error;
      });
    } catch (error) {
      takeBack();
      throw error;
    }
  }
}
