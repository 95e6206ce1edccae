import { statedReturn, type Responses } from '../../routes/declaration/route-declaration.js';
import { declaredResponse } from '../../routes/declared-response.js';
import type { Route } from '../../routes/route.js';
import { optionFinding, type RouteOption, type RouteRule } from '../../routes/rule.js';
import type { Shape } from '../../schema/shapes/shape.js';

/** A route with declared responses has a return type that states which properties are sent. */
const responsesRule: RouteRule = ({ route, readers }) => {
  const { responses } = route.options;
  if (responses === undefined || responses === 'returned') return [];
  if (responses !== 'declared') {
    return [optionFinding('RR1036', "'declared' or 'returned'", JSON.stringify(responses))];
  }
  if (readers.respondsItself?.(route.methodName) === true) {
    return [optionFinding('RR1036', 'a method that returns its response', '@Res()')];
  }
  const expected = 'a return type that states the name and the type of each property';
  const type = statedReturn(route);
  if (type === undefined) return [optionFinding('RR1036', expected, 'no return type')];
  const [unstated] = declaredResponse(type, readers.properties).unstated;
  return unstated === undefined ? [] : [optionFinding('RR1036', expected, unstated)];
};

/**
 * `undefined` unless the responses of the route are declared, and if the return type does not state which properties
 * are sent. `byDefault` counts for a route that does not state `responses`.
 */
export function sentShape(
  route: Pick<Route, 'options' | 'declaredResponse'>,
  byDefault: Responses,
): Shape | undefined {
  if ((route.options.responses ?? byDefault) !== 'declared') return undefined;
  const returned = route.declaredResponse();
  return returned?.unstated.length === 0 ? returned.shape : undefined;
}

/** `responses` of `@RestRoute`. */
export const responsesOption: RouteOption = {
  name: 'responses',
  rule: responsesRule,
  readsReturn: (responses) => responses === 'declared',
  describe: (route, byDefault) => ({
    responses: sentShape(route, byDefault) === undefined ? 'returned' : 'declared',
  }),
};
