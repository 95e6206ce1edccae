import {
  statedReturn,
  type Responses,
  type StatedResponses,
} from '../../routes/declaration/route-declaration.js';
import { declaredResponse } from '../../routes/declared-response.js';
import type { Route } from '../../routes/route.js';
import {
  optionFinding,
  type Finding,
  type RouteOption,
  type RouteRule,
} from '../../routes/rule.js';
import { isSchemaLike } from '../../schema/keywords/nested-schemas.js';
import { checkSchema } from '../../schema/schema.js';
import type { Shape } from '../../schema/shapes/shape.js';
import { isObject } from '../../shared/records.js';
import { valuesOfData } from '../../types/data-schema.js';

const EXPECTED = "'declared', 'returned' or { schema }";

/** The options of a route may be any value. */
function wrongSchema(responses: StatedResponses): readonly Finding[] {
  const stated: unknown = responses;
  const keys = isObject(stated) ? Object.keys(stated) : [];
  const schema: unknown = isObject(stated) ? Reflect.get(stated, 'schema') : undefined;
  if (keys.length !== 1 || !isSchemaLike(schema)) {
    return [optionFinding('RR1036', EXPECTED, JSON.stringify(stated))];
  }
  const [wrong] = checkSchema(valuesOfData(schema), undefined, true);
  if (wrong === undefined) return [];
  const { keyword, expected, received } = wrong;
  return [optionFinding('RR1036', `${keyword} of the schema to be ${expected}`, received)];
}

/** A route with declared responses has a return type that states which properties are sent. */
const responsesRule: RouteRule = ({ route, readers }) => {
  const { responses } = route.options;
  if (responses === undefined || responses === 'returned') return [];
  if (typeof responses === 'object') return wrongSchema(responses);
  if (responses !== 'declared') {
    return [optionFinding('RR1036', EXPECTED, JSON.stringify(responses))];
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
