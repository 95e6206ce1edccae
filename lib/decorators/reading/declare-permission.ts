import type { PermissionDeclaration } from '../../model/declaration/route-declaration.js';
import type {
  Callback,
  Permission,
  PermissionCombination,
} from '../../model/permissions/permission.js';
import type { Class } from '../../shared/class.js';
import { callbackOwner, isStaticMethod } from './callback-owner.js';
import { declareCallbackParameters } from './declare-parameters.js';

/**
 * The permission of a route of the controller `type`. Plain JavaScript may pass anything: a value
 * that is no permission counts as none.
 */
export function declarePermission(
  type: Class,
  permission: Permission | undefined,
): PermissionDeclaration | undefined {
  switch (permission?.kind) {
    case 'public':
      return { kind: 'public' };
    case 'capability':
      return { kind: 'capability', capability: permission.name };
    case 'callback':
      return declareCallback(type, permission);
    case 'allOf':
    case 'anyOf':
      return declareCombination(type, permission);
    default:
      return undefined;
  }
}

function declareCombination(
  type: Class,
  { kind, permissions }: PermissionCombination,
): PermissionDeclaration {
  return { kind, permissions: permissions.map((part) => declarePermission(type, part)) };
}

function declareCallback(type: Class, { method }: Callback): PermissionDeclaration {
  const owner = callbackOwner(type, method);
  return {
    kind: 'callback',
    name: method.name,
    isStatic: isStaticMethod(type, method, owner),
    parameters: declareCallbackParameters(type, owner, method),
    callback: { ref: method },
    ...(owner === undefined ? undefined : { owner: { name: owner.name, ref: owner } }),
  };
}
