import type { ClassSignature, MethodSignature } from '../../model/signature/method-signature.js';
import { isStatic, plainName } from '../classes/class-members.js';
import { bare } from '../types/constant.js';
import type { Ancestor } from '../classes/heritage.js';
import type { JudgedMethod } from './declared-route.js';
import type { ControllerHead } from './read-controller.js';
import { readMethod, type MethodReading } from './read-method.js';
import type { CallbackReading } from './read-permission.js';
import { isRefusal, refuse, type Refusal } from '../syntax/reading.js';
import type { Scope } from '../syntax/scope.js';
import { refusalFault, type SourceFault } from '../diagnostics/source-diagnostic.js';
import { ts } from '../syntax/typescript.js';

/** The static methods that the callbacks of a controller name. */
export interface CallbackReadings {
  readonly parts: Pick<ClassSignature, 'staticMethods'>;
  readonly faults: readonly SourceFault[];
  /** By the place where a callback names them. */
  readonly readings: ReadonlyMap<ts.Node, MethodReading>;
}

/**
 * Reads every callback where it is named. A static method of another class is described in the
 * signature of the controller that names it, as `Class.method`: its own file need not know.
 */
export function readCallbacks(
  head: ControllerHead,
  methods: readonly JudgedMethod[],
  lineage: readonly Ancestor[],
  scope: Scope,
): CallbackReadings {
  const signatures = new Map<string, MethodSignature>();
  const readings = new Map<ts.Node, MethodReading>();
  const faults: SourceFault[] = [];
  for (const { name: methodName, routes } of methods) {
    const place = { className: head.className, methodName: `${methodName}, permission callback` };
    for (const { permission } of routes) {
      if (permission === undefined) continue;
      if (isRefusal(permission)) faults.push(refusalFault(permission, place));
      else if (permission.kind === 'callback' && permission.method !== undefined) {
        const reading = readMethod(permission.method, scope);
        const key = keyOf(permission, lineage, scope);
        readings.set(permission.node, reading);
        if (typeof key === 'string') signatures.set(key, reading.signature);
        else faults.push(refusalFault(key, place));
        faults.push(...refusals(reading, permission, place));
      }
    }
  }
  const parts = signatures.size === 0 ? {} : { staticMethods: Object.fromEntries(signatures) };
  return { parts, faults, readings };
}

function refusals(
  { parameters }: MethodReading,
  { node, hasOverloads }: CallbackReading,
  place: { readonly className: string; readonly methodName: string },
): readonly SourceFault[] {
  const unread = parameters.flatMap(({ refusal, signature }) =>
    refusal === undefined
      ? []
      : [refusalFault(refusal, { ...place, parameterName: signature.name })],
  );
  return hasOverloads ? [refusalFault(refuse('RR2010', node), place), ...unread] : unread;
}

/** The name alone where the controller or the nearest class that it extends has the method. */
function keyOf(
  { name, owner, node, method }: CallbackReading,
  lineage: readonly Ancestor[],
  scope: Scope,
): string | Refusal {
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
  const expression = bare(node);
  return ts.isPropertyAccessExpression(expression) || ts.isElementAccessExpression(expression)
    ? expression.expression
    : expression;
}
