import type { Server } from 'node:http';
import type { ServerHttp2Session } from 'node:http2';
import type { Socket } from 'node:net';
import { onEachSession } from './internals.js';

/** The sessions of a server of HTTP/2, which cannot itself close the connections that have no request. */
export class Http2Sessions {
  readonly #sockets = new Map<ServerHttp2Session, Socket>();

  /** Begins before the server listens. */
  watch(server: Server): void {
    onEachSession(server, (session, socket) => {
      this.#sockets.set(session, socket);
      session.once('close', () => this.#sockets.delete(session));
    });
  }

  /** Lets each session end after its last request. */
  close(): void {
    for (const session of this.#sockets.keys()) session.close();
  }

  /** Closes the connections of sessions that have ended, and whose clients keep them open. */
  closeConnections(): void {
    for (const [session, socket] of this.#sockets) if (session.destroyed) socket.destroy();
  }
}
