import type { DiscoveryService } from '@nestjs/core';
import {
  designTypes,
  hasOwnPermission,
  methodPermission,
} from '../../decorators/metadata-accessor.js';
import { chainOf, prototypesOf } from '../../decorators/reading/class-chain.js';
import { declarePermission } from '../../decorators/reading/declare-controller.js';
import { diagnosticAt, type Diagnostic } from '../../diagnostics/diagnostic.js';
import {
  compileArgument,
  argumentsOf,
  type CheckedParameter,
  compileParameters,
} from '../../routes/definition/parameter-definition.js';
import type { ParamOptions } from '../../routes/declaration/param-options.js';
import {
  nameOf,
  type ParameterDeclaration,
} from '../../routes/declaration/parameter-declaration.js';
import type {
  CallbackDeclaration,
  PermissionDeclaration,
} from '../../routes/declaration/route-declaration.js';
import {
  compileCallback,
  compilePermission,
  type CallbackDefinition,
  type CompiledPermission,
} from '../../routes/definition/permission-definition.js';
import type { ServicePort } from '../../lifecycle/arguments/bind.js';
import { checkPlainPermission } from '../../routes/rules/permission.rules.js';
import { checkSignature } from '../../routes/rules/controller.rules.js';
import type { Class } from '../../shared/records.js';
import { findProvider } from '../exploration/container-view.js';
import { ruleReaders, signatureFact, type FactSources } from '../exploration/nest-metadata.js';
import type { Module } from '../internals.js';
import type { Instances } from '../instances.js';
import { explorePlainHandlers, permissionOf, type PlainHandler } from './plain-handler.js';
import type { PlainRequest } from './plain-request.js';
import {
  nestArgumentsOf,
  nestWholesOf,
  optionsOfDesignType,
  type NestArgument,
  type PlainArgument,
} from './nest-arguments.js';

/** The callback of a handler of a plain controller, compiled. */
export interface PlainCallback extends CallbackDefinition, ServicePort<PlainRequest> {
  readonly handler: PlainHandler;
  readonly arguments: readonly PlainArgument[];
}

/** A handler of a plain controller, and the permission that `@RequirePermission` states. */
export interface PlainPermission {
  readonly handler: PlainHandler;
  readonly permission: CompiledPermission<PlainCallback>;
}

/** A handler of a plain controller, and its permission as written. */
interface DeclaredPlainPermission {
  readonly handler: PlainHandler;
  readonly permission: PermissionDeclaration;
  /** The arguments that the handler takes by name. */
  readonly given: readonly NestArgument[];
}

/** Finds the handlers with `@RequirePermission`; a value that is no permission counts as none. */
export function declarePlainPermissions(
  discovery: DiscoveryService,
): readonly DeclaredPlainPermission[] {
  return explorePlainHandlers(discovery).flatMap((handler) => {
    const { type } = handler.found;
    const permission = declarePermission(type, permissionOf(handler));
    if (permission === undefined) return [];
    const given = nestArgumentsOf(type, handler.methodName);
    return [{ handler, permission: withTypes(permission, given), given }];
  });
}

/** The permission, each callback of which has the types that Nest knows. */
function withTypes(
  permission: PermissionDeclaration,
  given: readonly NestArgument[],
): PermissionDeclaration {
  switch (permission.kind) {
    case 'callback':
      return withNestTypes(permission, given);
    case 'allOf':
    case 'anyOf': {
      const { kind, permissions } = permission;
      return { kind, permissions: permissions.map((part) => part && withTypes(part, given)) };
    }
    default:
      return permission;
  }
}

/**
 * A callback with the types that Nest knows, where neither a signature nor `@Param` states them: those of
 * the pipes of the handler, else of the decorator metadata of the callback, else of that of the handler.
 */
function withNestTypes(
  declaration: CallbackDeclaration,
  given: readonly NestArgument[],
): CallbackDeclaration {
  const { owner } = declaration;
  const own = owner === undefined ? [] : designTypes(owner.ref as Class, declaration.name);
  const parameters = declaration.parameters.map((parameter) => {
    const name = nameOf(parameter);
    if (name === undefined) return parameter;
    const argument = given.find((candidate) => candidate.name === name);
    return typed(parameter, argument, optionsOfDesignType(own[parameter.index]));
  });
  return { ...declaration, parameters };
}

