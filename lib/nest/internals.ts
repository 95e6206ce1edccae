/**
 * Everything that the library imports from modules that Nest, class-transformer and class-validator do not publish, and
 * every place where it reads or replaces private members of Nest's objects. No other file of `lib` does either. Each
 * import names the public API that was considered; docs/architecture.md has a row for each member. Nest's modules are
 * named by their files: those exist in Nest 11 (CommonJS) and Nest 12 (ES modules), `@nestjs/core/internal` exists in
 * Nest 12 only.
 */
import { Scope, type MiddlewareConsumer } from '@nestjs/common';
import type {
  AbstractHttpAdapter,
  ContextId,
  DiscoveryService,
  HttpAdapterHost,
  ModulesContainer,
} from '@nestjs/core';
import type { ContextUtils } from '@nestjs/core/helpers/context-utils.js';
import { STATIC_CONTEXT } from '@nestjs/core/injector/constants.js';
import { Injector } from '@nestjs/core/injector/injector.js';
import { REQUEST_CONTEXT_ID } from '@nestjs/core/router/request/request-constants.js';
import type { ExceptionFactory } from '../diagnostics/violations-of.js';
import { isObject, mapValues } from '../shared/records.js';

/** A provider in the container. Public signatures have the type; no public name does. */
export type InstanceWrapper = ReturnType<DiscoveryService['getProviders']>[number];

/** A module in the container. Public signatures have the type; no public name does. */
export type Module = NonNullable<ReturnType<ModulesContainer['get']>>;

/**
 * Create and run the guards, interceptors and pipes of a handler. The public `ExternalContextCreator` runs guards,
 * interceptors and method as one function; the library checks permissions and reads the cache between them.
 */
export { GuardsConsumer } from '@nestjs/core/guards/guards-consumer.js';
export { GuardsContextCreator } from '@nestjs/core/guards/guards-context-creator.js';
export { InterceptorsConsumer } from '@nestjs/core/interceptors/interceptors-consumer.js';
export { InterceptorsContextCreator } from '@nestjs/core/interceptors/interceptors-context-creator.js';
export { PipesConsumer } from '@nestjs/core/pipes/pipes-consumer.js';
export { PipesContextCreator } from '@nestjs/core/pipes/pipes-context-creator.js';

/**
 * Creates the exception filters of a handler. The public `BaseExceptionFilter` is Nest's default filter
 * only, and `ExternalContextCreator` runs filters without the request.
 */
export { RouterExceptionFilters } from '@nestjs/core/router/router-exception-filters.js';

/**
 * Fill parameters that carry Nest's decorators exactly as Nest does. `ExternalContextCreator` takes a
 * factory of parameter values, but Nest's own factory for HTTP is not public.
 */
export { RouteParamsFactory } from '@nestjs/core/router/route-params-factory.js';
export { RouterExecutionContext } from '@nestjs/core/router/router-execution-context.js';
export { ContextUtils } from '@nestjs/core/helpers/context-utils.js';

/**
 * The context that filters and parameter decorators receive. `ExecutionContext` is a public interface
 * without a public class, and `GqlExecutionContext` and others copy the members of this one.
 */
export { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';

/**
 * Creates enhancers for one request. The public `ModuleRef.resolve` finds providers; enhancers that `@UseGuards` and
 * similar decorators name by class are not providers.
 */
export { Injector } from '@nestjs/core/injector/injector.js';

/** A provider, and how Nest creates it. */
export interface Creation {
  readonly wrapper: InstanceWrapper;
  readonly module: Module;
  readonly collection: 'providers' | 'injectables' | 'controllers';
}

/**
 * Makes a provider a singleton, as if it had been declared without request scope. Providers that depend on it may have
 * become singletons too: `forgetTree` lets Nest determine that.
 */
export function makeSingleton(wrapper: InstanceWrapper): void {
  wrapper.scope = Scope.DEFAULT;
}

/**
 * Lets Nest determine again whether a provider exists once for the application. Nest keeps the result, and the
 * transient instances that it has left out, in members without a public name.
 */
export function forgetTree(wrapper: InstanceWrapper): void {
  const members: { readonly transientMap?: Map<string, unknown> } = wrapper as object;
  members.transientMap?.clear();
  Reflect.set(wrapper, 'isTreeStatic', undefined);
  Reflect.set(wrapper, 'isTreeDurable', undefined);
}

/** Creates instances as Nest does at startup, in any order: each waits for those on which it depends. */
export async function createInstances(creations: readonly Creation[]): Promise<void> {
  for (const { wrapper } of creations) wrapper.instance = prototypeOf(wrapper);
  const injector = new Injector();
  await Promise.all(creations.map((creation) => load(injector, creation)));
}

/** The value that Nest has in place of an instance until it is created. */
function prototypeOf({ metatype, isNotMetatype }: InstanceWrapper): unknown {
  if (isNotMetatype || typeof metatype !== 'function') return undefined;
  return Object.create(metatype.prototype as object);
}

function load(injector: Injector, { wrapper, module, collection }: Creation): Promise<void> {
  if (collection === 'controllers') return injector.loadController(wrapper, module);
  return collection === 'providers'
    ? injector.loadProvider(wrapper, module)
    : injector.loadInjectable(wrapper, module);
}

/** Gives every context the instance of one context. The context of the application itself has none of such a provider. */
export function shareInstance(wrapper: InstanceWrapper, shared: ContextId): void {
  const sharedOf = (context: ContextId): ContextId =>
    context === STATIC_CONTEXT ? context : shared;
  const find = wrapper.getInstanceByContextId.bind(wrapper);
  const remove = wrapper.removeInstanceByContextId.bind(wrapper);
  wrapper.getInstanceByContextId = (context, inquirer) => find(sharedOf(context), inquirer);
  wrapper.removeInstanceByContextId = (context, inquirer) => remove(sharedOf(context), inquirer);
}

/** The context in which Nest creates the instances of a request; `undefined` if it has none yet. */
export function contextIdOf(request: object): ContextId | undefined {
  return Reflect.get(request, REQUEST_CONTEXT_ID) as ContextId | undefined;
}

export function setContextId(request: object, context: ContextId): void {
  Object.defineProperty(request, REQUEST_CONTEXT_ID, { value: context });
}

export function forgetContextId(request: object): void {
  Reflect.deleteProperty(request, REQUEST_CONTEXT_ID);
}

/** Separates the instances that a context keeps for a request from those that it keeps for a tenant. */
export function separateTenant(context: ContextId, tokensOfTenant: ReadonlySet<unknown>): void {
  const parentOf = context.getParent?.bind(context);
  context.getParent = ({ token, isTreeDurable }) =>
    parentOf?.({ token, isTreeDurable: isTreeDurable && tokensOfTenant.has(token) }) ?? context;
}

/** The parameters of the hostname of a controller, which Nest's router sets on a request for `@HostParam`. */
export function hostParamsOf(request: object): unknown {
  return Reflect.get(request, 'hosts');
}

/**
 * The keys that Nest's decorators write. The public `Reflector` reads metadata by key or by a decorator that it made;
 * the keys of Nest's decorators are not public.
 */
export {
  CONTROLLER_WATERMARK,
  CUSTOM_ROUTE_ARGS_METADATA,
  EXCEPTION_FILTERS_METADATA,
  FILTER_CATCH_EXCEPTIONS,
  GUARDS_METADATA,
  HEADERS_METADATA,
  HOST_METADATA,
  HTTP_CODE_METADATA,
  INJECTABLE_WATERMARK,
  INTERCEPTORS_METADATA,
  METHOD_METADATA,
  PATH_METADATA,
  PIPES_METADATA,
  PROPERTY_DEPS_METADATA,
  REDIRECT_METADATA,
  RENDER_METADATA,
  RESPONSE_PASSTHROUGH_METADATA,
  ROUTE_ARGS_METADATA,
  SSE_METADATA,
} from '@nestjs/common/constants.js';
export { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';

/**
 * The metadata that the decorators of message handlers write on a method. The keys are written out, because an
 * application may not have `@nestjs/microservices` or `@nestjs/websockets`.
 */
export const MESSAGE_HANDLERS = [
  { name: '@MessagePattern', key: 'microservices:handler_type', value: 1 },
  { name: '@EventPattern', key: 'microservices:handler_type', value: 2 },
  { name: '@SubscribeMessage', key: 'websockets:message_mapping', value: true },
] as const;

/**
 * Whether `@ApiExcludeController` or `@ApiExcludeEndpoint` leaves a handler out of API documents. The keys are written
 * out, because an application may not have `@nestjs/swagger`.
 */
export function isExcludedFromDocuments(type: object, method: object): boolean {
  const ofClass: unknown = Reflect.getMetadata('swagger/apiExcludeController', type);
  const ofMethod: unknown = Reflect.getMetadata('swagger/apiExcludeEndpoint', method);
  const isClass = Array.isArray(ofClass) && ofClass[0] === true;
  return isClass || (isObject(ofMethod) && Reflect.get(ofMethod, 'disable') === true);
}

/** The decorators of `@nestjs/swagger` that have no effect on a route, by the keys that they write. */
const DEAD_IN_DOCUMENTS: Readonly<Record<string, string>> = {
  'swagger/apiSecurity': '@ApiSecurity',
  'swagger/apiConsumes': '@ApiConsumes',
  'swagger/apiProduces': '@ApiProduces',
  'swagger/apiExtraModels': '@ApiExtraModels',
  'swagger/apiCallbacks': '@ApiCallbacks',
};

/** Those whose texts documents have. */
const READ_IN_DOCUMENTS = {
  operation: 'swagger/apiOperation',
  responses: 'swagger/apiResponse',
  parameters: 'swagger/apiParameters',
  headers: 'swagger/apiHeaders',
  tags: 'swagger/apiUseTags',
  extensions: 'swagger/apiExtension',
} as const;

/**
 * The metadata that decorators of `@nestjs/swagger` have written on a class or a method. The keys are written out,
 * because an application may not have the package.
 */
export function writtenForDocuments(
  subject: object,
): Readonly<Record<keyof typeof READ_IN_DOCUMENTS, unknown>> {
  return mapValues(READ_IN_DOCUMENTS, (key: string): unknown =>
    Reflect.getMetadata(key, subject),
  ) as Readonly<Record<keyof typeof READ_IN_DOCUMENTS, unknown>>;
}

/** The decorators of `@nestjs/swagger` on a class or a method that documents of the library do not read. */
export function deadInDocuments(subject: object): readonly string[] {
  const keys: readonly unknown[] = Reflect.getOwnMetadataKeys(subject);
  const read: readonly string[] = Object.values(READ_IN_DOCUMENTS);
  return keys.flatMap((key) => {
    const name = String(key);
    if (!name.startsWith('swagger/') || read.includes(name)) return [];
    if (Object.hasOwn(DEAD_IN_DOCUMENTS, name)) return DEAD_IN_DOCUMENTS[name] ?? [];
    // Those of later versions; the two that are read have keys of their own.
    return /^swagger\/api(?:Ex|In)clude/.test(name) ? [] : [`the decorator of "${name}"`];
  });
}

/**
 * The key, together with the application's id, of the path that `RouterModule.register` gives a module.
 * `RouterModule` is public and only writes it.
 */
export { MODULE_PATH } from '@nestjs/common/constants.js';

/** The keys that `@Module` writes. No public API returns what a module itself imports. */
export { MODULE_METADATA } from '@nestjs/common/constants.js';

/** The options of a `ValidationPipe` that decide about values. Its members are protected, for subclasses only. */
export function validationOptionsOf(pipe: object): {
  readonly validator: Readonly<Record<string, unknown>>;
  readonly transformer: Readonly<Record<string, unknown>>;
  readonly expectedType: unknown;
} {
  const { validatorOptions, transformOptions, expectedType } = pipe as {
    readonly validatorOptions?: Readonly<Record<string, unknown>>;
    readonly transformOptions?: Readonly<Record<string, unknown>>;
    readonly expectedType?: unknown;
  };
  return {
    validator: validatorOptions ?? {},
    transformer: transformOptions ?? {},
    expectedType,
  };
}

/** Nest's ValidationPipe, and its subclasses, keep the function that makes an exception as a protected property. */
export function exceptionFactoryOf(pipe: unknown): ExceptionFactory | undefined {
  if (!isObject(pipe)) return undefined;
  const factory: unknown = Reflect.get(pipe, 'exceptionFactory');
  return typeof factory === 'function' ? (factory.bind(pipe) as ExceptionFactory) : undefined;
}

/** Warns of parameters without types, for which `ValidationPipe` accepts every value. Nest 12.2 does not warn. */
export function warnOfUntyped(
  utils: ContextUtils,
  ...handler: readonly [
    instance: object,
    methodName: string,
    types: unknown,
    pipes: unknown,
    parameters: unknown,
  ]
): void {
  const warn: unknown = Reflect.get(utils, 'warnOnMissingParamtypes');
  if (typeof warn === 'function') Reflect.apply(warn, utils, handler);
}

/**
 * Finds the paths at which Nest mounts middleware: with the global prefix, its exclusions and versions.
 * `MiddlewareConsumer` is public and shows only the paths that a module states.
 */
export { RouteInfoPathExtractor } from '@nestjs/core/middleware/route-info-path-extractor.js';

const WATCHED = Symbol('watched host');

/**
 * Calls a function for each adapter that a container gets, before its application adds middleware and handlers. The
 * public `init$` reports only the first one, and reports it again to a module that is compiled a second time.
 */
export function onEachAdapter(
  host: HttpAdapterHost,
  call: (adapter: AbstractHttpAdapter) => void,
): void {
  const name = 'httpAdapter';
  // A module that is compiled a second time has the same host, which has an application already.
  if (Object.hasOwn(host, WATCHED)) return;
  Object.defineProperty(host, WATCHED, { value: true });
  const base =
    Object.getOwnPropertyDescriptor(host, name) ??
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(host) as object, name);
  const known: AbstractHttpAdapter | null | undefined = host.httpAdapter;
  Object.defineProperty(host, name, {
    configurable: true,
    get: () => base?.get?.call(host) as unknown,
    set(adapter: AbstractHttpAdapter) {
      base?.set?.call(host, adapter);
      call(adapter);
    },
  });
  if (known) call(known);
}

/**
 * Calls a function for the consumer that each module receives in `configure()`. Nest publishes no list of the bound
 * middleware. The adapter is initialized after all modules are created, and before Nest configures them.
 *
 * @param observe Returns the consumer to pass on.
 */
export function onEachConfigure(
  adapter: AbstractHttpAdapter,
  modules: ModulesContainer,
  observe: (consumer: MiddlewareConsumer, module: string) => MiddlewareConsumer,
): void {
  const initialize: unknown = Reflect.get(adapter, 'init');
  if (typeof initialize !== 'function') return;
  const observed = new WeakSet<object>();
  Reflect.set(adapter, 'init', (...args: unknown[]): unknown => {
    for (const { instance, name } of modules.values()) {
      const configure: unknown = Reflect.get(instance, 'configure');
      if (typeof configure !== 'function' || observed.has(instance)) continue;
      observed.add(instance);
      const value = (consumer: MiddlewareConsumer): unknown =>
        Reflect.apply(configure, instance, [observe(consumer, name)]);
      Reflect.defineProperty(instance, 'configure', { value, configurable: true, writable: true });
    }
    return Reflect.apply(initialize, adapter, args);
  });
}

/**
 * Runs a function around `reply` of an adapter, with which Nest sends the results of handlers. An interceptor is called
 * earlier: interceptors around it, and what sends the result, may still fail.
 *
 * @param around Returns the function for one response, by the status that the caller of `reply` states.
 */
export function onEachReply(
  adapter: AbstractHttpAdapter,
  around: (
    response: object,
    status: number | undefined,
  ) => ((send: () => unknown) => unknown) | undefined,
): void {
  const reply = adapter.reply.bind(adapter);
  adapter.reply = (response: object, body: unknown, status?: number): unknown => {
    const run = around(response, status);
    return run === undefined
      ? reply(response, body, status)
      : run((): unknown => reply(response, body, status));
  };
}

/** The metadata that the decorators of class-transformer write, as far as it is used here. */
export interface TransformerStorage {
  findTypeMetadata(
    target: object,
    name: string,
  ):
    | { typeFunction?: () => unknown; readonly options?: { readonly discriminator?: unknown } }
    | undefined;
  findTransformMetadatas(target: object, name: string, kind: number): readonly unknown[];
  findExposeMetadata(
    target: object,
    name: string,
  ): { readonly options?: { readonly name?: string; readonly toPlainOnly?: boolean } } | undefined;
  findExcludeMetadata(
    target: object,
    name: string,
  ): { readonly options?: { readonly toPlainOnly?: boolean } } | undefined;
  getStrategy(target: object): string;
}

/**
 * Loads the storage of class-transformer, an optional peer. The package exports functions that transform,
 * and none that shows whether a class is decorated.
 *
 * @throws Error if the package is not installed.
 */
export async function importTransformerStorage(): Promise<TransformerStorage> {
  // The assertion on the specifier is needed, because the package has no types for this module.
  const module = (await import('class-transformer/cjs/storage.js' as string)) as {
    readonly defaultMetadataStorage: TransformerStorage;
  };
  return module.defaultMetadataStorage;
}

/** One run of the rules of class-validator. */
export interface RuleExecutor {
  /** The results of asynchronous rules so far. */
  readonly awaitingPromises: readonly Promise<unknown>[];
  execute(instance: object, schema: undefined, errors: object[]): void;
  stripEmptyErrors<Failure extends object>(errors: Failure[]): Failure[];
}

/** The classes of class-validator that run rules, of one copy of the package. */
export interface RuleExecution {
  readonly ValidationExecutor: new (validator: unknown, options: object) => RuleExecutor;
  readonly Validator: unknown;
}

/**
 * Loads the classes with which `validate` of class-validator, an optional peer, runs rules. The public `validate` loses
 * the promises of asynchronous rules once a rule throws; one that rejects then ends the process.
 *
 * @throws Error if the package is not installed, or is built without these modules, as in a bundle.
 */
export async function importRuleExecution(): Promise<RuleExecution> {
  // The name is concatenated, so that a bundler leaves the import to run time.
  const folder = 'class-validator/cjs/validation';
  const [executor, validator] = (await Promise.all([
    import(`${folder}/ValidationExecutor.js`),
    import(`${folder}/Validator.js`),
  ])) as [Pick<RuleExecution, 'ValidationExecutor'>, Pick<RuleExecution, 'Validator'>];
  return { ...executor, ...validator };
}
