import type { Server } from 'node:http';
import type { Awaitable } from '../../shared/promises.js';
import type { HostListeners } from './feature.js';

/** The events of an application for its features; new ones for each start. */
export class HostEvents implements HostListeners {
  readonly #ofServers: ((server: Server) => void)[] = [];
  readonly #ofClosing: ((limitMs: number) => void)[] = [];
  readonly #ofClosed: ((remainingMs: number) => Awaitable<void>)[] = [];

  readonly onServer = (listener: (server: Server) => void): void => {
    this.#ofServers.push(listener);
  };

  readonly onClosing = (listener: (limitMs: number) => void): void => {
    this.#ofClosing.push(listener);
  };

  readonly onClosed = (listener: (remainingMs: number) => Awaitable<void>): void => {
    this.#ofClosed.push(listener);
  };

  serve(server: Server): void {
    for (const listener of this.#ofServers) listener(server);
  }

  close(limitMs: number): void {
    for (const listener of this.#ofClosing) listener(limitMs);
  }

  /** @param remainingMs The time that is left for all listeners together, in milliseconds. */
  async closed(remainingMs: number): Promise<void> {
    await Promise.all(this.#ofClosed.map((listener) => listener(remainingMs)));
  }
}
