import type { Permission } from '../model/permissions/permission.js';
import { PERMISSION_KEY } from './metadata.js';

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
 * @param permission `PublicAccess`, `Capability`, `Callback`, or `allOf(…)` or `anyOf(…)` of several.
 */
export function RequirePermission(permission: Permission): ClassDecorator & MethodDecorator {
  return (target: object, _name?: string | symbol, descriptor?: PropertyDescriptor) => {
    const subject: unknown = descriptor === undefined ? target : descriptor.value;
    if (typeof subject !== 'function') return;
    Reflect.defineMetadata(PERMISSION_KEY, permission, subject);
  };
}
