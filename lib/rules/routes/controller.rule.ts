import type { Finding, RouteRule } from '../rule.js';

/** What is wrong with a route in a class without `@RestController`. */
export const NO_CONTROLLER: Finding = {
  code: 'RR1007',
  expected: '@RestController on the class',
  received: 'none',
};

/** A route belongs to a class with `@RestController`. */
export const controllerRule: RouteRule = ({ controller }) =>
  controller.version === undefined ? [NO_CONTROLLER] : [];
