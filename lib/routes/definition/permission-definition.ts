import type {
  CallbackDeclaration,
  PermissionDeclaration,
} from '../declaration/route-declaration.js';
import { withoutUndefined } from '../../shared/records.js';
import type { Combination } from '../declaration/permission.js';
import type { ParameterDefinition } from './parameter-definition.js';

/** The permission of a route, compiled. */
export type PermissionDefinition =
  | { readonly kind: 'public' }
  | { readonly kind: 'guarded'; readonly guards: readonly string[] }
  | { readonly kind: 'capability'; readonly capability: string }
  | CallbackDefinition
  | Combination<PermissionDefinition>;

/** A static method that decides whether a request is allowed. */
export interface CallbackDefinition {
  readonly kind: 'callback';
  /** With its class if that is known: `ItemsController.mayEdit`. */
  readonly name: string;
  readonly method: (...args: never[]) => unknown;
  readonly parameters: readonly ParameterDefinition[];
  /** Present if anonymous callers are denied without a call. */
  readonly anonymous?: false;
  /** From the docstring of the method. */
  readonly description?: string;
}

export const PUBLIC = Object.freeze({ kind: 'public' });

/** A method that several parts of a combination name is compiled once, so that a request calls it once. */
export function compilePermission(
  permission: PermissionDeclaration | undefined,
  compile: (callback: CallbackDeclaration) => CallbackDefinition,
): PermissionDefinition {
  const known: (readonly [unknown, CallbackDefinition])[] = [];
  return compilePart(permission, (callback) => {
    const ref = callback.callback?.ref;
    const isSame = ([method, { anonymous }]: (typeof known)[number]) =>
      method === ref && anonymous === callback.anonymous;
    const compiled = known.find(isSame)?.[1] ?? compile(callback);
    known.push([ref, compiled]);
    return compiled;
  });
}

function compilePart(
  permission: PermissionDeclaration | undefined,
  compile: (callback: CallbackDeclaration) => CallbackDefinition,
): PermissionDefinition {
  switch (permission?.kind) {
    case 'public':
      return PUBLIC;
    case 'capability':
      return Object.freeze({ kind: 'capability', capability: permission.capability });
    case 'callback':
      return compile(permission);
    case 'guarded':
      return Object.freeze({ kind: 'guarded', guards: Object.freeze([...permission.guards]) });
    case 'allOf':
    case 'anyOf': {
      const { kind } = permission;
      const permissions = permission.permissions.map((part) => compilePart(part, compile));
      return Object.freeze({ kind, permissions: Object.freeze(permissions) });
    }
    default:
      throw new RangeError('There is no permission: the rules missed it.');
  }
}

export function compileCallback(
  declaration: CallbackDeclaration,
  parameters: readonly ParameterDefinition[],
): CallbackDefinition {
  const { anonymous, description } = declaration;
  return Object.freeze({
    kind: 'callback',
    name: qualifiedName(declaration),
    method: methodOf(declaration),
    parameters,
    ...withoutUndefined({ anonymous, description }),
  });
}

function qualifiedName({ owner, name }: CallbackDeclaration): string {
  return owner === undefined ? name : `${owner.name}.${name}`;
}

function methodOf({ callback, name }: CallbackDeclaration): CallbackDefinition['method'] {
  const method = callback?.ref;
  if (typeof method !== 'function') throw new RangeError(`The callback ${name} is not a function.`);
  return method as CallbackDefinition['method'];
}
