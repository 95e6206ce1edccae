import type { Permission } from '../routes/declaration/permission.js';
import { createOnFirstUse } from './first-use.js';
import { CONTROLLER_KEY, type ControllerMetadata } from './metadata-accessor.js';
import { notePlaces } from './reading/class-chain.js';
import type { PathLiteral } from './path-literal.js';

/**
 * Makes a class a controller of REST routes under `/{prefix}/{namespace}/{version}{base}`. List it in
 * a module's `providers` (or `controllers`). It is created on the first request that reaches a method, or at
 * startup if a decorator of another package is on it or on a method, such as `@OnEvent` or `@Cron`.
 *
 * @example
 * @RestController('v1', '/items')
 * export class ItemsController {}
 *
 * @param version Without a slash at either end. Empty where the paths have none: `/{prefix}/{namespace}{base}`.
 * @param base Follows the rules of a path; empty by default.
 * @param permission That of all routes of the class that state none themselves. A class that extends this one
 * and has a `@RestController` of its own states its own.
 */
export function RestController<const Base extends string = ''>(
  version: string,
  base?: Base & PathLiteral<Base>,
  permission?: Permission,
): ClassDecorator {
  return (target) => {
    const metadata: ControllerMetadata = { version, base: base ?? '', permission };
    notePlaces(permission, target);
    Reflect.defineMetadata(CONTROLLER_KEY, metadata, target);
    createOnFirstUse(target);
  };
}
