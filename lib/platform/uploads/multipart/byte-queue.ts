import { Buffer } from 'node:buffer';

const SPARE_BYTES = 32_768;
const EMPTY = Buffer.alloc(0);

/**
 * Bytes that are appended at the end and taken from the front. Bytes that were taken are never written
 * again. Appending costs in proportion to what is appended, however small the chunks are.
 */
export class ByteQueue {
  #bytes: Buffer = EMPTY;
  #start = 0;
  #end = 0;

  get length(): number {
    return this.#end - this.#start;
  }

  append(chunk: Buffer): void {
    if (this.#end + chunk.length > this.#bytes.length) this.#grow(chunk.length);
    chunk.copy(this.#bytes, this.#end);
    this.#end += chunk.length;
  }

  /** Where the bytes begin that are looked for, from an offset on; -1 where they are not there. */
  indexOf(needle: Buffer, from = 0): number {
    return this.#bytes.subarray(this.#start, this.#end).indexOf(needle, from);
  }

  take(count: number): Buffer {
    const taken = this.#bytes.subarray(this.#start, this.#start + count);
    this.#start += taken.length;
    return taken;
  }

  #grow(more: number): void {
    const { length } = this;
    const grown = Buffer.allocUnsafe(Math.max(2 * length, length + more, SPARE_BYTES));
    this.#bytes.copy(grown, 0, this.#start, this.#end);
    this.#bytes = grown;
    this.#start = 0;
    this.#end = length;
  }
}
