import { Logger, StreamableFile, type MessageEvent } from '@nestjs/common';
import { from, type ObservableInput, type Subscription } from 'rxjs';
import { Readable } from 'node:stream';
import { InvalidArgumentException } from '../../diagnostics/invalid-argument.exception.js';
import { logError, logStack } from '../../shared/log-text.js';
import { parseDuration, type CacheDuration } from '../../types/duration.js';
import type { ResponseHeaders } from '../messages/rest-response.js';

/** The options of an `EventStream`. */
export interface EventStreamOptions {
  /** The interval of comments, which make proxies keep a connection without events open; `'15s'` by default. */
  readonly heartbeat?: CacheDuration;
}

/** The number of waiting bytes at which a slow client is disconnected; it continues with `Last-Event-ID`. */
const MOST_WAITING = 1024 * 1024;

/** The longest time of a Node timer. */
const LONGEST_TIMER = 2 ** 31 - 1;

const COMMENT = ':\n\n';

/**
 * Server-Sent Events: each value of an observable is an event, as with Nest's `@Sse`. The response begins at once, and
 * ends when the observable completes, the client is gone or the application shuts down; each of these unsubscribes. An
 * error of the observable also ends the response, and is logged.
 *
 * @example
 * @RestRoute('/changes', HttpMethod.Get, new Capability('read_items'))
 * changes(@Headers('last-event-id') last?: string) {
 *   return new EventStream(this.items.changesAfter(last)); // Observable<{ id: '7', data: { title: 'Lamp' } }>
 * }
 *
 * @param events Anything that `from` of rxjs accepts: an observable, an async iterable. It is subscribed to once.
 * @throws InvalidArgumentException if `heartbeat` is not a duration.
 * @see The HTML standard, 9.2 Server-sent events
 */
export class EventStream extends StreamableFile {
  readonly #frames: Frames;

  constructor(
    events: ObservableInput<MessageEvent>,
    { heartbeat = '15s' }: EventStreamOptions = {},
  ) {
    const every = parseDuration(heartbeat);
    if (every === undefined || every === 0 || every > LONGEST_TIMER) {
      throw new InvalidArgumentException(
        `EventStream: heartbeat is a duration with a unit such as '15s', not ${JSON.stringify(heartbeat)}.`,
      );
    }
    const frames = new Frames(events, every);
    super(frames, { type: 'text/event-stream' });
    this.#frames = frames;
  }

  /** Ends the response after the waiting events. */
  end(): void {
    this.#frames.finish();
  }
}

/** The text of events, as they happen. */
class Frames extends Readable {
  #subscription: Subscription | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isStarted = false;
  #isFinished = false;

  constructor(
    private readonly events: ObservableInput<MessageEvent>,
    private readonly heartbeat: number,
  ) {
    super();
    // Sends the head of the response before the first event.
    this.push(COMMENT);
  }

  override _read(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    this.#timer = setInterval(() => this.#write(COMMENT), this.heartbeat).unref();
    this.#subscription = from(this.events).subscribe({
      next: (event) => this.#send(event),
      error: (error: unknown) => this.#fail(error),
      complete: () => this.finish(),
    });
    // The observable may have ended during the subscription.
    if (this.#isFinished || this.destroyed) this.#release();
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#release();
    callback(error);
  }

  finish(): void {
    if (this.#isFinished || this.destroyed) return;
    this.#isFinished = true;
    this.#release();
    this.push(null);
  }

  #send(event: MessageEvent): void {
    try {
      this.#write(frameOf(event));
    } catch (error) {
      this.#fail(error);
    }
  }

  /** The head was sent, so the client only sees the end of the response; it connects again. */
  #fail(error: unknown): void {
    new Logger('EventStream').error(`A source failed: ${logError(error)}`, logStack(error));
    this.finish();
  }

  #write(text: string): void {
    if (this.#isFinished || this.destroyed) return;
    this.push(text);
    if (this.readableLength > MOST_WAITING) {
      this.destroy(new Error('The client of an EventStream reads too slowly.'));
    }
  }

  #release(): void {
    clearInterval(this.#timer);
    this.#subscription?.unsubscribe();
  }
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
