import { Buffer } from 'node:buffer';
import { httpError } from '../../../diagnostics/http-error-catalogue.js';
import { type ByteBudget, type ByteSource, malformed } from './budgets.js';
import { entryHeadOf, type EntryHead } from './entry-head.js';

const SPARE_BYTES = 32_768;

const EMPTY = Buffer.alloc(0);

/**
 * Bytes that are appended at the end and taken from the front. Bytes that were taken are never written again. The cost
 * of appending is proportional to the appended bytes, however small the chunks are.
 */
class ByteQueue {
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

  /** The position of the bytes that are searched for, from an offset on; -1 if they are not there. */
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

const LINE_END = Buffer.from('\r\n');
const LINE_FEED = Buffer.from('\n');
const HEAD_END = Buffer.from('\r\n\r\n');
const FINAL = '--';
/** The limit for the headers of one part, in bytes: that of Node for the headers of a request. */
const MAXIMUM_HEAD = 16_384;
/** Blanks that a gateway may add after a boundary. */
const MAXIMUM_PADDING = 128;

/**
 * Reads the parts of a `multipart/form-data` body one after the other. Strict: a body that two parsers could
 * read in two ways is rejected. Work is linear in the bytes of the body.
 *
 * @see RFC 7578, RFC 2046 5.1
 */
export class MultipartReader {
  readonly #delimiter: Buffer;
  readonly #queue = new ByteQueue();
  #isInContent = true;

  /** @param budget For everything except the contents of the parts. */
  constructor(
    private readonly source: ByteSource,
    boundary: string,
    private readonly budget: ByteBudget,
  ) {
    this.#delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
    // The first boundary may be the beginning of the body; any other ends a line.
    this.#queue.append(LINE_END);
  }

  /**
   * The head of the next part, once the content of the one before has been read; `undefined` after the last.
   *
   * @throws RestException if the body is malformed or exceeds its budget.
   */
  async nextEntry(): Promise<EntryHead | undefined> {
    await this.#skipContent();
    this.budget.spend(this.#delimiter.length);
    await this.#fill(FINAL.length);
    if (this.#queue.indexOf(Buffer.from(FINAL)) === 0) return this.#readEpilogue();
    const padding = await this.#until(
      LINE_END,
      MAXIMUM_PADDING,
      'a line with more than a boundary',
    );
    if (!/^[ \t]*$/.test(padding.toString('latin1')))
      throw malformed('a line with more than a boundary');
    const head = await this.#head();
    const boundary = this.#delimiter.subarray(LINE_END.length);
    await this.#fill(boundary.length);
    // Other parsers read the line of the headers as the one before a boundary, and the part as empty.
    if (this.#queue.indexOf(boundary) === 0)
      throw malformed('a content that begins with its boundary');
    this.#isInContent = true;
    return entryHeadOf(head);
  }

  /**
   * The next piece of the content of the current part; `undefined` at its end.
   *
   * @throws RestException if the body ends within it.
   */
  async nextChunk(): Promise<Buffer | undefined> {
    while (this.#isInContent) {
      const at = this.#queue.indexOf(this.#delimiter);
      if (at !== -1) {
        const last = this.#queue.take(at);
        this.#queue.take(this.#delimiter.length);
        this.#isInContent = false;
        return last.length === 0 ? undefined : last;
      }
      // The last bytes may be the beginning of a boundary.
      const safe = this.#queue.length - this.#delimiter.length + 1;
      if (safe > 0) return this.#queue.take(safe);
      await this.#pull();
    }
    return undefined;
  }

  /** The same for a content that counts as a field. */
  async nextFieldChunk(): Promise<Buffer | undefined> {
    const chunk = await this.nextChunk();
    if (chunk !== undefined) this.budget.spend(chunk.length);
    return chunk;
  }

  /** Skips the bytes before the first boundary, or a content that was not read. */
  async #skipContent(): Promise<void> {
    for (let chunk = await this.nextFieldChunk(); chunk !== undefined;) {
      chunk = await this.nextFieldChunk();
    }
  }

  /**
   * Reads the bytes after the last boundary. They count, as those before the first do. A parser that compares whole
   * lines, or reads on, must not see other parts.
   */
  async #readEpilogue(): Promise<undefined> {
    this.#queue.take(FINAL.length);
    while (this.#queue.indexOf(LINE_FEED) === -1 && this.#queue.length <= MAXIMUM_PADDING) {
      if (!(await this.#receive())) break;
    }
    const end = this.#queue.indexOf(LINE_FEED);
    const line = this.#queue.take(end === -1 ? this.#queue.length : end);
    if (line.length > MAXIMUM_PADDING || !/^[ \t]*\r?$/.test(line.toString('latin1')))
      throw malformed('a line with more than a boundary');
    this.budget.spend(FINAL.length + line.length);
    const delimiter = this.#delimiter.subarray(1);
    do {
      if (this.#queue.indexOf(delimiter) !== -1) throw malformed('a boundary after the last one');
      const safe = this.#queue.length - delimiter.length + 1;
      if (safe > 0) this.budget.spend(this.#queue.take(safe).length);
    } while (await this.#receive());
    this.budget.spend(this.#queue.length);
    return undefined;
  }

  /** The lines of the headers; none if an empty line follows at once. */
  async #head(): Promise<Buffer> {
    await this.#fill(LINE_END.length);
    const isEmpty = this.#queue.indexOf(LINE_END) === 0;
    const reason = `headers of a part with more than ${MAXIMUM_HEAD} bytes`;
    return this.#until(isEmpty ? LINE_END : HEAD_END, MAXIMUM_HEAD, reason);
  }

  /** The bytes before an end, which is skipped. */
  async #until(end: Buffer, limit: number, reason: string): Promise<Buffer> {
    let from = 0;
    for (;;) {
      const at = this.#queue.indexOf(end, from);
      if (at > limit || (at === -1 && this.#queue.length >= limit + end.length))
        throw malformed(reason);
      if (at !== -1) {
        this.budget.spend(at + end.length);
        const taken = this.#queue.take(at);
        this.#queue.take(end.length);
        return taken;
      }
      // The bytes that were searched are not searched again.
      from = Math.max(0, this.#queue.length - end.length + 1);
      await this.#pull();
    }
  }

  async #fill(count: number): Promise<void> {
    while (this.#queue.length < count) await this.#pull();
  }

  async #pull(): Promise<void> {
    if (await this.#receive()) return;
    throw httpError('rest_invalid_body', 'it ends before its last boundary');
  }

  /** Returns whether there were more bytes. */
  async #receive(): Promise<boolean> {
    const chunk = await this.source.next();
    if (chunk !== undefined) this.#queue.append(chunk);
    return chunk !== undefined;
  }
}
