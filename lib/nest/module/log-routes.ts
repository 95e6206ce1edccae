import { Logger } from '@nestjs/common';
import type { Route } from '../../model/definition/route.js';

/**
 * Logs the routes as Nest logs those of its controllers, a line for each method.
 *
 * @param prefix With a slash in front and none at the end; empty for the root.
 */
export function logRoutes(prefix: string, routes: readonly Route[]): void {
  const logger = new Logger('RestRoutes');
  for (const { pattern, methods } of routes) {
    const path = `${prefix}${pattern.template}`.replace(/\{(\w+)\}/g, ':$1');
    for (const method of methods) logger.log(`Mapped {${path}, ${method}} route`);
  }
}
