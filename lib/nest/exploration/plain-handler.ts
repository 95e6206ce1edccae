import type { ApplicationConfig, DiscoveryService } from '@nestjs/core';
import {
  classPermission,
  hasOwnPermission,
  methodCache,
  methodPermission,
  methodRoutes,
} from '../../decorators/metadata-accessor.js';
import {
  chainOf,
  methodOf,
  prototypesOf,
  prototypeWith,
} from '../../decorators/reading/class-chain.js';
import { declareCache, declarePermission } from '../../decorators/reading/declare-controller.js';
import type {
  CacheDeclaration,
  PermissionDeclaration,
} from '../../routes/declaration/route-declaration.js';
import type { Class } from '../../shared/records.js';
import {
  parameterPipes,
  respondsItself,
  routeArgumentsOf,
  ruleReaders,
  signatureFact,
  unusedDecorators,
  type FactSources,
} from './nest-metadata.js';
import type { FoundClass, Instances } from '../container.js';
import { PATH_METADATA, PIPES_METADATA, RouteParamtypes } from '../internals.js';
import { listOf, type EnhancedMethod } from './enhancers-around.js';
import { diagnosticAt, type Diagnostic } from '../../diagnostics/diagnostic.js';
import { compileHandler } from '../../routes/compile-handler.js';
import { isRoute } from '../../routes/compile-route.js';
import type { Route } from '../../routes/route.js';
import { checkSignature } from '../../routes/rules/controller.rules.js';

/** A handler of a plain Nest controller, a method with `@Get()` or a similar decorator, as declared. */
export interface PlainHandler extends EnhancedMethod {
  readonly methodName: string;
  /** The permission of its method, or else of its class; a value that is not a permission counts as none. */
  readonly permission: PermissionDeclaration | undefined;
  readonly statesPermission: boolean;
  /** Whether the permission is that of a base class, and not that of the overridden method. */
  readonly isSilentOverride: boolean;
  /** The options of `@Cache`; `undefined` if the library serves the method. */
  readonly cache: CacheDeclaration | undefined;
}

/** The handlers of the plain Nest controllers of an application, inherited ones included; creates no instances. */
export function declareHandlers(
  classes: readonly FoundClass[],
  discovery: DiscoveryService,
): readonly PlainHandler[] {
  const controllers = new Set(discovery.getControllers());
  return classes
    .filter(({ wrapper }) => controllers.has(wrapper))
    .flatMap((found) => methodNamesOf(found.type).flatMap((name) => declareHandler(found, name)));
}

/** The constructor is the class, which has a path too: that of `@Controller`. */
function methodNamesOf(type: Class): readonly string[] {
  const names = prototypesOf(type).flatMap((prototype) => Object.getOwnPropertyNames(prototype));
  return [...new Set(names)].filter((name) => name !== 'constructor');
}

function declareHandler(found: FoundClass, methodName: string): readonly PlainHandler[] {
  const { type } = found;
  // The nearest prototype with the method: the metadata of decorators is stored by it.
  const prototype = prototypeWith(type, methodName);
  const method = methodOf(type, methodName);
  const isHandler = typeof method === 'function' && Reflect.hasMetadata(PATH_METADATA, method);
  if (!isHandler || prototype === undefined) return [];
  const stated = methodPermission(prototype, methodName) ?? classPermission(type);
  const permission = declarePermission(type, stated);
  const isServed = methodRoutes(prototype, methodName).length > 0;
  const cache = isServed ? undefined : methodCache(prototype, methodName);
  const handler = {
    found,
    methodName,
    method,
    permission,
    statesPermission: stated !== undefined,
    isSilentOverride: permission !== undefined && overridesSilently(type, methodName, prototype),
    cache: cache && declareCache(cache),
  };
  return [handler];
}

