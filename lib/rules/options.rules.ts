import { returnedShape } from '../model/responses/returned-shape.js';
import type { Finding, RouteRule } from './rule.js';

/**
 * A batch can call the route: it has a method that a batch may use, and returns its response. Only
 * startup knows the latter, from the metadata of Nest's parameter decorators.
 */
export const batchRule: RouteRule = ({ route, readers: { respondsItself } }) => {
  if (route.options.batch !== true) return [];
  const { methods, methodName } = route;
  if (methods.length > 0 && methods.every((method) => method === 'GET')) {
    return [finding('RR1032', 'POST, PUT, PATCH or DELETE', 'only GET')];
  }
  if (respondsItself?.(methodName) !== true) return [];
  return [finding('RR1032', 'a method that returns its response', '@Res()')];
};

/** A route that sends declared responses has a return type that says what leaves. */
export const declaredResponseRule: RouteRule = ({ route, readers }) => {
  const { responses } = route.options;
  if (responses === undefined || responses === 'returned') return [];
  if (responses !== 'declared') {
    return [finding('RR1036', "'declared' or 'returned'", JSON.stringify(responses))];
  }
  if (readers.respondsItself?.(route.methodName) === true) {
    return [finding('RR1036', 'a method that returns its response', '@Res()')];
  }
  const expected = 'a return type that says which properties leave';
  const type = route.documentation?.returns;
  if (type === undefined) return [finding('RR1036', expected, 'no return type')];
  const [first] = returnedShape(type, readers.properties).unstated;
  if (first === undefined) return [];
  const { path, text } = first;
  return [finding('RR1036', expected, path === '' ? text : `${text} (${path})`)];
};

function finding(code: 'RR1032' | 'RR1036', expected: string, received: string): Finding {
  return { code, part: { kind: 'options' }, expected, received };
}
