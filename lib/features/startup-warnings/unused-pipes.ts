import { ValidationPipe } from '@nestjs/common';
import type { ApplicationConfig } from '@nestjs/core';
import { decoratedMethodOf } from '../../decorators/reading/class-chain.js';
import { ServedCheck } from '../../decorators/served-check.js';
import { diagnosticAt, type Diagnostic } from '../../diagnostics/diagnostic.js';
import type { UnknownArguments } from '../../routes/declaration/route-declaration.js';
import type { Route } from '../../routes/route.js';
import { isObject, type Class } from '../../shared/records.js';
import type { FoundClass } from '../../nest/container.js';
import { routeArgumentsOf } from '../../nest/exploration/nest-metadata.js';
import {
  PIPES_METADATA,
  RouterExecutionContext,
  validationOptionsOf,
} from '../../nest/internals.js';
import { listOf } from '../../nest/exploration/enhancers-around.js';

/** A method with a route. */
interface RouteMethod {
  readonly found: FoundClass;
  readonly methodName: string;
  /** Whether its route states the treatment of names that it does not declare. */
  readonly statesUnknown: boolean;
}

/** A pipe as it is listed, and its instance if Nest has created one. */
interface Pipe {
  readonly name: string;
  readonly instance: unknown;
}

/**
 * Finds the pipes that would run on the parameters of a plain handler, and on a route do nothing: the method has
 * arguments, and no parameter on which Nest runs pipes. A pipe of the application is reported once.
 */
export function unusedPipes(
  routes: ReadonlyMap<Route, FoundClass>,
  config: ApplicationConfig,
  unknownArguments: UnknownArguments,
): readonly Diagnostic[] {
  const methods = methodsWithoutPipes(routes);
  const [first, ...others] = methods;
  if (first === undefined) return [];
  const treatmentOf = (some: readonly RouteMethod[]): UnknownArguments =>
    some.every(({ statesUnknown }) => statesUnknown) ? 'refuse' : unknownArguments;
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  const handler = `${first.found.type.name}.${first.methodName}`;
  const global = globalPipes(config).flatMap((pipe) => {
    const received = effectOf(pipe, treatmentOf(methods));
    const at = { className: pipe.name };
    return received === undefined
      ? []
      : [unused(at, `${received} for arguments of ${handler}${more}`)];
  });
  return [
    ...global,
    ...methods.flatMap((method) =>
      pipesOf(method).flatMap((pipe) => {
        const received = effectOf(pipe, treatmentOf([method]));
        const at = { className: method.found.type.name, methodName: method.methodName };
        return received === undefined ? [] : [unused(at, `${received} for arguments`)];
      }),
    ),
  ];
}

function unused(location: Parameters<typeof diagnosticAt>[0], received: string): Diagnostic {
  const expected = 'pipes for parameters with @Body() or another decorator of Nest';
  return diagnosticAt(location, { code: 'RR1068', expected, received });
}

/** A method may have several routes, and a class may be in several modules. */
function methodsWithoutPipes(routes: ReadonlyMap<Route, FoundClass>): readonly RouteMethod[] {
  const found = new Map<Class, Map<string, RouteMethod>>();
  for (const [{ methodName, hasArguments, options }, of] of routes) {
    const ofClass = found.get(of.type) ?? new Map<string, RouteMethod>();
    if (!hasArguments || isPiped(of.type, methodName)) continue;
    const statesUnknown = options.unknownArguments !== undefined;
    found.set(of.type, ofClass.set(methodName, { found: of, methodName, statesUnknown }));
  }
  return [...found.values()].flatMap((ofClass) => [...ofClass.values()]);
}

/** Whether Nest runs pipes on a parameter of a method. It does not on `@Req()`, for example. */
function isPiped(type: Class, methodName: string): boolean {
  // Nest has a text for the kind of a custom decorator.
  return routeArgumentsOf(type, methodName).some(({ kind = 'custom' }) =>
    RouterExecutionContext.prototype.isPipeable(kind as number | string),
  );
}

/** Those of the class and of the method. */
function pipesOf({ found: { type, module }, methodName }: RouteMethod): readonly Pipe[] {
  const method = decoratedMethodOf(type, methodName);
  const ofMethod = typeof method === 'function' ? listOf(PIPES_METADATA, method) : [];
  const listed = new Set([...listOf(PIPES_METADATA, type), ...ofMethod]);
  listed.delete(ServedCheck);
  return [...listed].map((pipe) => {
    const instance =
      typeof pipe === 'function' ? module.injectables.get(pipe as Class)?.instance : pipe;
    return { name: classOf(pipe).name, instance: instance ?? pipe };
  });
}

function globalPipes(config: ApplicationConfig): readonly Pipe[] {
  const scoped = config.getGlobalRequestPipes().map(({ metatype }) => metatype);
  return [...config.getGlobalPipes(), ...scoped].map((instance) => ({
    name: classOf(instance).name,
    instance,
  }));
}

/** Pipes are listed as classes and as instances. */
function classOf(pipe: unknown): { readonly name: string } {
  if (typeof pipe === 'function') return pipe;
  return isObject(pipe) ? pipe.constructor : Object;
}

/**
 * Names a pipe, with its options that have no effect. `undefined` for a `ValidationPipe` if the library validates as it
 * would: almost every application has one.
 */
function effectOf({ name, instance }: Pipe, unknown: UnknownArguments): string | undefined {
  if (!isValidation(instance)) return name;
  const options = isObject(instance) ? unappliedOptions(instance, unknown) : [];
  return options.length === 0 ? undefined : `${name} with ${options.join(', ')}`;
}

/** A subclass with another `transform` is another pipe. Nest may not have created the pipe: it is a class then. */
function isValidation(pipe: unknown): boolean {
  const prototype: unknown = typeof pipe === 'function' ? pipe.prototype : pipe;
  return (
    isObject(prototype) &&
    Reflect.get(prototype, 'transform') === ValidationPipe.prototype.transform
  );
}

/** The options of class-validator that decide which values are valid. The library runs all rules, with `whitelist`. */
const RULE_OPTIONS = [
  'groups',
  'always',
  'strictGroups',
  'skipMissingProperties',
  'skipNullProperties',
  'skipUndefinedProperties',
];

/** The options of class-transformer that the library applies in its own way, or that change nothing of JSON. */
const APPLIED: ReadonlySet<string> = new Set([
  'enableCircularCheck',
  'enableImplicitConversion',
  'exposeDefaultValues',
]);

function unappliedOptions(pipe: object, unknown: UnknownArguments): readonly string[] {
  const { validator, transformer, expectedType } = validationOptionsOf(pipe);
  const isStrict = validator['forbidNonWhitelisted'] === true && unknown !== 'refuse';
  return [
    ...RULE_OPTIONS.filter((name) => isSet(validator[name])),
    ...(isStrict ? ['forbidNonWhitelisted'] : []),
    ...(expectedType === undefined ? [] : ['expectedType']),
    ...Object.keys(transformer)
      .filter((name) => !APPLIED.has(name) && changes(name, transformer[name]))
      .map((name) => `transformOptions.${name}`),
  ];
}

function changes(name: string, value: unknown): boolean {
  return name === 'exposeUnsetFields' ? value === false : isSet(value);
}

function isSet(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false;
}
