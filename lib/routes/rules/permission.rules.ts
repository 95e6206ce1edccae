import {
  argumentsOf,
  type CheckedArgument,
  type CheckedParameter,
} from '../definition/parameter-definition.js';
import { definitionsIn } from '../../types/type-schema.js';
import type { PermissionDeclaration } from '../declaration/route-declaration.js';
import { isUnmarkedClass } from './check-parameters.js';
import type { Finding, RuleReaders, CallbackRule, RouteRule, RouteSubject } from '../rule.js';
import { argumentNamed, hasUncheckedParameters } from './route.rules.js';
import type { ParameterOwner } from '../../diagnostics/location.js';

/** A route has a permission, and each capability in it has a name. `callbackMethodRule` has the callbacks. */
export const permissionRule: RouteRule = (subject) =>
  subject.route.permission === undefined
    ? [permissionFinding('PublicAccess, GuardedBy, Capability, Callback, allOf or anyOf', 'none')]
    : statedPermissionRule(subject);

/** A public route has no guards of other permissions: they hold for each route of the method. */
export const publicGuardRule: RouteRule = ({ route: { permission, boundGuards = [] } }) => {
  if (permission?.kind !== 'public' || boundGuards.length === 0) return [];
  const expected = 'GuardedBy, or no guards of another permission';
  const received = `PublicAccess behind ${boundGuards.join(', ')}`;
  return [{ code: 'RR1075', part: { kind: 'permission' }, expected, received }];
};

/** Each capability of a permission has a name. A handler of a plain controller may have no permission. */
export const statedPermissionRule: RouteRule = ({ route: { permission } }) =>
  permission === undefined ? [] : checkPermission(permission);

/** A callback of the permission of a route is a public static method. */
export const callbackMethodRule: CallbackRule = ({ callback: { isStatic, name } }) => {
  if (isStatic) return [];
  return [
    {
      code: 'RR1009',
      part: { kind: 'callback', at: 'reference' },
      expected: 'a public static method',
      received: name || 'a function',
    },
  ];
};

/** A permission callback has only arguments that its route has, with the same types. */
export const callbackArgumentRule: CallbackRule = (subject) => {
  if (!subject.callback.isStatic) return [];
  return argumentsOf(subject.callbackParameters).flatMap((wanted) => compare(wanted, subject));
};

/** The keywords that form the type. Limits may differ: those of the route apply. */
const TYPE_KEYWORDS = [
  '$ref',
  'enum',
  'items',
  'properties',
  'additionalProperties',
  'patternProperties',
  'anyOf',
  'oneOf',
] as const;

/** The module of a controller provides every service that a parameter receives. Only startup knows. */
export const providerRule: RouteRule = ({ parameters, readers }) =>
  checkProviders(parameters, 'route', readers);

/** It provides those of a permission callback too. */
export const callbackProviderRule: CallbackRule = ({ callbackParameters, readers }) =>
  checkProviders(callbackParameters, 'callback', readers);

/** A callback of a plain handler has no arguments: Nest's pipes create those of the handler after the guards. */
export const handlerCallbackRule: CallbackRule = ({ callbackParameters }) =>
  callbackParameters.flatMap((parameter) => {
    if (parameter.kind !== 'argument' && parameter.kind !== 'arguments') return [];
    const { kind, index } = parameter;
    const name = kind === 'argument' ? { name: parameter.name } : {};
    const part = { kind: 'parameter', owner: 'callback', index, ...name } as const;
    const received = kind === 'argument' ? `the argument ${parameter.name}` : '@Arguments()';
    return [{ code: 'RR1065', part, expected: 'RestRequest or a service', received }];
  });

/** Each capability has a name, and each combination has parts, none of which is public access. */
function checkPermission(permission: PermissionDeclaration): readonly Finding[] {
  switch (permission.kind) {
    case 'capability':
      return permission.capability === ''
        ? [permissionFinding('the name of a capability', '""')]
        : [];
    case 'allOf':
    case 'anyOf':
      return checkCombination(permission);
    default:
      return [];
  }
}

/**
 * A combination has parts, and none of them is open to everyone: in `anyOf` it would open the route. Guards are none
 * either: their rejection is a response.
 */
