import { Logger } from '@nestjs/common';
import type { Route } from '../../model/definition/route.js';
import { responsesOf } from '../options/choice-options.js';
import type { RestModuleOptions } from '../options/rest-options.js';

/**
 * Warns once of the routes whose return types do not say what leaves, where the application wants declared
 * responses: they send what their methods return. A route that states it itself has been rejected before.
 */
export function warnUndeclared(routes: readonly Route[], options: RestModuleOptions): void {
  if (responsesOf(options) !== 'declared') return;
  const unstated = routes.flatMap((route) => {
    const reason = route.options.responses === undefined ? reasonOf(route) : undefined;
    return reason === undefined ? [] : [`${route.handler}: ${reason}`];
  });
  if (unstated.length === 0) return;
  new Logger('RestModule').warn(
    `responses: 'declared' does not apply to routes whose return types do not say which properties leave; they send all. State the type, or { responses: 'returned' } on the route. ${unstated.join('; ')}.`,
  );
}

function reasonOf(route: Route): string | undefined {
  const returnedShape = route.returnedShape();
  if (returnedShape === undefined) return 'no return type';
  const [first] = returnedShape.unstated;
  if (first === undefined) return undefined;
  return first.path === '' ? first.text : `${first.text} (${first.path})`;
}
