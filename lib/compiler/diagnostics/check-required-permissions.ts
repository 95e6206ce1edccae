import type { LocationPart } from '../../diagnostics/location.js';
import type { CallbackDeclaration } from '../../model/declaration/route-declaration.js';
import { checkPlainCallback } from '../../rules/check-plain-callback.js';
import { traitsReader } from '../classes/source-class-traits.js';
import type {
  RequiredPermission,
  RequiredPermissions,
} from '../declarations/read-required-permissions.js';
import type { MethodReading } from '../declarations/routes/read-method.js';
import type { CallbackReading } from '../declarations/routes/read-permission.js';
import { valueClassReader } from '../declarations/value-class-reader.js';
import type { ProjectView } from '../program/project-view.js';
import type { ts } from '../program/typescript.js';
import { isRejection } from '../syntax/rejection.js';
import { parameterNode } from './diagnostic-node.js';
import { ruleDiagnostic, type SourceDiagnostic } from './source-diagnostic.js';

/** Checks the callbacks of a plain controller by the rules that they are checked by at startup. */
export function checkRequiredPermissions(
  { className, permissions, callbacks }: RequiredPermissions,
  view: ProjectView,
): readonly SourceDiagnostic[] {
  return permissions.flatMap((required) => {
    const { permission } = required;
    if (permission === undefined || isRejection(permission)) return [];
    if (permission.kind !== 'callback') return [];
    const method = callbacks.readings.get(permission.node);
    return checkOne(className, required, { permission, method }, view);
  });
}

interface NamedCallback {
  readonly permission: CallbackReading;
  readonly method: MethodReading | undefined;
}

function checkOne(
  className: string,
  { methodName, decorator }: RequiredPermission,
  named: NamedCallback,
  view: ProjectView,
): readonly SourceDiagnostic[] {
  const at = methodName === undefined ? { className } : { className, methodName };
  const readers = { properties: valueClassReader(view), traits: traitsReader(view) };
  const { diagnostics } = checkPlainCallback({ ...at, permission: declare(named) }, readers);
  // The compiler has read every parameter, or has reported why not.
  return diagnostics
    .filter(({ code }) => code !== 'RR1016')
    .map((one) => ruleDiagnostic(one, nodeOfPart(one.location.part, named) ?? decorator.node));
}

function declare({ permission, method }: NamedCallback): CallbackDeclaration {
  const { name, isStatic } = permission;
  const parameters = method?.parameters.map(({ source }) => source) ?? [];
  return { kind: 'callback', name, isStatic, parameters };
}

function nodeOfPart(
  part: LocationPart | undefined,
  { permission, method }: NamedCallback,
): ts.Node | undefined {
  if (part?.kind === 'callback') return permission.node;
  if (part?.kind !== 'parameter') return undefined;
  const parameter = method?.parameters.find(({ source }) => source.index === part.index);
  return parameter === undefined ? undefined : parameterNode(parameter, part.aspect);
}
