import type { Server } from 'node:http';
import { ResponseClosing } from './node/closing.js';
import { Http2Sessions } from './node/http2-sessions.js';

/** The interval at which a shutdown closes connections that have no request. */
const IDLE_CHECK_MS = 50;

/** The connections of an application, which a shutdown closes. */
export class Connections {
  readonly closing = new ResponseClosing();
  readonly #sessions = new Http2Sessions();
  #cancel: (() => void) | undefined;

  watch(server: Server): void {
    this.#sessions.watch(server);
  }

  /**
   * Nest waits for running requests, and for connections that clients keep open. This closes connections that have no
   * request, and finally those of routes, because a stream may never end. A request of a plain controller is not cut.
   */
  closeLater(server: Partial<Server>, remainingMs: () => number): void {
    const idle = setInterval(() => {
      if (server.listening !== false) return;
      server.closeIdleConnections?.();
      this.#sessions.close();
      if (remainingMs() === 0) this.#sessions.closeConnections();
    }, IDLE_CHECK_MS).unref();
    const open = setTimeout(() => this.closing.closeOpen(), remainingMs()).unref();
    this.#cancel = () => {
      clearInterval(idle);
      clearTimeout(open);
    };
  }

  /** Nest has closed the adapter. */
  closed(): void {
    this.#cancel?.();
  }
}