function overridesSilently(type: Class, methodName: string, prototype: object): boolean {
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

export function returnsResponse({ found, methodName, method }: PlainHandler): boolean {
  return !respondsItself(found.type, methodName) && unusedDecorators(method).length === 0;
}

/** The kinds of parameters of a handler that are part of the key, or of the response. */
const HARMLESS: ReadonlySet<number | undefined> = new Set([
  RouteParamtypes.QUERY,
  RouteParamtypes.PARAM,
  RouteParamtypes.HOST,
  RouteParamtypes.RESPONSE,
]);

/**
 * Whether a handler can read more of a request than the parameters of path and query: by a parameter, by a dependency of
 * a controller that is created for each request, or by such a pipe, which may reject a caller.
 */
export function takesRequest(
  { found, methodName, method }: PlainHandler,
  config: ApplicationConfig,
  instances: Instances,
): boolean {
  const taken = routeArgumentsOf(found.type, methodName);
  if (taken.some(({ kind }) => !HARMLESS.has(kind))) return true;
  if (instances.isRequestBound(found.wrapper)) return true;
  // Nest runs no pipes on the other kinds that are left.
  const isPiped = taken.some(
    ({ kind }) => kind === RouteParamtypes.QUERY || kind === RouteParamtypes.PARAM,
  );
  if (!isPiped) return false;
  const listed = [
    ...listOf(PIPES_METADATA, found.type),
    ...listOf(PIPES_METADATA, method),
    ...parameterPipes(found.type, methodName),
  ].map((pipe) => found.module.injectables.get(pipe as Class));
  return [...config.getGlobalRequestPipes(), ...listed].some(
    (wrapper) => wrapper !== undefined && instances.isRequestBound(wrapper),
  );
}

export function compileHandlers(
  declared: readonly PlainHandler[],
  sources: FactSources,
): {
  readonly handlers: ReadonlyMap<PlainHandler, Route | undefined>;
  readonly diagnostics: readonly Diagnostic[];
} {
  const idOf = handlerIds();
  const guarded = declared.filter(({ permission }) => permission !== undefined);
  const diagnostics = [...new Set(guarded.map(({ found }) => found.type))].flatMap((type) =>
    checkSignature(signatureFact(type)).map((one) => diagnosticAt({ className: type.name }, one)),
  );
  const handlers = new Map<PlainHandler, Route | undefined>();
  for (const handler of declared) {
    const compiled = compileOne(handler, idOf, sources);
    const isCompiled = compiled === undefined || isRoute(compiled);
    handlers.set(handler, isCompiled ? compiled : undefined);
    if (!isCompiled) diagnostics.push(...compiled);
  }
  return { handlers, diagnostics };
}

const SILENT_OVERRIDE = {
  code: 'RR1048',
  expected: '@RequirePermission on the override, as on the method that it overrides',
  received: 'none',
} as const;

function compileOne(
  { found, methodName, permission, cache, isSilentOverride }: PlainHandler,
  idOf: (type: Class, methodName: string) => string,
  sources: FactSources,
): Route | readonly Diagnostic[] | undefined {
  if (permission === undefined && cache === undefined) return undefined;
  const { type } = found;
  const at = { className: type.name, methodName };
  if (isSilentOverride) return [diagnosticAt(at, SILENT_OVERRIDE)];
  const { instantiate, reading, statuses } = sources;
  const readers = {
    ...ruleReaders(found, { value: undefined }, sources),
    startup: { namespace: '', instantiate, reading, statuses },
  };
  const routeId = cache === undefined ? '' : idOf(type, methodName);
  return compileHandler({ ...at, permission, cache, routeId }, readers);
}

/** Makes ids of handlers. Several classes of one name are numbered, because they must not share responses. */
function handlerIds(): (type: Class, methodName: string) => string {
  const known = new Map<string, Class[]>();
  return (type, methodName) => {
    const namesakes = known.get(type.name) ?? [];
    known.set(type.name, namesakes);
    if (!namesakes.includes(type)) namesakes.push(type);
    const number = namesakes.indexOf(type) + 1;
    return `${type.name}${number === 1 ? '' : `#${number}`}.${methodName}`;
  };
}
