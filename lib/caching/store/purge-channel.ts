import type { Clock } from '../clock.js';
import { randomToken, type StoreMessages } from './store.js';

/** How often a process sends itself a message, to know that messages reach it. */
const PING_MS = 500;

/** A process that has heard nothing for so long does not use its memory. */
const SILENCE_MS = 2000;

/** How long a purge waits for other processes. */
const LONGEST_WAIT_MS = 2000;

/** A purge of this process that others have not all confirmed. */
interface Announcement {
  /** How many subscribers the message was sent to; `undefined` until the store has responded. */
  expected: number | undefined;
  confirmed: number;
  readonly end: (areAllReached: boolean) => void;
}

/**
 * Tells the processes of an application of each other's purges, through the messages of their store. A
 * process confirms a purge on the channel of the process that announced it. Each process sends itself a
 * message twice a second: where these do not arrive, it would not hear of purges either.
 */
export class PurgeChannel {
  readonly #own: string;
  readonly #announcements = new Map<number, Announcement>();
  #lastId = 0;
  #heardAt = -Infinity;
  #isPinging = false;
  #unsubscribe: (() => Promise<void>) | undefined;
  #cancelPing: (() => void) | undefined;
  #isClosed = false;
  /** Forgets generations that were ended and entries that were removed; everything, where messages may be lost. */
  #forget: (keys?: readonly string[]) => void = () => undefined;

  /**
   * @param channel That of the application.
   * @param memoryTtlMs For how long a process uses what it does not hear of, in milliseconds.
   */
  constructor(
    private readonly messages: StoreMessages,
    private readonly channel: string,
    private readonly memoryTtlMs: number,
    private readonly clock: Clock,
  ) {
    this.#own = `${channel}:${randomToken()}`;
    void this.#keepAlive();
  }

  /** @param forget Forgets what was purged; all there is, where it gets no keys. */
  onPurge(forget: (keys?: readonly string[]) => void): void {
    this.#forget = forget;
  }

  /** Whether this process hears of purges. */
  get isLive(): boolean {
    const silence = this.clock.now() - this.#heardAt;
    return silence >= 0 && silence < SILENCE_MS;
  }

  /**
   * Tells other processes of a purge that the store has.
   *
   * @returns Whether no process sends what was purged: all of them have confirmed it, or what they keep in
   * memory has expired. `false` where one has not confirmed it within two seconds.
   */
  announce(keys: readonly string[]): Promise<boolean> {
    const id = ++this.#lastId;
    const { clock, memoryTtlMs } = this;
    const waitMs = Math.min(memoryTtlMs, LONGEST_WAIT_MS);
    return new Promise((resolve) => {
      const end = (areAllReached: boolean): void => {
        cancel();
        this.#announcements.delete(id);
        resolve(areAllReached);
      };
      const cancel = clock.after(waitMs, () => end(waitMs >= memoryTtlMs));
      const announcement: Announcement = { expected: undefined, confirmed: 0, end };
      this.#announcements.set(id, announcement);
      this.#send(id, keys).then(
        (expected) => {
          announcement.expected = expected;
          endIfConfirmed(announcement);
        },
        () => undefined,
      );
    });
  }

  /** Tells other processes that an entry was removed, without waiting for them. */
  tell(key: string): void {
    this.#send(0, [key]).catch(() => undefined);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelPing?.();
    for (const { end } of this.#announcements.values()) end(false);
    await this.#unsubscribe?.().catch(() => undefined);
  }

  #send(id: number, keys: readonly string[]): Promise<number> {
    return this.messages.publish(this.channel, JSON.stringify({ from: this.#own, id, keys }));
  }

  /** Subscribes where it is not subscribed, and sends itself a message; for ever. */
  async #keepAlive(): Promise<void> {
    this.#cancelPing = this.clock.afterIdly(PING_MS, () => void this.#keepAlive());
    // A client without a connection keeps what it is to send: one message is enough.
    if (this.#isPinging) return;
    this.#isPinging = true;
    try {
      this.#unsubscribe ??= await this.#subscribe();
      if (this.#isClosed) await this.#unsubscribe();
      else await this.messages.publish(this.#own, 'ping');
    } catch {
      // Tried again with the next message. Until then this process reads from the store.
    } finally {
      this.#isPinging = false;
    }
  }

  #subscribe(): Promise<() => Promise<void>> {
    return this.messages.subscribe(
      [this.channel, this.#own],
      (text, from) => (from === this.#own ? this.#hearOwn(text) : this.#hear(text)),
      () => (this.#heardAt = -Infinity),
    );
  }

  #hearOwn(text: string): void {
    if (text !== 'ping') return this.#confirm(Number(text));
    if (!this.isLive) this.#forget();
    this.#heardAt = this.clock.now();
  }

  #hear(text: string): void {
    const message = purgeMessageOf(text);
    if (message === undefined) return;
    const { from, id, keys } = message;
    this.#forget(keys);
    if (from === this.#own) this.#confirm(id);
    else if (id > 0) this.messages.publish(from, String(id)).catch(() => undefined);
  }

  #confirm(id: number): void {
    const announcement = this.#announcements.get(id);
    if (announcement === undefined) return;
    announcement.confirmed++;
    endIfConfirmed(announcement);
  }
}

function endIfConfirmed({ expected, confirmed, end }: Announcement): void {
  if (expected !== undefined && confirmed >= expected) end(true);
}

/**
 * What processes send each other, with the channel of the process that purges; `undefined` for the text of another
 * program.
 */
function purgeMessageOf(text: string) {
  try {
    const { from, id, keys } = JSON.parse(text) as Record<'from' | 'id' | 'keys', unknown>;
    const isPurge = typeof from === 'string' && typeof id === 'number' && Array.isArray(keys);
    return isPurge ? { from, id, keys: keys.filter((key) => typeof key === 'string') } : undefined;
  } catch {
    return undefined;
  }
}
