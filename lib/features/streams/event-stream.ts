import { Logger, StreamableFile, type MessageEvent } from '@nestjs/common';
import { from, isObservable, type ObservableInput, type Subscription } from 'rxjs';
import { AsyncResource } from 'node:async_hooks';
import { Readable } from 'node:stream';
import { InvalidArgumentException } from '../../diagnostics/invalid-argument.exception.js';
import { reportError } from '../../shared/report-error.js';
import { parseDuration, type CacheDuration } from '../../types/duration.js';
import type { ResponseHeaders } from '../../lifecycle/messages/rest-response.js';

/** The options of an `EventStream`. */
export interface EventStreamOptions {
  /** The interval of comments, which make proxies keep a connection without events open; `'15s'` by default. */
  readonly heartbeat?: CacheDuration;
}

/** The bytes by which what waits for a client may grow; a slower client is disconnected, and continues with `Last-Event-ID`. */
const MOST_WAITING = 1024 * 1024;

/** The longest time of a Node timer. */
const LONGEST_TIMER = 2 ** 31 - 1;

const COMMENT = ':\n\n';

/**
 * Server-Sent Events: each value of a source is an event, as with Nest's `@Sse`. The response begins at once, and
 * ends when the source completes, the client is gone or the application shuts down. Each of these unsubscribes from an
 * observable, calls `return()` of an iterable and aborts the signal. An error of the source also ends the response, and
 * is logged.
 *
 * An iterable is asked for the next event once the connection has room for it. Events of an observable wait.
 *
 * @example
 * @RestRoute('/changes', HttpMethod.Get, new Capability('read_items'))
 * changes(@Headers('last-event-id') last?: string) {
 *   return new EventStream(this.items.changesAfter(last)); // Observable<{ id: '7', data: { title: 'Lamp' } }>
 * }
 *
 * @param source Anything that `from` of rxjs accepts: an observable, an async iterable. Or a function that opens it,
 * called when the response begins: its signal ends what an async generator awaits, which `return()` cannot.
 * @throws InvalidArgumentException if `heartbeat` is not a duration.
 * @see The HTML standard, 9.2 Server-sent events
 */
export class EventStream extends StreamableFile {
  readonly #frames: Frames;

  constructor(source: EventSource, { heartbeat = '15s' }: EventStreamOptions = {}) {
    const every = parseDuration(heartbeat);
    if (every === undefined || every === 0 || every > LONGEST_TIMER) {
      throw new InvalidArgumentException(
        `EventStream: heartbeat is a duration with a unit such as '15s', not ${JSON.stringify(heartbeat)}.`,
      );
    }
    const frames = new Frames(source, every);
    super(frames, { type: 'text/event-stream' });
    this.#frames = frames;
  }

  /** Ends the response after the waiting events. */
  end(): void {
    this.#frames.finish();
  }
}

type EventSource =
  ObservableInput<MessageEvent> | ((signal: AbortSignal) => ObservableInput<MessageEvent>);

type EventIterator = Iterator<MessageEvent> | AsyncIterator<MessageEvent>;

/** The text of events, as they happen. */
class Frames extends Readable {
  readonly #closing = new AbortController();
  /** A connection asks for more in a context of its own. The source keeps that of its request. */
  readonly #context = new AsyncResource('EventStream');
  /** The source, if it is an iterable. */
  #iterator: EventIterator | undefined;
  #subscription: Subscription | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isStarted = false;
  /** Whether the iterable has been asked for an event. */
  #isAsked = false;
  #isOver = false;
  /** Whether the client has had no turn yet to take what the source sends at once. */
  #isBurst = false;
  /** The fewest bytes that have waited since the client was behind. */
  #least = 0;
  /** The bytes that waited at the last heartbeat. */
  #waited = 0;

  constructor(
    private readonly source: EventSource,
    private readonly heartbeat: number,
  ) {
    super();
    // Sends the head of the response before the first event.
    this.push(COMMENT);
  }

