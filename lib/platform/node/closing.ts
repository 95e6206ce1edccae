import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Reports when responses have closed: sent, or left by their client. A response that waits behind others on its
 * connection has no socket yet, and Node does not close it together with the connection.
 *
 * Also knows the responses of routes that are not sent yet, for a shutdown.
 */
export class ResponseClosing {
  readonly #open = new Set<ServerResponse>();
  /** One listener for each connection: any number of requests may be pipelined on it. */
  readonly #bySocket = new WeakMap<Socket, Set<() => void>>();

  isClosed(response: ServerResponse): boolean {
    return response.closed || response.destroyed || response.req?.socket?.destroyed === true;
  }

  /** Calls a listener once; at once if the response has closed already. */
  whenClosed(response: ServerResponse, listener: () => void): void {
    if (this.isClosed(response)) {
      listener();
      return;
    }
    const socket: Socket | undefined = response.req?.socket;
    const waiting = response.socket === null && socket !== undefined && this.#waitingOn(socket);
    const close = (): void => {
      if (waiting !== false) waiting.delete(close);
      response.off('close', close);
      listener();
    };
    if (waiting !== false) waiting.add(close);
    response.once('close', close);
  }

  /** A route works on a response. */
  begin(response: ServerResponse): void {
    this.#open.add(response);
  }

  /** A route has written a response, or its method writes it. Most are sent at once; a client may not read others. */
  leave(response: ServerResponse): void {
    if (response.writableEnded && response.writableLength === 0) {
      // Most are sent at once, and were never added.
      if (this.#open.size > 0) this.#open.delete(response);
      return;
    }
    this.#open.add(response);
    this.whenClosed(response, () => this.#open.delete(response));
  }

  /** Closes what routes have not sent yet, on HTTP/1 with its connection. Other responses are the application's own. */
  closeOpen(): void {
    // Without an error, a client of HTTP/2 would take what it has for the whole response.
    for (const response of this.#open) response.destroy(new Error('The application shuts down.'));
  }

  #waitingOn(socket: Socket): Set<() => void> {
    const known = this.#bySocket.get(socket);
    if (known !== undefined) return known;
    const waiting = new Set<() => void>();
    this.#bySocket.set(socket, waiting);
    socket.once('close', () => {
      for (const close of waiting) close();
    });
    return waiting;
  }
}
