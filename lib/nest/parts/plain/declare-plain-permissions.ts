import type { DiscoveryService } from '@nestjs/core';
import { declarePermission } from '../../../decorators/reading/declare-permission.js';
import type { PermissionDeclaration } from '../../../model/declaration/route-declaration.js';
import {
  explorePlainHandlers,
  permissionOf,
  type PlainHandler,
} from '../explore-plain-handlers.js';
import { withNestTypes } from './declare-plain-callback.js';
import {
  nestArgumentsOf,
  nestWholesOf,
  type NestArgument,
  type NestWhole,
} from './nest-arguments.js';

/** A handler of a plain controller, and its permission as written. */
export interface DeclaredPlainPermission {
  readonly handler: PlainHandler;
  readonly permission: PermissionDeclaration;
  /** The arguments that the handler takes by name. */
  readonly given: readonly NestArgument[];
  /** The sources that the handler takes as a whole. */
  readonly wholes: readonly NestWhole[];
}

/** Finds the handlers with `@RequirePermission`; a value that is no permission counts as none. */
export function declarePlainPermissions(
  discovery: DiscoveryService,
): readonly DeclaredPlainPermission[] {
  return explorePlainHandlers(discovery).flatMap((handler) => declareOne(handler));
}

function declareOne(handler: PlainHandler): readonly DeclaredPlainPermission[] {
  const { type } = handler.found;
  const permission = declarePermission(type, permissionOf(handler));
  if (permission === undefined) return [];
  const given = nestArgumentsOf(type, handler.methodName);
  const wholes = nestWholesOf(type, handler.methodName);
  return [{ handler, permission: withTypes(permission, given), given, wholes }];
}

/** The permission, each callback of which has the types that Nest knows. */
function withTypes(
  permission: PermissionDeclaration,
  given: readonly NestArgument[],
): PermissionDeclaration {
  switch (permission.kind) {
    case 'callback':
      return withNestTypes(permission, given);
    case 'allOf':
    case 'anyOf': {
      const { kind, permissions } = permission;
      return { kind, permissions: permissions.map((part) => part && withTypes(part, given)) };
    }
    default:
      return permission;
  }
}
