import { routeFault, type RouteRule } from './rule.js';

/** A route stands in a class with `@RestController`. */
export const controllerRule: RouteRule = (subject) =>
  subject.controller.version === undefined
    ? [
        routeFault(subject, {
          code: 'RR1007',
          expected: '@RestController on the class',
          received: 'none',
        }),
      ]
    : [];
