import { HTTP_METHODS, isHttpMethod } from '../model/declaration/http-method.js';
import { routeDiagnostic, type RouteRule } from './rule.js';

/** A route answers at least one method, and methods that exist. */
export const methodRule: RouteRule = (input) => {
  const { methods } = input.route;
  const wrong = methods.filter((method) => !isHttpMethod(method));
  if (methods.length > 0 && wrong.length === 0) return [];
  const received = wrong.length === 0 ? 'none' : wrong.map(String).join(', ');
  return [routeDiagnostic(input, { code: 'RR1023', expected: HTTP_METHODS.join(', '), received })];
};
