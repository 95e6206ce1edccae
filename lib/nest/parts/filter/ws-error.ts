import { IntrinsicException, Logger, type ArgumentsHost } from '@nestjs/common';
import { logError, logStack } from '../../../shared/log-text.js';

/** A client of Socket.IO, or a native WebSocket, which also has an `emit`, for events of its own. */
interface Client {
  readonly readyState?: unknown;
  send?(text: string): unknown;
  emit?(event: string, payload: unknown): unknown;
}

const EVENT = 'exception';

/**
 * Sends an error to a WebSocket client as Nest does where no filter catches it, which a filter prevents:
 * the text of a `WsException`, nothing about any other error.
 *
 * @see Nest's `BaseWsExceptionFilter`
 */
export function sendWsError(exception: unknown, host: ArgumentsHost): void {
  const ws = host.switchToWs();
  const client: Client | undefined = ws.getClient();
  const stated = statedError(exception);
  if (stated === undefined && !(exception instanceof IntrinsicException)) {
    new Logger('RestModule').error(
      `A message handler failed: ${logError(exception)}`,
      logStack(exception),
    );
  }
  const message = stated ?? 'Internal server error';
  const cause = { pattern: ws.getPattern(), data: ws.getData<unknown>() };
  const payload = typeof message === 'object' ? message : { status: 'error', message, cause };
  if (client !== undefined) send(client, payload);
}

/** The text or object of a `WsException`; the package of that class is optional. */
function statedError(exception: unknown): string | object | undefined {
  if (!(exception instanceof Error) || !('getError' in exception)) return undefined;
  if (typeof exception.getError !== 'function') return undefined;
  const stated: unknown = exception.getError();
  const isObject = typeof stated === 'object' && stated !== null;
  return typeof stated === 'string' || isObject ? stated : undefined;
}

function send(client: Client, payload: unknown): void {
  if (typeof client.readyState === 'number') {
    client.send?.(JSON.stringify({ event: EVENT, data: payload }));
    return;
  }
  client.emit?.(EVENT, payload);
}
