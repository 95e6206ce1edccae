import {
  compileCachePolicy,
  isPolicyDiagnostic,
  type CacheOptions,
} from '../../caching/cache-policy.js';
import { compileSchema, parseDateTime, type Hydrate, type Validator } from '../../schema/schema.js';
import type { ArgumentSchema, ValueSchema } from '../../schema/vocabulary.js';
import type { CheckedArgument, CheckedParameter } from '../checked/checked-parameter.js';
import type { ClassHandle } from '../types/declared-type.js';
import { isHttpMethod } from '../declaration/http-method.js';
import type { CheckedController, CheckedRoute } from '../checked/checked-controller.js';
import { placeholdersOf, trimSlash } from '../paths/path-template.js';
import type {
  ArgumentDefinition,
  CacheDefinition,
  ParameterDefinition,
  PermissionDefinition,
  RouteDefinition,
  RouteDetails,
} from './route-definition.js';
import { compilePath } from '../paths/path-pattern.js';

/** What compiling needs of the side that knows classes. */
export interface CompileContext {
  /** Without the version: `acme`. */
  readonly namespace: string;
  /** Makes an instance of a value class from its sanitized properties. */
  instantiate(handle: ClassHandle): Hydrate;
  /** What `@Cache` says of a route, and whether its method sees more of a request than its arguments. */
  cache(
    route: CheckedRoute,
  ): { readonly options: CacheOptions; readonly seesRequest: boolean } | undefined;
  /** The method that a callback names; it exists, as the rules have seen it. */
  callback(route: CheckedRoute): (...args: never[]) => unknown;
}

/** What a table needs to know of a route, and the rest of it when somebody asks. */
export interface RouteOutline extends Omit<RouteDefinition, keyof RouteDetails> {
  /** Compiles the rest; each call anew. */
  readonly details: () => RouteDetails;
}

/**
 * Compiles a controller that the rules found nothing against: at once as far as a table needs it. Most
 * routes of a large application are not called in its first seconds, and compiling all that a call
 * needs took a sixth of its start.
 */
export function compileController(
  { controller, routes }: CheckedController,
  context: CompileContext,
): readonly RouteOutline[] {
  const namespace = `${context.namespace}/${controller.version ?? ''}`;
  const base = `/${namespace}${trimSlash(controller.base)}`;
  const { className } = controller;
  return routes.map((checked): RouteOutline => {
    const { route } = checked;
    const template = base + trimSlash(route.path);
    return {
      namespace,
      pattern: compilePath(template, (name) => schemaOf(checked, name)),
      methods: [...new Set(route.methods)].filter(isHttpMethod),
      className,
      methodName: route.methodName,
      isHidden: route.isHidden === true,
      cache: compileCache(checked, template, context),
      details: () => compileDetails(checked, template, context),
    };
  });
}

function schemaOf({ parameters }: CheckedRoute, name: string): ArgumentSchema | undefined {
  for (const parameter of parameters) {
    if (parameter.kind === 'argument' && parameter.name === name) return parameter.schema;
  }
  return undefined;
}

function compileDetails(
  checked: CheckedRoute,
  template: string,
  context: CompileContext,
): RouteDetails {
  const placeholders = new Set(placeholdersOf(template));
  const args = checked.parameters
    .filter((parameter) => parameter.kind === 'argument')
    .map((argument, position) =>
      compileArgument(argument, position, placeholders.has(argument.name), context),
    );
  return {
    arguments: args,
    parameters: plan(checked.parameters, args),
    permission: compilePermission(checked, args, context),
  };
}

function compileArgument(
  { name, schema, hydrations }: CheckedArgument,
  position: number,
  isFromPath: boolean,
  context: CompileContext,
): ArgumentDefinition {
  const hydrate = new Map<ValueSchema, Hydrate>(
    hydrations.map(({ schema: at, into }) => [
      at,
      into === 'date' ? toDate : context.instantiate(into),
    ]),
  );
  const validator = compileSchema(schema, { hydrate });
  const fallback = fallbackOf(schema, validator);
  return { position, name, schema, validator, isFromPath, fallback };
}

/** Worked out when first needed. What is an object is made anew for each call. */
function fallbackOf(
  { default: value }: ArgumentSchema,
  validator: Validator,
): (() => unknown) | undefined {
  if (value === undefined) return undefined;
  const isShareable = typeof value !== 'object' || value === null;
  if (!isShareable) return () => validator.parse(value);
  let made: { readonly value: unknown } | undefined;
  return () => {
    made ??= { value: validator.parse(value) };
    return made.value instanceof Date ? validator.parse(value) : made.value;
  };
}

function plan(
  parameters: readonly CheckedParameter[],
  args: readonly ArgumentDefinition[],
): readonly ParameterDefinition[] {
  return parameters.map((parameter): ParameterDefinition => {
    if (parameter.kind === 'service') return { kind: 'service', type: parameter.handle.ref };
    if (parameter.kind === 'request') return { kind: 'request' };
    if (parameter.kind === 'nest') return { kind: 'nest', index: parameter.index };
    const argument = args.find(({ name }) => name === parameter.name);
    if (argument === undefined)
      throw new RangeError(`No argument ${parameter.name}: the rules let it through.`);
    return { kind: 'argument', argument };
  });
}

function compilePermission(
  checked: CheckedRoute,
  args: readonly ArgumentDefinition[],
  context: CompileContext,
): PermissionDefinition {
  const { permission } = checked.route;
  switch (permission?.kind) {
    case 'public':
    case 'capability':
      return permission;
    case 'callback': {
      const parameters = plan(checked.callbackParameters, args);
      return { kind: 'callback', method: context.callback(checked), parameters };
    }
    default:
      throw new RangeError('A route without a permission: the rules let it through.');
  }
}

function compileCache(
  checked: CheckedRoute,
  template: string,
  context: CompileContext,
): CacheDefinition | undefined {
  // To ask the side that knows classes costs a look at its metadata, for each of many routes.
  const cache = checked.route.cache === undefined ? undefined : context.cache(checked);
  if (cache === undefined) return undefined;
  const policy = compileCachePolicy(cache.options, {
    isPublic: checked.route.permission?.kind === 'public',
    takesRequest: cache.seesRequest,
  });
  if (isPolicyDiagnostic(policy))
    throw new RangeError(`${template}: the rules let a cache through.`);
  // Only GET is cached, so the pattern says it all; without a space, as a key with one must be hashed.
  return { routeId: template, policy };
}

function toDate(text: unknown): unknown {
  return parseDateTime(String(text));
}
