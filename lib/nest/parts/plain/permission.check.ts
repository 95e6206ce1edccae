import { permissionMetadata } from '../../../decorators/metadata-accessor.js';
import { declarePermission } from '../../../decorators/reading/declare-permission.js';
import { diagnosticAt } from '../../../diagnostics/diagnostic.js';
import { PermissionGuard } from '../guard/permission.guard.js';
import { isEnhancedBy } from './enhanced-by.js';
import type { PlainCheck } from './plain-check.js';

/** A handler under `PermissionGuard` has a permission; without one, the guard denies everyone. */
export const permissionCheck: PlainCheck = (handler, config) => {
  const { found, methodName, method } = handler;
  if (!isEnhancedBy(handler, 'guard', PermissionGuard, config)) return [];
  const permission = permissionMetadata(found.type, method);
  if (declarePermission(found.type, permission) !== undefined) return [];
  const details = {
    code: 'RR1040',
    expected: '@RequirePermission on the method or its class',
    received: permission === undefined ? 'neither' : 'a value that is no permission',
  } as const;
  return [diagnosticAt({ className: found.type.name, methodName }, details)];
};
