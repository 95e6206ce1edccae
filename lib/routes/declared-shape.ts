import type { Responses } from './declaration/route-declaration.js';
import type { Route } from './route.js';
import type { Shape } from '../schema/shapes/shape.js';

/**
 * The shape of what leaves of the results of a route with declared responses. `undefined` for any other
 * route, and where the return type does not say which properties leave.
 *
 * @param byDefault For a route that states nothing itself.
 */
export function declaredShape(
  route: Pick<Route, 'options' | 'returnedShape'>,
  byDefault: Responses,
): Shape | undefined {
  if ((route.options.responses ?? byDefault) !== 'declared') return undefined;
  const returned = route.returnedShape();
  return returned?.unstated.length === 0 ? returned.shape : undefined;
}
