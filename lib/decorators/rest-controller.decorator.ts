import { Injectable, Scope } from '@nestjs/common';
import { CONTROLLER_KEY, type ControllerMetadata } from './metadata-accessor.js';
import type { PathLiteral } from './path-literal.js';

/**
 * Makes a class a controller of REST routes under `/{prefix}/{namespace}/{version}{base}`. List it in
 * a module's `providers` (or `controllers`). It is created on the first request that reaches a method.
 *
 * @example
 * @RestController('v1', '/items')
 * export class ItemsController {}
 *
 * @param version Without a slash at either end.
 * @param base Follows the rules of a path; empty by default.
 */
export function RestController<const Base extends string = ''>(
  version: string,
  base?: Base & PathLiteral<Base>,
): ClassDecorator {
  return (target) => {
    const metadata: ControllerMetadata = { version, base: base ?? '' };
    Reflect.defineMetadata(CONTROLLER_KEY, metadata, target);
    // A durable scope keeps Nest from creating the class at startup.
    Injectable({ scope: Scope.REQUEST, durable: true })(target);
  };
}
