import type { DiagnosticLocation } from '../../diagnostics/location.js';
import { checkPlainPermission } from '../../rules/check-plain-permission.js';
import { traitsReader } from '../classes/source-class-traits.js';
import type { RequiredPermissions } from '../declarations/read-required-permissions.js';
import {
  declarePermission,
  namedCallbacks,
  type NamedCallback,
} from '../declarations/routes/permission-declaration.js';
import { valueClassReader } from '../declarations/value-class-reader.js';
import type { ProjectView } from '../program/project-view.js';
import type { ts } from '../program/typescript.js';
import { parameterNode } from './diagnostic-node.js';
import { ruleDiagnostic, type SourceDiagnostic } from './source-diagnostic.js';

/** Checks the permissions of a plain controller by the rules that they are checked by at startup. */
export function checkRequiredPermissions(
  { className, permissions, callbacks }: RequiredPermissions,
  view: ProjectView,
): readonly SourceDiagnostic[] {
  const readers = { properties: valueClassReader(view), traits: traitsReader(view) };
  return permissions.flatMap(({ methodName, decorator, permission: reading }) => {
    const permission = declarePermission(reading, callbacks);
    if (permission === undefined) return [];
    const at = methodName === undefined ? { className } : { className, methodName };
    const { diagnostics } = checkPlainPermission({ ...at, permission }, readers);
    const named = namedCallbacks(reading, callbacks);
    // The compiler has read every parameter, or has reported why not.
    return diagnostics
      .filter(({ code }) => code !== 'RR1016')
      .map((one) => ruleDiagnostic(one, nodeOfLocation(one.location, named) ?? decorator.node));
  });
}

function nodeOfLocation(
  { part, callbackIndex = 0 }: DiagnosticLocation,
  callbacks: readonly NamedCallback[],
): ts.Node | undefined {
  const named = callbacks[callbackIndex];
  if (part?.kind === 'callback') return named?.permission.node;
  if (part?.kind !== 'parameter') return undefined;
  const parameter = named?.method?.parameters.find(({ source }) => source.index === part.index);
  return parameter === undefined ? undefined : parameterNode(parameter, part.aspect);
}
