import { HTTP_METHODS, isHttpMethod } from '../../model/declaration/http-method.js';
import type { RouteRule } from '../rule.js';

/** A route has at least one HTTP method, and only methods that exist. */
export const methodRule: RouteRule = ({ route: { methods } }) => {
  const wrong = methods.filter((method) => !isHttpMethod(method));
  if (methods.length > 0 && wrong.length === 0) return [];
  const received = wrong.length === 0 ? 'none' : wrong.map(String).join(', ');
  const expected = HTTP_METHODS.join(', ');
  return [{ code: 'RR1023', part: { kind: 'methods' }, expected, received }];
};
