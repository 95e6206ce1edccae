import type { ParameterOwner } from '../../diagnostics/location.js';
import type { CheckedParameter } from '../definition/parameter-definition.js';
import type {
  CallbackDeclaration,
  RouteDeclaration,
  ClassReaders,
  ClassTraits,
} from '../declaration/route-declaration.js';
import {
  type ParameterDeclaration,
  nameOf,
  statesType,
  declaredType,
  conflictDetails,
} from '../declaration/parameter-declaration.js';
import type { Finding } from '../rule.js';
import { argumentSources, checkArguments, checkArgument } from './check-arguments.js';
import type { ClassHandle, InjectedName } from '../../types/type.js';
import type { TypeDiagnostic } from '../../types/type-schema.js';
import { parameterFinding } from './parameter-finding.js';

const UNDECLARED: TypeDiagnostic = {
  code: 'RR1016',
  expected: 'a signature, or @Param with name and type',
  received: 'neither',
};

const INJECTED_FILE: TypeDiagnostic = {
  code: 'RR1019',
  expected: 'type: UploadedFile in place of inject',
  received: 'UploadedFile, a file of the request',
};

interface CheckedParameters {
  readonly values: readonly CheckedParameter[];
  readonly findings: readonly Finding[];
}

const NO_PARAMETERS: CheckedParameters = { values: [], findings: [] };

export function checkRouteParameters(
  route: RouteDeclaration,
  readers: ClassReaders,
): CheckedParameters {
  return checkAll(route.parameters, 'route', readers);
}

/** `given` has the parameters of the route. */
export function checkCallbackParameters(
  given: readonly ParameterDeclaration[],
  { parameters }: CallbackDeclaration,
  readers: ClassReaders,
): CheckedParameters {
  return checkAll(withTypesOf(given, parameters, readers), 'callback', readers);
}

/** A callback that is declared by hand may state only a name: its type is that of the route's argument. */
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
    const checked = resolveParameter(source, readers);
    if (!Array.isArray(checked)) values.push(checked);
    else findings.push(...checked.map((details) => parameterFinding(source, owner, details)));
  }
  return { values, findings };
}

function resolveParameter(
  source: ParameterDeclaration,
  readers: ClassReaders,
): CheckedParameter | TypeDiagnostic[] {
  const { index } = source;
  if (source.filledByNest) return { kind: 'nest', index };
  const conflict = conflictDetails(source);
  if (conflict !== undefined) return [conflict];
  const type = declaredType(source);
  if (type === undefined) return [UNDECLARED];
  if ('code' in type) return [type];
  if (source.takesArguments === true) return checkArguments(source, type, readers);
  if (type.kind === 'request') return requestPart(index, type.injected);
  if (type.kind === 'file' && source.statesInjection) return [INJECTED_FILE];
  if (type.kind === 'class' && !isValue(source, type.handle, readers)) {
    return resolveService(source, type.handle, readers);
  }
  const name = nameOf(source);
  return name === undefined ? [UNDECLARED] : checkArgument(source, name, type, readers);
}

function requestPart(index: number, name: InjectedName | undefined): CheckedParameter {
  return name === undefined ? { kind: 'request', index } : { kind: 'injected', index, name };
}

/** A class of values that its own decorators show is one if it has `@Param`, any other class if its options name it. */
function isValue(
  { options, statesInjection }: ParameterDeclaration,
  handle: ClassHandle,
  { traits }: ClassReaders,
): boolean {
  if (options === undefined || statesInjection) return false;
  const known = traits(handle);
  if (options.type !== undefined || known === undefined) return options.type !== undefined;
  return known.isMarked || (known.isDescribed && isUnmarkedClass(known));
}

function resolveService(
  { index, statesInjection }: ParameterDeclaration,
  handle: ClassHandle,
  { traits }: ClassReaders,
): CheckedParameter | TypeDiagnostic[] {
  const known = traits(handle);
  if (known === undefined || !isClassOfValues(known, statesInjection)) {
    return { kind: 'service', index, handle };
  }
  const { name } = handle;
  const onIt =
    known.isMarked || known.isDescribed
      ? '@Param() or @Arguments()'
      : `@ValueClass() on ${name} and @Param()`;
  const expected = `${onIt} on the parameter, @ListOf(${name}) on a list of values, or a service`;
  return [{ code: 'RR1019', expected, received: `${name}, a class of values` }];
}

/**
 * Whether a class that is the type of a parameter contains values of a request. As a service it would be one empty
 * object for all requests, and the values that the client sent would be lost.
 *
 * A class with `@ValueClass()` is never a service. Any other class is a service if it has one of these marks:
 * `@Injectable()`, a constructor with parameters, a method, or `@Param({ inject })` (`isStated`).
 */
function isClassOfValues(traits: ClassTraits, isStated: boolean): boolean {
  if (traits.isMarked || isStated) return traits.isMarked;
  return traits.hasValues && isUnmarkedClass(traits);
}

/** Whether a class has no mark of a service; its properties may be unknown. */
export function isUnmarkedClass(traits: ClassTraits): boolean {
  return !traits.isInjectable && !traits.takesServices && !traits.hasBehaviour;
}
