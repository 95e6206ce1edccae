import type { CallbackDeclaration } from '../../model/declaration/route-declaration.js';
import type { Finding, RouteRule } from '../rule.js';

/** A route has a permission, a capability has a name, and a callback is a public static method. */
export const permissionRule: RouteRule = ({ route: { permission } }) => {
  if (permission === undefined) {
    return [permissionFinding('PublicAccess, Capability or Callback', 'none')];
  }
  switch (permission.kind) {
    case 'public':
      return [];
    case 'capability':
      return permission.capability === ''
        ? [permissionFinding('the name of a capability', '""')]
        : [];
    case 'callback':
      return checkCallbackMethod(permission);
  }
};

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
