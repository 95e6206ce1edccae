import { returnedShape } from '../../model/responses/returned-shape.js';
import type { Finding, RouteRule } from '../rule.js';

const EXPECTED = 'a return type that says which properties leave';

/** A route that sends declared responses has a return type that says what leaves. */
export const declaredResponseRule: RouteRule = ({ route, readers }) => {
  const { documentation, methodName } = route;
  const { responses } = route.options;
  if (responses === undefined || responses === 'returned') return [];
  if (responses !== 'declared') {
    return [finding("'declared' or 'returned'", JSON.stringify(responses))];
  }
  if (readers.respondsItself?.(methodName) === true) {
    return [finding('a method that returns its response', '@Res()')];
  }
  const type = documentation?.returns;
  if (type === undefined) return [finding(EXPECTED, 'no return type')];
  const [first] = returnedShape(type, readers.properties).unstated;
  if (first === undefined) return [];
  const { path, text } = first;
  return [finding(EXPECTED, path === '' ? text : `${text} (${path})`)];
};

function finding(expected: string, received: string): Finding {
  return { code: 'RR1036', part: { kind: 'options' }, expected, received };
}
