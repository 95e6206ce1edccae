/**
 * Everything that the library imports from modules that Nest, class-transformer and class-validator do not publish. No
 * other file of `lib` imports such a module. Each export names the public API that was considered. Nest's modules are
 * named by their files: those exist in Nest 11 (CommonJS) and Nest 12 (ES modules), `@nestjs/core/internal` exists in
 * Nest 12 only.
 */
import type {
  AbstractHttpAdapter,
  DiscoveryService,
  HttpAdapterHost,
  ModulesContainer,
} from '@nestjs/core';

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

/** The context of instances that exist once for the application. No public name has it. */
export { STATIC_CONTEXT } from '@nestjs/core/injector/constants.js';

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

/**
 * The property of a request that holds its context id. The public `ContextIdFactory.getByRequest` reads it, and only
 * Nest's own router writes it.
 */
export { REQUEST_CONTEXT_ID } from '@nestjs/core/router/request/request-constants.js';

/**
 * The keys that Nest's decorators write. The public `Reflector` reads metadata by key or by a decorator that it made;
 * the keys of Nest's decorators are not public.
 */
export {
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
 * The key, together with the application's id, of the path that `RouterModule.register` gives a module.
 * `RouterModule` is public and only writes it.
 */
export { MODULE_PATH } from '@nestjs/common/constants.js';

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
