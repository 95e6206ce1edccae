import type { ExecutionContext } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';

/** Destroys the request of Node itself, not its response, as a guard does that drops a connection. */
export function destroyRequest(context: ExecutionContext): void {
  const request = context.switchToHttp().getRequest<IncomingMessage & { raw?: IncomingMessage }>();
  (request.raw ?? request).destroy(new Error('blocked by a guard'));
}
