import type { ClassHandle } from '../../types/type.js';
import { DiscoveryService, ModulesContainer } from '@nestjs/core';
import { DeclarationException } from '../../diagnostics/rest.exception.js';
import type {
  CallbackDeclaration,
  PermissionDeclaration,
  ClassTraits,
  ControllerDeclaration,
} from '../../routes/declaration/route-declaration.js';
import { callbacksOf } from '../../routes/declaration/permission.js';
import { type Class, groupBy } from '../../shared/records.js';
import { Instances } from '../instances.js';
import {
  pageHeadersOf,
  responsesOf,
  manifestNamespace,
  type NamespaceSource,
} from '../options/choice-options.js';
import {
  type RestModuleOptions,
  REST_FEATURE,
  type RestFeatureOptions,
  REST_OPTIONS,
} from '../options/rest-options.js';
import { loadValueClasses, type ValueClasses } from '../value-classes/value-classes.js';
import {
  checkPlainPermissions,
  declarePlainPermissions,
  type PlainPermission,
} from '../parts/plain-permissions.js';
import { applySignatures, signaturesOf } from '../signatures/apply-signatures.js';
import { lostDecorators, lostRoutes } from '../signatures/lost-decorators.js';
import { classesOf, type FoundClass, findProvider, modulePathOf } from './container-view.js';
import {
  declareClasses,
  hasValueClasses,
  takesValueClass,
  type DeclaredClass,
  ruleReaders,
  type FactSources,
} from './declare-classes.js';
import { INJECTABLE_WATERMARK, PROPERTY_DEPS_METADATA, PATH_METADATA } from '../internals.js';
import { isValueClass, controllerMetadata } from '../../decorators/metadata-accessor.js';
import { declareProperties } from '../../decorators/reading/declare-parameters.js';
import { isValidated } from '../value-classes/class-validator.js';
import { type RouteDescription, describeRoute } from '../../routes/route-description.js';
import { respondsItself } from '../enhancers/nest-parameters.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { Route } from '../../routes/route.js';
import { isNamespace } from '../../routes/paths/path-pattern.js';
import { checkTable, compileController } from '../../routes/compile-route.js';
import { Inject, Injectable, Optional } from '@nestjs/common';
import { REST_RECORDER, type Recorder } from '../module/recorder.js';

/** A route of the application, and the class that serves it. */
interface ExploredRoute {
  readonly route: Route;
  readonly found: FoundClass;
}

/** The routes of an application, valid and compiled, in the order of their declarations. */
export interface ExploredApplication {
  readonly routes: readonly ExploredRoute[];
  /** The permissions of handlers of plain Nest controllers. */
  readonly plainPermissions: readonly PlainPermission[];
  readonly valueClasses: ValueClasses;
  /** Of the first controller, without a version, else that of the application; empty where there is none. */
  readonly namespace: string;
}

/** What an exploration reads. */
interface ExplorationContext {
  readonly discovery: DiscoveryService;
  readonly modules: ModulesContainer;
  readonly options: RestModuleOptions;
  readonly instances: Instances;
}

/**
 * Finds, checks and compiles all declarations of an application. Creates no controller and no service.
 *
 * @throws DeclarationException that lists all diagnostics.
 */
async function exploreApplication({
  discovery,
  modules,
  options,
  instances,
}: ExplorationContext): Promise<ExploredApplication> {
  const signatures = await signaturesOf(options);
  if (signatures !== undefined) applySignatures(signatures);
  const declared = declareClasses(discovery);
  const plain = declarePlainPermissions(discovery);
  const valueClasses = await loadValueClasses(
    hasValueClasses(declared) || plain.some(({ permission }) => takesClasses(permission)),
  );
  const classes = {
    properties: valueClasses.read,
    traits: ({ ref }: ClassHandle) => classTraits(ref as Class),
  };
  const { namespace } = options;
  const defaultNamespace = namespace === undefined ? manifestNamespace() : { namespace };
  const instantiate = (handle: ClassHandle) => valueClasses.instantiate(handle);
  const sources = { classes, instances, instantiate };
  const compiled = compileClasses(declared, modules, defaultNamespace, sources);
  const guarded = checkPlainPermissions(plain, sources);
  const lost = [
    ...classTypes(discovery).flatMap(lostDecorators),
    ...declared.flatMap(({ found, declaration }) => lostRoutes(found.type, declaration.routes)),
  ];
  const all = [...compiled.diagnostics, ...guarded.diagnostics, ...lost];
  if (all.length > 0) throw new DeclarationException(all);
  const own = compiled.namespace ?? defaultNamespace.namespace;
  return {
    routes: compiled.routes,
    plainPermissions: guarded.permissions,
    valueClasses,
    namespace: typeof own === 'string' ? own : '',
  };
}

/** The classes of the application that may have routes or handlers, each once. */
function classTypes(discovery: DiscoveryService): readonly Class[] {
  return [...new Set(classesOf(discovery).map(({ type }) => type))];
}

function takesClasses(permission: PermissionDeclaration): boolean {
  return callbacksOf<CallbackDeclaration>(permission).some(({ parameters }) =>
    takesValueClass(parameters),
  );
}

/**
 * The traits of a class that are known at run time. Properties without a decorator are not: a class that
 * the compiler rejects only because of them passes here.
 */