  override _read(): void {
    if (!this.#isStarted) this.#context.runInAsyncScope(() => this.#start());
    const iterator = this.#iterator;
    if (iterator === undefined || this.#isAsked || this.#isOver) return;
    this.#isAsked = true;
    void this.#context.runInAsyncScope(() => this.#ask(iterator));
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#release();
    callback(error);
  }

  finish(): void {
    if (this.#isOver) return;
    this.#release();
    this.push(null);
  }

  #start(): void {
    this.#isStarted = true;
    if (this.#isOver) return;
    this.#timer = setInterval(() => this.#beat(), this.heartbeat).unref();
    try {
      const { source } = this;
      const events = typeof source === 'function' ? source(this.#closing.signal) : source;
      this.#iterator = iteratorOf(events);
      if (this.#iterator === undefined) this.#subscribe(events);
    } catch (error) {
      this.#fail(error);
    }
  }

  #subscribe(events: ObservableInput<MessageEvent>): void {
    this.#subscription = from(events).subscribe({
      next: (event) => this.#offer(event),
      error: (error: unknown) => this.#fail(error),
      complete: () => this.finish(),
    });
    // The observable may have ended during the subscription.
    if (this.#isOver) this.#subscription.unsubscribe();
  }

  async #ask(iterator: EventIterator): Promise<void> {
    try {
      const { done, value } = await iterator.next();
      this.#isAsked = false;
      if (this.#isOver) return;
      if (done !== true) return void this.push(frameOf(value));
      this.#iterator = undefined;
      this.finish();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Sends an event of an observable, which does not wait until the client has taken those before. */
  #offer(event: MessageEvent): void {
    if (!this.#isBurst) this.#beginBurst();
    if (this.#isOver) return;
    try {
      this.push(frameOf(event));
    } catch (error) {
      this.#fail(error);
    }
  }

  /**
   * The events that a source sends at once, such as all that a client has missed, do not count until the client has had
   * a turn to take them. From then on, the bytes that wait may grow by a limited number from their least.
   */
  #beginBurst(): void {
    if (this.#isOver) return;
    const waiting = this.readableLength;
    this.#least = Math.min(this.#least, waiting);
    if (waiting > this.#least + MOST_WAITING) return this.#disconnect();
    this.#isBurst = true;
    setImmediate(() => {
      this.#isBurst = false;
      if (waiting <= MOST_WAITING) this.#least = this.readableLength;
    });
  }

  /** The source may be silent while a client that takes nothing holds the memory of what waits. */
  #beat(): void {
    const waiting = this.readableLength;
    if (waiting === 0) this.push(COMMENT);
    if (this.#waited > MOST_WAITING && waiting >= this.#waited) this.#disconnect();
    this.#waited = waiting;
  }

  #disconnect(): void {
    this.destroy(new Error('The client of an EventStream reads too slowly.'));
  }

  /** The head was sent, so the client only sees the end of the response; it connects again. */
  #fail(error: unknown): void {
    // The signal rejects the promises that wait with it.
    const isAborted = this.#isOver && error instanceof Error && error.name === 'AbortError';
    if (!isAborted) {
      reportError(new Logger('EventStream'), error);
    }
    this.finish();
  }

  #release(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearInterval(this.#timer);
    void this.#context.runInAsyncScope(() => this.#endSource());
  }

  /** Nothing waits for it: an async generator returns only once it has what it awaits. */
  async #endSource(): Promise<void> {
    const { source } = this;
    try {
      this.#closing.abort();
      this.#subscription?.unsubscribe();
      const isUnread = !this.#isStarted && typeof source !== 'function';
      const iterator = isUnread ? iteratorOf(source) : this.#iterator;
      await iterator?.return?.();
    } catch (error) {
      this.#fail(error);
    }
  }
}

/** `undefined` for an observable or a promise. */
function iteratorOf(source: ObservableInput<MessageEvent>): EventIterator | undefined {
  if (isObservable(source)) return undefined;
  if (Symbol.asyncIterator in source) return source[Symbol.asyncIterator]();
  return Symbol.iterator in source ? source[Symbol.iterator]() : undefined;
}

/** @throws TypeError on data without a JSON text. */
function frameOf({ data, id, type, retry }: MessageEvent): string {
  const text = typeof data === 'string' ? data : (JSON.stringify(data) as string | undefined);
  if (text === undefined) throw new TypeError(`The data of an event are a ${typeof data}.`);
  return [
    type === undefined ? '' : `event: ${oneLine(type)}\n`,
    id === undefined ? '' : `id: ${oneLine(id)}\n`,
    retry === undefined ? '' : `retry: ${Math.trunc(Number(retry))}\n`,
    ...text.split(/\r\n|\r|\n/).map((line) => `data: ${line}\n`),
    '\n',
  ].join('');
}

/** A line break would begin another field, and a NUL makes clients ignore an id. */
function oneLine(text: string): string {
  return String(text).replace(/[\r\n\0]/g, ' ');
}

/** Prevents caches from keeping events, and compression and proxies from collecting them. */
export function prepareEvents(headers: ResponseHeaders): void {
  headers['cache-control'] ??=
    'private, no-cache, no-store, must-revalidate, max-age=0, no-transform';
  headers['x-accel-buffering'] ??= 'no';
}

/** The open event streams. A shutdown ends them, because it would otherwise wait for them. */
export interface OpenEventStreams {
  readonly streams: Set<EventStream>;
  isEnding: boolean;
}

export function addEventStream(open: OpenEventStreams, stream: EventStream): void {
  if (open.isEnding) return stream.end();
  open.streams.add(stream);
  stream.getStream().once('close', () => open.streams.delete(stream));
}
