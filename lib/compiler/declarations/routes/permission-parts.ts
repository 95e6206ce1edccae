import type { Rejection } from '../../syntax/rejection.js';
import type { CombinationReading, PermissionReading } from './read-permission.js';

/** A permission that is no combination. */
export type PermissionPart = Exclude<PermissionReading, CombinationReading>;

/** The permissions within combinations, in the order of the source; one that is none is the only part. */
export function partsOf(permission: PermissionReading | undefined): readonly PermissionPart[] {
  if (permission === undefined) return [];
  return isCombination(permission) ? permission.permissions.flatMap(partsOf) : [permission];
}

/** Whether a permission is `allOf(…)` or `anyOf(…)`. */
export function isCombination(
  permission: PermissionReading | Rejection,
): permission is CombinationReading {
  return 'permissions' in permission;
}
