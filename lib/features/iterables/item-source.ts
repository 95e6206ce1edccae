import { AsyncResource } from 'node:async_hooks';
import { Readable } from 'node:stream';
import { isAsyncIterable } from '../../lifecycle/messages/async-iterables.js';

/**
 * The items of an asynchronous iterable, or of a stream. Its code runs in the asynchronous context of the request: the
 * next item may be asked for by another one, whose response has made room on the same connection.
 */
export class ItemSource {
  readonly #scope = new AsyncResource('RestItems');
  #iterator: AsyncIterator<unknown> | undefined;
  #reader: ReadableStreamDefaultReader<unknown> | undefined;
  #hasEnded = false;

  constructor(private readonly source: AsyncIterable<unknown>) {
    // A stream that fails before it is read would end the process. Its reader gets the error too.
    if (source instanceof Readable) source.on('error', () => undefined);
  }

  /** `undefined` after the last item. */
  next(): Promise<{ readonly item: unknown } | undefined> {
    return this.#scope.runInAsyncScope(() => this.#next());
  }

  async #next(): Promise<{ readonly item: unknown } | undefined> {
    if (this.#hasEnded) return undefined;
    const { done, value } = await this.#read();
    if (done !== true) return { item: value };
    this.#hasEnded = true;
    return undefined;
  }

  #read(): Promise<IteratorResult<unknown>> {
    const { source } = this;
    if (source instanceof ReadableStream) {
      this.#reader ??= source.getReader() as ReadableStreamDefaultReader<unknown>;
      return this.#reader.read() as Promise<IteratorResult<unknown>>;
    }
    this.#iterator ??= source[Symbol.asyncIterator]();
    return this.#iterator.next();
  }

  /** Ends the iterable, also while an item is awaited; nothing if it has ended. */
  async end(): Promise<void> {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    await this.#scope.runInAsyncScope(() => this.#end());
  }

  async #end(): Promise<void> {
    const { source } = this;
    // The iterators of streams end only once a pending read has settled, which may be never.
    if (source instanceof Readable) source.destroy();
    else if (source instanceof ReadableStream) await (this.#reader ?? source).cancel();
    else await (this.#iterator ?? source[Symbol.asyncIterator]()).return?.();
  }
}

/** The items of a result; `undefined` for a result of another kind. A query with a method `then` stands for its value. */
export function itemsOf(data: unknown): ItemSource | undefined {
  return isAsyncIterable(data) && !('then' in data) ? new ItemSource(data) : undefined;
}
