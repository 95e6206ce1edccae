import type { Ancestor } from '../classes/heritage.js';
import type { ts } from '../program/typescript.js';
import { decoratorsNamed, type OurDecorator } from '../syntax/our-decorators.js';
import { plainName } from '../syntax/plain-name.js';
import type { TypeScope } from '../types/type-reader.js';
import { classNameOf } from './controller-head.js';
import { readCallbacks, type CallbackReadings } from './routes/read-callbacks.js';
import { readPermission, type PermissionReading } from './routes/read-permission.js';

/** One `@RequirePermission`, of a method or of the class itself. */
export interface RequiredPermission {
  /** `undefined` where it is on the class. */
  readonly methodName: string | undefined;
  readonly decorator: OurDecorator;
  readonly permission: PermissionReading | undefined;
}

/** The permissions that a plain controller requires, and the static methods that its callbacks name. */
export interface RequiredPermissions {
  readonly className: string;
  readonly permissions: readonly RequiredPermission[];
  readonly callbacks: CallbackReadings;
}

/** Reads each `@RequirePermission` of a class. A class that it extends has a signature of its own. */
export function readRequiredPermissions(
  node: ts.ClassLikeDeclaration,
  lineage: readonly Ancestor[],
  scope: TypeScope,
): RequiredPermissions {
  const permissions = [node, ...node.members].flatMap((subject) =>
    decoratorsNamed('RequirePermission', subject, scope.view).map((decorator) => {
      const [argument] = decorator.arguments;
      return {
        methodName: subject === node ? undefined : plainName(subject.name as ts.PropertyName),
        decorator,
        permission: argument === undefined ? undefined : readPermission(argument, scope.view),
      };
    }),
  );
  const className = classNameOf(node);
  const methods = permissions.map(({ methodName, permission }) => ({
    name: methodName,
    routes: [{ permission }],
  }));
  return { className, permissions, callbacks: readCallbacks(className, methods, lineage, scope) };
}