function classTraits(type: Class): ClassTraits {
  return {
    isMarked: isValueClass(type),
    isInjectable: Reflect.hasMetadata(INJECTABLE_WATERMARK, type),
    takesServices: type.length > 0 || Reflect.hasMetadata(PROPERTY_DEPS_METADATA, type),
    hasBehaviour: hasMembers(type.prototype as object),
    hasValues: declareProperties(type) !== undefined || isValidated(type),
  };
}

/** Methods and accessors, inherited ones included. */
function hasMembers(prototype: object | null): boolean {
  if (prototype === null || prototype === Object.prototype) return false;
  const own = Reflect.ownKeys(prototype).filter((key) => key !== 'constructor');
  return own.length > 0 || hasMembers(Object.getPrototypeOf(prototype) as object | null);
}

/** A route with its class; that of batches has none. */
type DescribedRoute = Pick<ExploredRoute, 'route'> & Partial<ExploredRoute>;

/**
 * Describes the routes of an application.
 *
 * @param prefix Where the API begins: `/api`, or empty.
 */
export function describeRoutes(
  routes: readonly DescribedRoute[],
  prefix: string,
  options: RestModuleOptions,
): readonly RouteDescription[] {
  const pageHeaders = pageHeadersOf(options);
  const byDefault = responsesOf(options);
  return routes.map((described) => {
    const responses = sendsItself(described) ? 'returned' : byDefault;
    return describeRoute(described.route, { prefix, pageHeaders, responses });
  });
}

/** A method with `@Res()` sends what it wants; it may not state `declared` itself. */
function sendsItself({ route, found }: DescribedRoute): boolean {
  return found !== undefined && respondsItself(found.type, route.methodName);
}

/**
 * Checks and compiles all controllers, and checks the controllers of one namespace by the rules between them. The
 * routes are in the order of their declarations; the namespace is that of the first controller that has one.
 *
 * @param defaultNamespace Of the classes whose module has none of its own.
 */
function compileClasses(
  declared: readonly DeclaredClass[],
  modules: ModulesContainer,
  defaultNamespace: NamespaceSource,
  sources: FactSources,
) {
  const routes: ExploredRoute[] = [];
  const diagnostics: Diagnostic[] = [];
  const named: { readonly namespace: string; readonly declaration: ControllerDeclaration }[] = [];
  for (const { found, declaration } of declared) {
    const value = namespaceOfClass(modules, found, defaultNamespace.namespace);
    const origin = value === defaultNamespace.namespace ? defaultNamespace.origin : undefined;
    const compiled = compileController(declaration, ruleReaders(found, { value, origin }, sources));
    routes.push(...compiled.routes.map((route) => ({ route, found })));
    diagnostics.push(...compiled.diagnostics);
    if (isNamespace(value)) named.push({ namespace: value, declaration });
  }
  const tables = groupBy(named, ({ namespace }) => namespace).values();
  for (const members of tables) {
    diagnostics.push(...checkTable(members.map(({ declaration }) => declaration)));
  }
  return { routes, diagnostics, namespace: named[0]?.namespace };
}

/**
 * The namespace that `RestModule.forFeature` gave to the module of a controller, or the default, below
 * the path of the module. It may be no namespace at all: a rule reports that.
 */
function namespaceOfClass(
  modules: ModulesContainer,
  { module }: FoundClass,
  defaultNamespace: unknown,
): unknown {
  const feature = findProvider(module, REST_FEATURE)?.wrapper.instance as
    RestFeatureOptions | undefined;
  const namespace: unknown = feature?.namespace ?? defaultNamespace;
  const path = modulePathOf(modules, module);
  return path === '' || !isNamespace(namespace) ? namespace : `${path}/${namespace}`;
}

/** Explores an application once, for everything that reads its routes. */
@Injectable()
export class RouteRegistry {
  /** The controllers and services that are created on first use. */
  readonly instances: Instances;
  #explored: Promise<ExploredApplication> | undefined;

  constructor(
    @Inject(DiscoveryService) readonly discovery: DiscoveryService,
    @Inject(ModulesContainer) readonly modules: ModulesContainer,
    @Inject(REST_OPTIONS) readonly options: RestModuleOptions,
    @Optional() @Inject(REST_RECORDER) readonly recorder?: Recorder,
  ) {
    declareListedControllers(discovery);
    this.instances = new Instances((name) => recorder?.created(name));
  }

  /**
   * The routes of the application; creates no controller.
   *
   * @throws DeclarationException that lists all diagnostics.
   */
  explore(): Promise<ExploredApplication> {
    this.#explored ??= exploreApplication(this);
    return this.#explored;
  }
}

/**
 * Gives an empty list of paths to controllers that a module lists among its `controllers`. Nest's own
 * router rejects a class without paths; this library serves the routes.
 */
function declareListedControllers(discovery: DiscoveryService): void {
  for (const { metatype } of discovery.getControllers()) {
    if (typeof metatype !== 'function' || Reflect.hasMetadata(PATH_METADATA, metatype)) continue;
    if (controllerMetadata(metatype as never) === undefined) continue;
    Reflect.defineMetadata(PATH_METADATA, [], metatype);
  }
}
