import { routeDiagnostic, type RouteRule } from './rule.js';

/** A route stands in a class with `@RestController`. */
export const controllerRule: RouteRule = (input) =>
  input.controller.version === undefined
    ? [
        routeDiagnostic(input, {
          code: 'RR1007',
          expected: '@RestController on the class',
          received: 'none',
        }),
      ]
    : [];
