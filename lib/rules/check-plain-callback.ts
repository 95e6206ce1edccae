import { diagnosticAt, type Diagnostic } from '../diagnostics/diagnostic.js';
import {
  argumentsOf,
  type CheckedArgument,
  type CheckedParameter,
} from '../model/checked/checked-parameter.js';
import type { CallbackDeclaration } from '../model/declaration/route-declaration.js';
import { checkCallbackParameters } from './parameters/check-parameters.js';
import { checkCallbackMethod } from './routes/permission.rule.js';
import { checkProviders } from './routes/provider.rule.js';
import type { Finding, RuleReaders } from './rule.js';

/** A handler of a plain controller whose `@RequirePermission` names a callback. */
export interface PlainCallbackSubject {
  readonly className: string;
  /** Absent where the class states the permission, and no handler is meant. */
  readonly methodName?: string;
  readonly permission: CallbackDeclaration;
}

/** The parameters of a callback that could be checked, and the diagnostics of the others. */
export interface CheckedPlainCallback {
  readonly parameters: readonly CheckedParameter[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Holds the callback of a handler of a plain controller to the rules. The compiler and the boot call this. */
export function checkPlainCallback(
  { permission, ...at }: PlainCallbackSubject,
  readers: RuleReaders,
): CheckedPlainCallback {
  const { values, findings } = checkCallbackParameters({ permission, parameters: [] }, readers);
  const all = [
    ...findings,
    ...checkCallbackMethod(permission),
    ...argumentsOf(values).flatMap(checkNoFile),
    ...checkProviders(values, 'callback', readers),
  ];
  return {
    parameters: values,
    diagnostics: all.map(({ part, ...details }) =>
      diagnosticAt(part === undefined ? at : { ...at, part }, details),
    ),
  };
}

/** A plain controller reads its files after its guards. */
function checkNoFile({ file, index, name }: CheckedArgument): readonly Finding[] {
  if (file === undefined) return [];
  const part = { kind: 'parameter', owner: 'callback', index, name } as const;
  const expected = 'no file in a callback of a plain controller';
  return [{ code: 'RR1033', part, expected, received: 'UploadedFile' }];
}
