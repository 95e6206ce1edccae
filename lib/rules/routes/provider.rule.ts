import type { ParameterOwner } from '../../diagnostics/location.js';
import type { CheckedParameter } from '../../model/checked/checked-parameter.js';
import { isPlainClass } from '../parameters/class-of-values.js';
import type { CallbackRule, Finding, RouteRule, RuleReaders } from '../rule.js';

/** The module of a controller provides every service that a parameter receives. Only the boot knows. */
export const providerRule: RouteRule = ({ parameters, readers }) =>
  checkProviders(parameters, 'route', readers);

/** It provides those of a permission callback too. */
export const callbackProviderRule: CallbackRule = ({ callbackParameters, readers }) =>
  checkProviders(callbackParameters, 'callback', readers);

/** The services among some parameters that the module of the controller does not provide. */
export function checkProviders(
  parameters: readonly CheckedParameter[],
  owner: ParameterOwner,
  readers: RuleReaders,
): readonly Finding[] {
  return parameters.flatMap((parameter) => checkProvider(parameter, owner, readers));
}

function checkProvider(
  parameter: CheckedParameter,
  owner: ParameterOwner,
  { isProvided, traits }: RuleReaders,
): readonly Finding[] {
  if (isProvided === undefined || parameter.kind !== 'service') return [];
  const { handle, index } = parameter;
  if (isProvided(handle)) return [];
  const { name } = handle;
  const known = traits(handle);
  const provider = `a provider of ${name}`;
  const mayBeList = known !== undefined && isPlainClass(known);
  const expected = mayBeList ? `@ListOf(${name}) on a list of values, or ${provider}` : provider;
  const part = { kind: 'service', name, owner, index } as const;
  return [{ code: 'RR1019', part, expected, received: 'neither' }];
}
