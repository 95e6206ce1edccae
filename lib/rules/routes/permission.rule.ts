import type {
  CallbackDeclaration,
  CombinationDeclaration,
  PermissionDeclaration,
} from '../../model/declaration/route-declaration.js';
import type { CallbackRule, Finding, RouteRule } from '../rule.js';

/** A route has a permission, and each capability in it has a name. `callbackMethodRule` has the callbacks. */
export const permissionRule: RouteRule = ({ route: { permission } }) =>
  permission === undefined
    ? [permissionFinding('PublicAccess, Capability, Callback, allOf or anyOf', 'none')]
    : checkPermission(permission);

/** A callback of the permission of a route is a public static method. */
export const callbackMethodRule: CallbackRule = ({ callback }) => checkCallbackMethod(callback);

/** Each capability has a name, and each combination has parts that are no public access. */
export function checkPermission(permission: PermissionDeclaration): readonly Finding[] {
  switch (permission.kind) {
    case 'capability':
      return permission.capability === ''
        ? [permissionFinding('the name of a capability', '""')]
        : [];
    case 'allOf':
    case 'anyOf':
      return checkCombination(permission);
    default:
      return [];
  }
}

/** A combination has parts, and none of them is open to everyone: in `anyOf` it would open the route. */
function checkCombination({ kind, permissions }: CombinationDeclaration): readonly Finding[] {
  if (permissions.length === 0) return [permissionFinding(`a permission in ${kind}`, 'none')];
  return permissions.flatMap((part) => {
    if (part !== undefined && part.kind !== 'public') return checkPermission(part);
    const expected = `Capability, Callback, allOf or anyOf in ${kind}`;
    return [permissionFinding(expected, part === undefined ? 'no permission' : 'PublicAccess')];
  });
}

function permissionFinding(expected: string, received: string): Finding {
  return { code: 'RR1008', part: { kind: 'permission' }, expected, received };
}

/** A callback is a public static method. */
export function checkCallbackMethod({ isStatic, name }: CallbackDeclaration): readonly Finding[] {
  if (isStatic) return [];
  return [
    {
      code: 'RR1009',
      part: { kind: 'callback', at: 'reference' },
      expected: 'a public static method',
      received: name || 'a function',
    },
  ];
}
