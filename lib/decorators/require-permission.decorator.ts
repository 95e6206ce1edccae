import type { Permission } from '../routes/declaration/permission.js';
import { stateOfMethod, PERMISSION_KEY } from './metadata-accessor.js';
import { notePlaces } from './reading/class-chain.js';

/**
 * States who may call the handlers of a plain Nest controller; `PermissionGuard` checks it. On a method, or
 * on a class for all its methods; that of the method takes precedence. Under `PermissionGuard`, a handler
 * without it denies everyone with 403, and a warning at startup names it. It has no effect on a `@RestRoute`,
 * which states its permission itself.
 *
 * @example
 * @Controller('cats')
 * @UseGuards(PermissionGuard)
 * @RequirePermission(new PublicAccess())
 * export class CatsController {
 *   @Get()
 *   list() {}
 *
 *   @Post()
 *   @RequirePermission(new Capability('edit_cats'))
 *   create() {}
 * }
 *
 * @param permission `PublicAccess`, `Capability`, `Callback`, or `allOf(…)` or `anyOf(…)` of several. The method of a
 *   `Callback` gets `RestRequest` and services.
 */
export function RequirePermission(permission: Permission): ClassDecorator & MethodDecorator {
  return (target: object, name?: string | symbol, descriptor?: PropertyDescriptor) => {
    notePlaces(permission, typeof target === 'function' ? target : target.constructor);
    if (name === undefined) Reflect.defineMetadata(PERMISSION_KEY, permission, target);
    else stateOfMethod(PERMISSION_KEY, permission, target, name, descriptor?.value);
  };
}
