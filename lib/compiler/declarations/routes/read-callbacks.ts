import type { DiagnosticLocation } from '../../../diagnostics/location.js';
import type { ClassSignature, MethodSignature } from '../../../model/signature/method-signature.js';
import type { Ancestor } from '../../classes/heritage.js';
import type { CheckedMethod } from './declared-route.js';
import type { ControllerHead } from '../controller-head.js';
import { readMethod, type MethodReading } from './read-method.js';
import type { CallbackReading } from './read-permission.js';
import { rejectionDiagnostic, type SourceDiagnostic } from '../../diagnostics/source-diagnostic.js';
import { ts } from '../../program/typescript.js';
import { type Rejection, reject, isRejection } from '../../syntax/rejection.js';
import type { TypeScope } from '../../types/type-reader.js';
import { unwrapExpression } from '../../syntax/unwrap-expression.js';
import { isStatic } from '../../syntax/modifiers.js';
import { plainName } from '../../syntax/plain-name.js';

/** The static methods that the callbacks of a controller name. */
export interface CallbackReadings {
  readonly parts: Pick<ClassSignature, 'staticMethods'>;
  readonly diagnostics: readonly SourceDiagnostic[];
  /** By the place where a callback names them. */
  readonly readings: ReadonlyMap<ts.Node, MethodReading>;
}

/**
 * Reads every callback where it is named. A static method of another class is described in the
 * signature of the controller that names it, as `Class.method`: its own file need not know.
 */
export function readCallbacks(
  head: ControllerHead,
  methods: readonly CheckedMethod[],
  lineage: readonly Ancestor[],
  scope: TypeScope,
): CallbackReadings {
  const signatures = new Map<string, MethodSignature>();
  const readings = new Map<ts.Node, MethodReading>();
  const diagnostics: SourceDiagnostic[] = [];
  for (const { name: methodName, routes } of methods) {
    for (const [routeIndex, { permission }] of routes.entries()) {
      const route = { className: head.className, methodName, routeIndex };
      const place = { ...route, part: { kind: 'callback', at: 'declaration' } } as const;
      if (permission === undefined) continue;
      if (isRejection(permission)) diagnostics.push(rejectionDiagnostic(permission, place));
      else if (permission.kind === 'callback' && permission.method !== undefined) {
        const reading = readMethod(permission.method, scope);
        const key = keyOf(permission, lineage, scope);
        readings.set(permission.node, reading);
        if (typeof key === 'string') signatures.set(key, reading.signature);
        else diagnostics.push(rejectionDiagnostic(key, place));
        diagnostics.push(...rejections(reading, permission, place));
      }
    }
  }
  const parts = signatures.size === 0 ? {} : { staticMethods: Object.fromEntries(signatures) };
  return { parts, diagnostics, readings };
}

function rejections(
  { parameters }: MethodReading,
  { node, hasOverloads }: CallbackReading,
  place: DiagnosticLocation,
): readonly SourceDiagnostic[] {
  const unread = parameters.flatMap(({ rejection, signature: { name }, source: { index } }) => {
    const part = { kind: 'parameter', owner: 'callback', index, name } as const;
    return rejection === undefined ? [] : [rejectionDiagnostic(rejection, { ...place, part })];
  });
  return hasOverloads ? [rejectionDiagnostic(reject('RR2010', node), place), ...unread] : unread;
}

/** The name alone where the controller or the nearest class that it extends has the method. */
function keyOf(
  { name, owner, node, method }: CallbackReading,
  lineage: readonly Ancestor[],
  scope: TypeScope,
): string | Rejection {
  const nearest = lineage
    .flatMap((ancestor) => [...ancestor.node.members])
    .find((member) => isStatic(member) && plainName(member.name) === name);
  const isNearest = nearest !== undefined && (method === nearest || method?.parent === nearest);
  if (isNearest || owner === undefined) return name;
  const key = scope.references.keyOf(owner, classNamed(node));
  return typeof key === 'string' ? `${key}.${name}` : key;
}

/** `Permissions` of `Permissions.mayEdit`. */
function classNamed(node: ts.Expression): ts.Node {
  const expression = unwrapExpression(node);
  return ts.isPropertyAccessExpression(expression) || ts.isElementAccessExpression(expression)
    ? expression.expression
    : expression;
}
