import {
  Inject,
  Injectable,
  Optional,
  type CanActivate,
  type ExecutionContext,
  type OnModuleInit,
} from '@nestjs/common';
import type { Awaitable } from '../../shared/promises.js';
import { PART } from './plain-handler.js';
import { PlainHandlers } from './plain-handlers.js';

/**
 * Checks the permission that `@RequirePermission` states, on handlers of plain Nest controllers. It decides
 * as on routes of the library, with the same `forRoot({ user, can, roles })`; a handler without a permission
 * denies everyone with 403, and a warning at startup names it. The application imports `RestModule.forRoot()`.
 *
 * Routes of the library check their permission themselves, once, after their arguments are valid: there
 * the guard has no effect. Its replacement in a test, by `overrideGuard(PermissionGuard)` or
 * `overrideProvider`, decides about every route of the library as well, public ones included. A subclass may
 * call `super.canActivate(context)`.
 *
 * @example
 * @Controller('cats')
 * @UseGuards(PermissionGuard)
 * export class CatsController {
 *   @Delete(':id')
 *   @RequirePermission(new Capability('delete_cats'))
 *   remove(@Param('id', ParseIntPipe) id: number) {}
 * }
 *
 * @throws RestException `rest_forbidden`, 401 for an anonymous user and 403 for an authenticated one;
 *   `rest_missing_callback_param` and `rest_invalid_param`, 400, where a callback cannot have its arguments.
 * @throws Error in a context that is not HTTP, and at startup where `RestModule` is not imported.
 * @see Nest, Guards
 */
@Injectable()
export class PermissionGuard implements CanActivate, OnModuleInit {
  static readonly [PART] = 'guard';

  // A property, so that a subclass may have a constructor of its own.
  @Optional()
  @Inject(PlainHandlers)
  private readonly handlers?: PlainHandlers;

  /** @throws Error where `RestModule` is not imported. */
  onModuleInit(): void {
    this.#handlers();
  }

  /** Returns `true` or throws. */
  canActivate(context: ExecutionContext): Awaitable<boolean> {
    return this.#handlers().admit(context);
  }

  #handlers(): PlainHandlers {
    if (this.handlers !== undefined) return this.handlers;
    throw new Error(
      'PermissionGuard needs RestModule: import RestModule.forRoot() in the root module, and let Nest ' +
        'create the guard, by @UseGuards(PermissionGuard) or { provide: APP_GUARD, useClass: PermissionGuard }.',
    );
  }
}
