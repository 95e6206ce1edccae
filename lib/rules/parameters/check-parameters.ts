import type { ParameterOwner } from '../../diagnostics/location.js';
import type { CheckedParameter } from '../../model/checked-parameter.js';
import type { ClassReaders } from '../../model/declaration/class-readers.js';
import {
  type ParameterDeclaration,
  nameOf,
} from '../../model/declaration/parameter-declaration.js';
import { statesType } from '../../model/declaration/type-of-parameter.js';
import type {
  CallbackDeclaration,
  RouteDeclaration,
} from '../../model/declaration/route-declaration.js';
import type { Finding } from '../rule.js';
import { argumentSources } from './check-arguments.js';
import { checkParameter } from './check-parameter.js';

/** The parameters that could be checked, and what is wrong with the others. */
export interface CheckedParameters {
  readonly values: readonly CheckedParameter[];
  readonly findings: readonly Finding[];
}

const NO_PARAMETERS: CheckedParameters = { values: [], findings: [] };

/** Checks the parameters of the method of a route. */
export function checkRouteParameters(
  route: RouteDeclaration,
  readers: ClassReaders,
): CheckedParameters {
  return checkAll(route.parameters, 'route', readers);
}

/** Checks the parameters of a permission callback; `given` has those of its route. */
export function checkCallbackParameters(
  given: readonly ParameterDeclaration[],
  { parameters }: CallbackDeclaration,
  readers: ClassReaders,
): CheckedParameters {
  return checkAll(withTypesOf(given, parameters, readers), 'callback', readers);
}

/** A callback that is declared by hand may give only a name: the type is that of the route. */
function withTypesOf(
  given: readonly ParameterDeclaration[],
  callback: readonly ParameterDeclaration[],
  readers: ClassReaders,
): readonly ParameterDeclaration[] {
  return callback.map((source) => {
    const name = source.options?.name;
    if (name === undefined || isTyped(source)) return source;
    const twin = given
      .flatMap((candidate) => argumentSources(candidate, readers))
      .find((candidate) => nameOf(candidate) === name);
    return twin === undefined ? source : { ...twin, index: source.index };
  });
}

function isTyped({ signature, options, list }: ParameterDeclaration): boolean {
  return (signature ?? list) !== undefined || statesType(options);
}

function checkAll(
  sources: readonly ParameterDeclaration[],
  owner: ParameterOwner,
  readers: ClassReaders,
): CheckedParameters {
  if (sources.length === 0) return NO_PARAMETERS;
  const values: CheckedParameter[] = [];
  const findings: Finding[] = [];
  for (const source of sources) {
    const checked = checkParameter(source, owner, readers);
    if (checked.value !== undefined) values.push(checked.value);
    findings.push(...checked.findings);
  }
  return { values, findings };
}
