import type { PermissionDeclaration } from '../../model/declaration/route-declaration.js';
import type {
  Callback,
  Permission,
  PermissionCombination,
} from '../../model/permissions/permission.js';
import type { Class } from '../../shared/class.js';
import { isStaticMethod, placeOfCallback } from './callback-owner.js';
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
  const place = placeOfCallback(type, method);
  if (place === undefined) {
    const isStatic = isStaticMethod(type, method, undefined);
    const parameters = declareCallbackParameters(type, undefined, method);
    return { kind: 'callback', name: method.name, isStatic, parameters, callback: { ref: method } };
  }
  const { owner, name } = place;
  // What the class has now: a decorator of the static method may have replaced it, and may deny more.
  const current: unknown = Reflect.get(owner, name);
  return {
    kind: 'callback',
    name,
    isStatic: isStaticMethod(type, current, owner),
    parameters: declareCallbackParameters(type, place, method),
    callback: { ref: current === method ? method : calledOn(owner, current) },
    owner: { name: owner.name, ref: owner },
  };
}

/** A decorator that replaced a static method may need its class, which a callback is called without. */
function calledOn(owner: Class, current: unknown): unknown {
  if (typeof current !== 'function') return current;
  return (...args: unknown[]): unknown => Reflect.apply(current, owner, args) as unknown;
}