function typed(
  parameter: ParameterDeclaration,
  argument: NestArgument | undefined,
  byDesign: ParamOptions | undefined,
): ParameterDeclaration {
  const stated = isTyped(parameter)
    ? withoutType(argument?.byPipes)
    : { ...argument?.byDesign, ...byDesign, ...argument?.byPipes };
  return { ...parameter, options: { ...stated, ...parameter.options } };
}

/** What a handler does without, the callback does without too. */
function withoutType({ default: value, required }: ParamOptions = {}): ParamOptions {
  return {
    ...(value === undefined ? {} : { default: value }),
    ...(required === undefined ? {} : { required }),
  };
}

function isTyped({ signature, options, list, designType }: ParameterDeclaration): boolean {
  return (signature ?? options?.type ?? options?.enum ?? list ?? designType) !== undefined;
}

/** The permissions of plain controllers, and the diagnostics of those that are invalid. */
interface CheckedPlainPermissions {
  readonly permissions: readonly PlainPermission[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Checks the permissions of plain controllers, and compiles the callbacks among them. */
export function checkPlainPermissions(
  declared: readonly DeclaredPlainPermission[],
  context: FactSources,
): CheckedPlainPermissions {
  const types = new Set(declared.map(({ handler }) => handler.found.type));
  const ofClasses = [...types].flatMap((type) =>
    checkSignature(signatureFact(type)).map((finding) =>
      diagnosticAt({ className: type.name }, finding),
    ),
  );
  const checked = declared.map((one) => checkOne(one, context));
  return {
    permissions: checked.flatMap(({ permissions }) => permissions),
    diagnostics: [...ofClasses, ...checked.flatMap(({ diagnostics }) => diagnostics)],
  };
}

const SILENT_OVERRIDE = {
  code: 'RR1048',
  expected: '@RequirePermission on the override, as on the method that it overrides',
  received: 'none',
} as const;

function checkOne(
  { handler, permission, given }: DeclaredPlainPermission,
  context: FactSources,
): CheckedPlainPermissions {
  const { found, methodName } = handler;
  const location = { className: found.type.name, methodName };
  if (isSilentOverride(handler)) {
    return { permissions: [], diagnostics: [diagnosticAt(location, SILENT_OVERRIDE)] };
  }
  const readers = ruleReaders(found, { value: undefined }, context);
  const checked = checkPlainPermission({ ...location, permission }, readers);
  const { callbackParameters, diagnostics } = checked;
  if (diagnostics.length > 0) return { permissions: [], diagnostics };
  const compiled = compilePermission(permission, (callback) => {
    const parameters = callbackParameters.get(callback) ?? [];
    return compilePlainCallback(callback, parameters, handler, given, context);
  });
  return { permissions: [{ handler, permission: compiled }], diagnostics };
}

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

/** Compiles a callback in whose parameters the rules found no diagnostic. */
function compilePlainCallback(
  declaration: CallbackDeclaration,
  parameters: readonly CheckedParameter[],
  handler: PlainHandler,
  given: readonly NestArgument[],
  { instantiate, instances }: FactSources,
): PlainCallback {
  const definitions = argumentsOf(parameters).map((argument, position) =>
    compileArgument(argument, position, false, instantiate),
  );
  const wholes = nestWholesOf(handler.found.type, handler.methodName);
  return {
    ...compileCallback(declaration, compileParameters(parameters, definitions, instantiate)),
    handler,
    arguments: definitions.map((definition) => ({
      definition,
      named: given.filter((argument) => isNamed(argument, definition.name)),
      wholes,
    })),
    ports: { service: servicesOf(parameters, handler.found.module, instances) },
  };
}

/** Names of headers have no case. */
function isNamed({ name, source }: NestArgument, wanted: string): boolean {
  return name === wanted || (source === 'headers' && name.toLowerCase() === wanted.toLowerCase());
}

function servicesOf(
  parameters: readonly CheckedParameter[],
  module: Module,
  instances: Instances,
): PlainCallback['ports']['service'] {
  const getters = new Map<unknown, (request: PlainRequest) => unknown>();
  for (const parameter of parameters) {
    if (parameter.kind !== 'service') continue;
    const provider = findProvider(module, parameter.handle.ref);
    if (provider !== undefined) getters.set(parameter.handle.ref, instances.getter(provider));
  }
  return (type, request: PlainRequest) => getters.get(type)?.(request);
}
