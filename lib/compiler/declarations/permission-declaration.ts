import type {
  CallbackDeclaration,
  PermissionDeclaration,
} from '../../routes/declaration/route-declaration.js';
import { isRejection } from '../syntax/nodes.js';
import { type CallbackReadings, isCombination, partsOf } from './read-callbacks.js';
import type { MethodReading } from './read-method.js';
import type { CallbackReading, CombinationReading, PermissionReading } from './read-permission.js';

/** A callback of a permission, and its method where that could be read. */
export interface NamedCallback {
  readonly permission: CallbackReading;
  readonly method: MethodReading | undefined;
}

/** The callbacks of a permission, in the order in which its declaration has them. */
export function namedCallbacks(
  permission: PermissionReading | undefined,
  { readings }: CallbackReadings,
): readonly NamedCallback[] {
  return partsOf(permission).flatMap((part) =>
    isRejection(part) || part.kind !== 'callback'
      ? []
      : [{ permission: part, method: readings.get(part.node) }],
  );
}

/**
 * The declaration of a permission; `undefined` where the source does not show it. Parts that it does not show
 * are left out: they are checked at startup.
 */
export function declarePermission(
  permission: PermissionReading | undefined,
  callbacks: CallbackReadings,
): PermissionDeclaration | undefined {
  if (permission === undefined || isRejection(permission)) return undefined;
  if (isCombination(permission)) return declareCombination(permission, callbacks);
  return permission.kind === 'callback' ? declareCallback(permission, callbacks) : permission;
}

function declareCombination(
  { kind, permissions }: CombinationReading,
  callbacks: CallbackReadings,
): PermissionDeclaration | undefined {
  const shown = permissions.flatMap((part) => declarePermission(part, callbacks) ?? []);
  const isHidden = shown.length === 0 && permissions.length > 0;
  return isHidden ? undefined : { kind, permissions: shown };
}

function declareCallback(
  { node, name, isStatic }: CallbackReading,
  { readings }: CallbackReadings,
): CallbackDeclaration {
  const parameters = readings.get(node)?.parameters.map(({ source }) => source) ?? [];
  return { kind: 'callback', name, isStatic, parameters };
}
