import { EventEmitter } from 'node:events';
import { responseOn } from '../node/internals.js';

/**
 * Replaces a connection: discards the bytes written to it, and has the methods that responses call on connections. With
 * a `Writable`, a sub-request would need 1.5 times as long.
 */
export class Sink extends EventEmitter {
  writable = true;
  destroyed = false;
  readonly writableLength = 0;
  readonly writableHighWaterMark = 65_536;
  /** Node resets it when a response ends. */
  readonly _writableState = { corked: 0 };
  #timer: NodeJS.Timeout | undefined;

  write(_chunk: unknown, encoding: unknown, done: unknown): boolean {
    this.#timer?.refresh();
    const written = typeof encoding === 'function' ? encoding : done;
    if (typeof written === 'function') process.nextTick(written as () => void);
    return true;
  }

  cork(): void {
    // Nothing is held back.
  }

  uncork(): void {
    // Nothing was held back.
  }

  end(): this {
    return this.destroy();
  }

  destroySoon(): void {
    this.destroy();
  }

  destroy(): this {
    if (this.destroyed) return this;
    this.destroyed = true;
    this.writable = false;
    clearTimeout(this.#timer);
    process.nextTick(emitClose, this);
    return this;
  }

  /** Called by `response.setTimeout`, which waits for the event `timeout`. */
  setTimeout(milliseconds: number): this {
    clearTimeout(this.#timer);
    this.#timer = milliseconds > 0 ? setTimeout(() => this.#expire(), milliseconds) : undefined;
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  #expire(): void {
    if (responseOn(this)?.emit('timeout', this) !== true) this.destroy();
  }
}

function emitClose(sink: Sink): void {
  sink.emit('close');
}
