import type { Exchange } from '../../pipeline/exchange.js';

/** How long a client may go on sending after its response: most stop once they have read it. */
const LINGER_MS = 30_000;

/**
 * Closes the connection of a client that does not stop sending a form that was rejected. Not at once: the
 * system would discard a response that the client has not read yet. Until then Node drops what comes.
 *
 * @see RFC 9112 9.6
 */
export function limitLingering(exchange: Pick<Exchange, 'message' | 'whenClosed'>): void {
  exchange.whenClosed(() => {
    const { message } = exchange;
    if (message.complete || message.destroyed) return;
    const timer = setTimeout(() => message.socket.destroy(), LINGER_MS).unref();
    message.once('close', () => clearTimeout(timer));
  });
}
