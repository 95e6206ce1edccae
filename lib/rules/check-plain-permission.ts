import type { Diagnostic } from '../diagnostics/diagnostic.js';
import {
  argumentsOf,
  type CheckedArgument,
  type CheckedParameter,
} from '../model/checked-parameter.js';
import type {
  CallbackDeclaration,
  PermissionDeclaration,
} from '../model/declaration/route-declaration.js';
import { callbacksOf } from '../model/permissions/permission-combination.js';
import { checkCallbackParameters } from './parameters/check-parameters.js';
import { checkCallbackMethod, checkPermission, checkProviders } from './permission.rules.js';
import { located, type Finding, type RuleReaders } from './rule.js';

/** A handler of a plain controller, and the permission that its `@RequirePermission` states. */
export interface PlainPermissionSubject {
  readonly className: string;
  /** Absent where the class states the permission, and no handler is meant. */
  readonly methodName?: string;
  readonly permission: PermissionDeclaration;
}

/** The parameters of each callback that could be checked, and all diagnostics. */
export interface CheckedPlainPermission {
  readonly callbackParameters: ReadonlyMap<CallbackDeclaration, readonly CheckedParameter[]>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Holds the permission of a handler of a plain controller to the rules. The compiler and the boot call this. */
export function checkPlainPermission(
  { permission, ...at }: PlainPermissionSubject,
  readers: RuleReaders,
): CheckedPlainPermission {
  const callbackParameters = new Map<CallbackDeclaration, readonly CheckedParameter[]>();
  const diagnostics = checkPermission(permission).map((finding) => located(finding, at));
  for (const [callbackIndex, callback] of callbacksOf<CallbackDeclaration>(permission).entries()) {
    const { values, findings } = checkCallback(callback, readers);
    callbackParameters.set(callback, values);
    const place = callback === permission ? at : { ...at, callbackIndex };
    diagnostics.push(...findings.map((finding) => located(finding, place)));
  }
  return { callbackParameters, diagnostics };
}

function checkCallback(callback: CallbackDeclaration, readers: RuleReaders) {
  const { values, findings } = checkCallbackParameters([], callback, readers);
  return {
    values,
    findings: [
      ...findings,
      ...checkCallbackMethod(callback),
      ...argumentsOf(values).flatMap(checkNoFile),
      ...checkProviders(values, 'callback', readers),
    ],
  };
}

/** A plain controller reads its files after its guards. */
function checkNoFile({ file, index, name }: CheckedArgument): readonly Finding[] {
  if (file === undefined) return [];
  const part = { kind: 'parameter', owner: 'callback', index, name } as const;
  const expected = 'no file in a callback of a plain controller';
  return [{ code: 'RR1033', part, expected, received: 'UploadedFile' }];
}
