import type { ArgumentsHost } from '@nestjs/common';

/** Whether a part was called for an HTTP request, not for GraphQL, WebSockets or a microservice. */
export function isHttp(host: ArgumentsHost): boolean {
  return host.getType() === 'http';
}