function checkCombination({
  kind,
  permissions,
}: Extract<PermissionDeclaration, { kind: 'allOf' | 'anyOf' }>): readonly Finding[] {
  if (permissions.length === 0) return [permissionFinding(`a permission in ${kind}`, 'none')];
  return permissions.flatMap((part) => {
    const name = part === undefined ? 'no permission' : NOT_COMBINED[part.kind];
    if (part !== undefined && name === undefined) return checkPermission(part);
    const expected = `Capability, Callback, allOf or anyOf in ${kind}`;
    return [permissionFinding(expected, name ?? 'no permission')];
  });
}

const NOT_COMBINED: Readonly<Partial<Record<PermissionDeclaration['kind'], string>>> = {
  public: 'PublicAccess',
  guarded: 'GuardedBy',
};

function permissionFinding(expected: string, received: string): Finding {
  return { code: 'RR1008', part: { kind: 'permission' }, expected, received };
}

function compare(wanted: CheckedArgument, subject: RouteSubject): readonly Finding[] {
  const given = argumentNamed(subject, wanted.name);
  const { name, index } = wanted;
  const part = { kind: 'callback-argument', name, index } as const;
  if (given === undefined) {
    if (hasUncheckedParameters(subject)) return [];
    const expected = `an argument ${name} of the route`;
    return [{ code: 'RR1010', part, expected, received: 'none' }];
  }
  if (isUntyped(wanted) && (given.isData === true || given.standard !== undefined)) return [];
  const expected = typeText(given);
  const received = typeText(wanted);
  return expected === received ? [] : [{ code: 'RR1011', part, expected, received }];
}

/** `unknown`: of an argument with a schema as data, the callback gets what the method gets. */
function isUntyped({ schema: { type, ...keywords }, standard }: CheckedArgument): boolean {
  const isAny = type === undefined && TYPE_KEYWORDS.every((name) => keywords[name] === undefined);
  return isAny && standard === undefined;
}

function typeText({ schema, file, hydrations }: CheckedArgument): string {
  if (file !== undefined) return file.isList ? 'UploadedFile[]' : 'UploadedFile';
  const type = [schema.type ?? 'any'].flat().join(' | ');
  const parts = TYPE_KEYWORDS.filter((keyword) => schema[keyword] !== undefined);
  const definitions = definitionsIn(hydrations).map((one) => JSON.stringify(one.schema));
  const texts = parts.map((keyword) => partText(keyword, schema[keyword]));
  return [type, ...texts, ...definitions].join(' ');
}

function partText(keyword: (typeof TYPE_KEYWORDS)[number], value: unknown): string {
  return keyword === 'enum' || keyword === 'items'
    ? `of ${JSON.stringify(value)}`
    : `with ${keyword} ${JSON.stringify(value)}`;
}

function checkProviders(
  parameters: readonly CheckedParameter[],
  owner: ParameterOwner,
  readers: RuleReaders,
): readonly Finding[] {
  return parameters.flatMap((parameter) => checkProvider(parameter, owner, readers));
}

function checkProvider(
  parameter: CheckedParameter,
  owner: ParameterOwner,
  { isProvided, moduleName, injects, traits }: RuleReaders,
): readonly Finding[] {
  if (parameter.kind === 'injected') {
    const { name, index } = parameter;
    if (owner === 'route' && injects?.has(name) !== false) return [];
    const part = { kind: 'service', name, owner, index } as const;
    const expected = 'a parameter of the method of a route';
    return [{ code: 'RR1082', part, expected, received: `${name} of a permission` }];
  }
  if (isProvided === undefined || parameter.kind !== 'service') return [];
  const { handle, index } = parameter;
  if (isProvided(handle)) return [];
  const { name } = handle;
  const known = traits(handle);
  const provider = `a provider of ${name} in ${moduleName}, or in a module that it imports`;
  const mayBeList = known !== undefined && isUnmarkedClass(known);
  const expected = mayBeList ? `@ListOf(${name}) on a list of values, or ${provider}` : provider;
  const part = { kind: 'service', name, owner, index } as const;
  return [{ code: 'RR1019', part, expected, received: 'neither' }];
}
