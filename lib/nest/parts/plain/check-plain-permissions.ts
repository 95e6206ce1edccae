import { hasOwnPermission, methodPermission } from '../../../decorators/metadata-accessor.js';
import { chainOf, prototypesOf } from '../../../decorators/reading/class-chain.js';
import { diagnosticAt, type Diagnostic } from '../../../diagnostics/diagnostic.js';
import type { ClassReaders } from '../../../model/declaration/class-readers.js';
import type { Instantiate } from '../../../model/definition/argument-definition.js';
import { compilePermission } from '../../../model/definition/permission-definition.js';
import { checkPlainPermission } from '../../../rules/check-plain-permission.js';
import { checkSignature } from '../../../rules/controllers/signature.rule.js';
import { groupBy } from '../../../shared/group-by.js';
import type { FoundClass } from '../../exploration/container-view.js';
import { ruleReaders, signatureFact } from '../../exploration/rule-readers.js';
import type { Instances } from '../../lazy-providers/instances.js';
import type { PlainHandler } from '../explore-plain-handlers.js';
import { compilePlainCallback } from './compile-plain-callback.js';
import type { DeclaredPlainPermission } from './declare-plain-permissions.js';
import type { PlainPermission } from './plain-permission.js';

/** The permissions of plain controllers, and the diagnostics of those that are invalid. */
export interface CheckedPlainPermissions {
  readonly permissions: readonly PlainPermission[];
  readonly diagnostics: readonly Diagnostic[];
}

/** What checking and compiling them needs. */
export interface PlainPermissionContext {
  readonly classes: ClassReaders;
  readonly instances: Instances;
  readonly instantiate: Instantiate;
}

/** Checks the permissions of plain controllers, and compiles the callbacks among them. */
export function checkPlainPermissions(
  declared: readonly DeclaredPlainPermission[],
  context: PlainPermissionContext,
): CheckedPlainPermissions {
  const byClass = groupBy(declared, ({ handler }) => handler.found.type);
  const ofClasses = [...byClass.values()].flatMap(([first]) =>
    first === undefined ? [] : checkClass(first.handler.found),
  );
  const checked = declared.map((one) => checkOne(one, context));
  return {
    permissions: checked.flatMap(({ permissions }) => permissions),
    diagnostics: [...ofClasses, ...checked.flatMap(({ diagnostics }) => diagnostics)],
  };
}

function checkClass({ type }: FoundClass): readonly Diagnostic[] {
  const findings = checkSignature(signatureFact(type));
  return findings.map((finding) => diagnosticAt({ className: type.name }, finding));
}

const SILENT_OVERRIDE = {
  code: 'RR1048',
  expected: '@RequirePermission on the override, as on the method that it overrides',
  received: 'none',
} as const;

/** Whether a handler would get the permission of a base class, which is not that of the method it overrides. */
function isSilentOverride({ found: { type }, methodName, prototype }: PlainHandler): boolean {
  if (methodPermission(prototype, methodName) !== undefined) return false;
  const prototypes = prototypesOf(type);
  const at = prototypes.indexOf(prototype);
  const statesOwn = chainOf(type)
    .slice(0, at + 1)
    .some(hasOwnPermission);
  return (
    !statesOwn &&
    prototypes.slice(at + 1).some((base) => methodPermission(base, methodName) !== undefined)
  );
}

function checkOne(
  { handler, permission, given, wholes }: DeclaredPlainPermission,
  { classes, instances, instantiate }: PlainPermissionContext,
): CheckedPlainPermissions {
  const { found, methodName } = handler;
  if (isSilentOverride(handler)) {
    const location = { className: found.type.name, methodName };
    return { permissions: [], diagnostics: [diagnosticAt(location, SILENT_OVERRIDE)] };
  }
  const readers = ruleReaders(found, { classes, instances, namespace: { value: undefined } });
  const subject = { className: found.type.name, methodName, permission };
  const { callbackParameters, diagnostics } = checkPlainPermission(subject, readers);
  if (diagnostics.length > 0) return { permissions: [], diagnostics };
  const context = { handler, given, wholes, instantiate, instances };
  const compiled = compilePermission(permission, (callback) =>
    compilePlainCallback(callback, callbackParameters.get(callback) ?? [], context),
  );
  return { permissions: [{ handler, permission: compiled }], diagnostics };
}
