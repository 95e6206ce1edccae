import type { CheckedRoute } from '../checked/checked-controller.js';
import type { CallbackDeclaration } from '../declaration/route-declaration.js';
import type { ArgumentDefinition, Instantiate } from './argument-definition.js';
import { compileParameters, type ParameterDefinition } from './parameter-definition.js';

/** A permission, compiled. */
export type PermissionDefinition =
  | { readonly kind: 'public' }
  | { readonly kind: 'capability'; readonly capability: string }
  | CallbackDefinition;

/** A static method that decides whether a request is allowed. */
export interface CallbackDefinition {
  readonly kind: 'callback';
  /** With its class where that is known: `ItemsController.mayEdit`. */
  readonly name: string;
  readonly method: (...args: never[]) => unknown;
  readonly parameters: readonly ParameterDefinition[];
}

/** The permission of anyone. */
export const PUBLIC: PermissionDefinition = Object.freeze({ kind: 'public' });

/** Compiles the permission of a route; the arguments of a callback are those of the route. */
export function compilePermission(
  { route: { permission, methodName }, callbackParameters }: CheckedRoute,
  args: readonly ArgumentDefinition[],
  instantiate: Instantiate,
): PermissionDefinition {
  switch (permission?.kind) {
    case 'public':
      return PUBLIC;
    case 'capability':
      return Object.freeze({ kind: 'capability', capability: permission.capability });
    case 'callback':
      return compileCallback(permission, compileParameters(callbackParameters, args, instantiate));
    default:
      throw new RangeError(`${methodName} has no permission: the rules missed it.`);
  }
}

/** Compiles a callback with its parameters. */
export function compileCallback(
  declaration: CallbackDeclaration,
  parameters: readonly ParameterDefinition[],
): CallbackDefinition {
  const name = qualifiedName(declaration);
  return Object.freeze({ kind: 'callback', name, method: methodOf(declaration), parameters });
}

function qualifiedName({ owner, name }: CallbackDeclaration): string {
  return owner === undefined ? name : `${owner.name}.${name}`;
}

function methodOf({ callback, name }: CallbackDeclaration): CallbackDefinition['method'] {
  const method = callback?.ref;
  if (typeof method !== 'function') throw new RangeError(`The callback ${name} is no function.`);
  return method as CallbackDefinition['method'];
}
