import type { DiagnosticLocation } from '../../diagnostics/location.js';
import type { MethodSignature } from '../../types/method-signature.js';
import type { Ancestor } from '../classes/heritage.js';
import { ts } from '../program/typescript.js';
import {
  unwrapExpression,
  plainName,
  isStatic,
  isRejection,
  reject,
  type Rejection,
} from '../syntax/nodes.js';
import type { TypeScope } from '../types/type-reading.js';
import type { LocatedRejection } from './located-rejection.js';
import { readMethod, rejectedParameters, type MethodReading } from './read-method.js';
import type {
  CallbackReading,
  CombinationReading,
  PermissionArgument,
  PermissionReading,
} from './read-permission.js';

/** The static methods that the permission callbacks of a controller name. */
export interface CallbackReadings {
  /** By the name that the signature of the controller has for the method. */
  readonly signatures: ReadonlyMap<string, MethodSignature>;
  /** By the expression in `new Callback(…)` that names the method. */
  readonly readings: ReadonlyMap<ts.Node, MethodReading>;
  readonly rejections: readonly LocatedRejection[];
}

/** The method that one callback names; without a key where the compiled code cannot reach it. */
interface NamedMethod {
  readonly node: ts.Node;
  readonly key?: string;
  readonly reading: MethodReading;
}

/** The result of reading one part of a permission; empty for one without a callback. */
interface CallbackResult {
  readonly named?: NamedMethod;
  readonly rejections: readonly LocatedRejection[];
}

/** The permissions that a method has, one for each route; without a name, those of the class itself. */
interface MethodWithPermissions {
  readonly name: string | undefined;
  readonly routes: readonly { readonly permission: PermissionArgument | undefined }[];
}

/**
 * Reads every callback where it is named. A static method of another class is described in the
 * signature of the controller that names it, as `Class.method`; the other class has no signature.
 */
export function readCallbacks(
  className: string,
  methods: readonly MethodWithPermissions[],
  lineage: readonly Ancestor[],
  scope: TypeScope,
): CallbackReadings {
  const results = methods.flatMap(({ name: methodName, routes }) =>
    routes.flatMap(({ permission }, routeIndex) => {
      const part = { kind: 'callback', at: 'declaration' } as const;
      const location = {
        className,
        ...(methodName === undefined ? {} : { methodName }),
        routeIndex,
        part,
      };
      return partsOf(permission?.reading).map((one) => readCallback(one, location, lineage, scope));
    }),
  );
  const named = results.flatMap((result) => result.named ?? []);
  return {
    signatures: signaturesOf(named),
    readings: new Map(named.map(({ node, reading }) => [node, reading])),
    rejections: results.flatMap(({ rejections }) => rejections),
  };
}

function signaturesOf(named: readonly NamedMethod[]): CallbackReadings['signatures'] {
  return new Map(
    named.flatMap(({ key, reading }) => (key === undefined ? [] : [[key, reading.signature]])),
  );
}

function readCallback(
  permission: PermissionPart,
  location: DiagnosticLocation,
  lineage: readonly Ancestor[],
  scope: TypeScope,
): CallbackResult {
  if (isRejection(permission)) return { rejections: [{ rejection: permission, location }] };
  if (permission.kind !== 'callback' || permission.method === undefined) return { rejections: [] };
  const reading = readMethod(permission.method, scope);
  const key = callbackKey(permission, lineage, scope);
  const rejections = rejectionsOf(permission, reading, location);
  const { node } = permission;
  return typeof key === 'string'
    ? { named: { node, reading, key }, rejections }
    : { named: { node, reading }, rejections: [{ rejection: key, location }, ...rejections] };
}

function rejectionsOf(
  { node, hasOverloads }: CallbackReading,
  reading: MethodReading,
  location: DiagnosticLocation,
): readonly LocatedRejection[] {
  const unread = rejectedParameters(reading, 'callback', location);
  return hasOverloads ? [{ rejection: reject('RR2010', node), location }, ...unread] : unread;
}

/**
 * The name that the signature of a controller has for a callback: `method` where the controller or the
 * nearest class it extends has the method, else `Class.method`.
 */
function callbackKey(
  { name, owner, node, method }: CallbackReading,
  lineage: readonly Ancestor[],
  scope: TypeScope,
): string | Rejection {
  const nearest = lineage
    .flatMap((ancestor) => [...ancestor.node.members])
    .find((member) => isStatic(member) && plainName(member.name) === name);
  const isNearest = nearest !== undefined && (method === nearest || method?.parent === nearest);
  if (isNearest || owner === undefined) return name;
  const key = scope.references.keyOf(owner, classExpression(node));
  return typeof key === 'string' ? `${key}.${name}` : key;
}

/** `Permissions` of `Permissions.mayEdit`. */
function classExpression(node: ts.Expression): ts.Node {
  const expression = unwrapExpression(node);
  return ts.isPropertyAccessExpression(expression) || ts.isElementAccessExpression(expression)
    ? expression.expression
    : expression;
}

/** A permission that is no combination. */
type PermissionPart = Exclude<PermissionReading, CombinationReading>;

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
