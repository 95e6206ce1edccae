import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Reports when responses have closed: sent, or left by their client. A response that waits behind others on its
 * connection has no socket yet, and Node does not close it together with the connection.
 */
export class ResponseClosing {
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
