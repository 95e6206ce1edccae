import { declarePermission } from '../../../decorators/reading/declare-permission.js';
import { diagnosticAt, type Diagnostic } from '../../../diagnostics/diagnostic.js';
import type { Permission } from '../../../model/permissions/permission.js';
import type { Class } from '../../../shared/class.js';
import { permissionOf } from '../explore-plain-handlers.js';
import { PermissionGuard } from '../guard/permission.guard.js';
import { isEnhancedBy } from './enhanced-by.js';
import type { PlainCheck } from './plain-check.js';

/**
 * A handler under `PermissionGuard` has a permission; without one, the guard denies everyone. A handler with
 * a permission is under the guard; without it, nothing checks the permission.
 */
export const permissionCheck: PlainCheck = (handler, config) => {
  const { found, methodName } = handler;
  const permission = permissionOf(handler);
  const details = isEnhancedBy(handler, 'guard', PermissionGuard, config)
    ? missing(found.type, permission)
    : unchecked(permission);
  return details.map((one) => diagnosticAt({ className: found.type.name, methodName }, one));
};

type Details = Pick<Diagnostic, 'code' | 'expected' | 'received'>;

function missing(type: Class, permission: Permission | undefined): readonly Details[] {
  if (declarePermission(type, permission) !== undefined) return [];
  const expected = '@RequirePermission on the method or its class';
  const received = permission === undefined ? 'neither' : 'a value that is no permission';
  return [{ code: 'RR1040', expected, received }];
}

/** Public access needs no check, and lets `RestCacheInterceptor` share responses. */
function unchecked(permission: Permission | undefined): readonly Details[] {
  if (permission === undefined || permission.kind === 'public') return [];
  const expected = '@UseGuards(PermissionGuard), or the guard as APP_GUARD';
  return [{ code: 'RR1043', expected, received: 'neither' }];
}
