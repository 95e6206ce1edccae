import { containsClass } from '../../types/type.js';
import { Inject, Injectable, Optional } from '@nestjs/common';
import { DiscoveryService, ModulesContainer } from '@nestjs/core';
import { hasSignature } from '../../decorators/reading/class-chain.js';
import { declareController, declaresRoutes } from '../../decorators/reading/declare-controller.js';
import { declareProperties } from '../../decorators/reading/declare-parameters.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { DeclarationException } from '../../diagnostics/rest.exception.js';
import { checkTable, compileController } from '../../routes/compile-route.js';
import {
  holdsClass,
  type ParameterDeclaration,
} from '../../routes/declaration/parameter-declaration.js';
import type { ControllerDeclaration } from '../../routes/declaration/route-declaration.js';
import { isNamespace, statedNamespace } from '../../routes/paths/path-pattern.js';
import { REST_OPTIONS } from '../../routes/api-description.js';
import { REST_RECORDER, type Recorder } from '../../routes/recorder.js';
import type { Route } from '../../routes/route.js';
import type { NamespaceFact } from '../../routes/rule.js';
import { type Class, groupBy } from '../../shared/records.js';
import { findProvider, Instances, type FoundClass } from '../container.js';
import type { InstanceWrapper } from '../internals.js';
import { MODULE_PATH, type Module } from '../internals.js';
import { manifestNamespace } from '../options/manifest-namespace.js';
import {
  REST_FEATURE,
  type RestFeatureOptions,
  type RestModuleOptions,
} from '../options/rest-options.js';
import { compileHandlers, declareHandlers, type PlainHandler } from './plain-handler.js';
import { applySignatures } from '../signatures/apply-signatures.js';
import { lostDecorators, lostRoutes } from '../signatures/lost-decorators.js';
import { choiceOf } from '../options/styles.js';
import { readingOf } from '../options/settings.js';
import { EXPLORATION_DOORS, type ExplorationDoors, type ValueClasses } from '../doors.js';
import { classTraits, type FactSources, ruleReaders, NEST_METADATA } from './nest-metadata.js';

/** The routes of an application, checked and compiled, in the order of their declarations, with their classes. */
export interface ExploredApplication {
  readonly routes: ReadonlyMap<Route, FoundClass>;
  /** The handlers of plain Nest controllers, each as a route; `undefined` if it states neither permission nor cache. */
  readonly handlers: ReadonlyMap<PlainHandler, Route | undefined>;
  readonly valueClasses: ValueClasses;
  /** The namespace, without a version, of the first controller, or else of the application; empty if there is none. */
  readonly namespace: string;
}

/**
 * Finds, checks and compiles all declarations of an application. It does not create controllers or services.
 *
 * @throws DeclarationException that lists all diagnostics.
 */
async function exploreApplication({
  discovery,
  modules,
  options,
  instances,
  doors,
}: Pick<
  RouteRegistry,
  'discovery' | 'modules' | 'options' | 'instances' | 'doors'
>): Promise<ExploredApplication> {
  if (options.signatures !== undefined) await applySignatures(options.signatures);
  const classes = classesOf(discovery);
  const declared = new Map(
    unique(classes.filter(({ type }) => declaresRoutes(type))).map((found) => [
      found,
      declareController(found.type, NEST_METADATA),
    ]),
  );
  const plain = declareHandlers(classes, discovery);
  const { classes: reading, routeOptions, injects } = doors;
  const valueClasses =
    reading !== undefined &&
    parametersOf(declared).some((one) => holdsClass(one) || describesClass(one))
      ? await reading.load(choiceOf(options, 'unknownArguments'))
      : NO_VALUE_CLASSES;
  const { namespace } = options;
  const mayBeEmpty = options.prefix?.replaceAll('/', '') === '';
  const byDefault: NamespaceFact = {
    ...(namespace === undefined ? manifestNamespace() : { value: namespace }),
    mayBeEmpty,
  };
  const sources: FactSources = {
    classes: {
      properties: valueClasses.read,
      traits: ({ ref }) => classTraits(ref as Class, reading),
    },
    instances,
    instantiate: (handle) => valueClasses.instantiate(handle),
    reading: readingOf(options),
    statuses: choiceOf(options, 'statuses'),
    routeOptions,
    injects,
  };
  // Without a prefix, a path is the whole path, as in an application that migrates to the library.
  const routed = mayBeEmpty ? undefined : modules;
  const compiled = compileClasses(declared, routed, byDefault, sources);
  const guarded = compileHandlers(plain, sources);
  const all = [
    ...compiled.diagnostics,
    ...guarded.diagnostics,
    ...lostByDecorators(classes, declared),
  ];
  if (all.length > 0) throw new DeclarationException(all);
  const own = compiled.namespace ?? byDefault.value;
  return {
    routes: compiled.routes,
    handlers: guarded.handlers,
    valueClasses,
    namespace: typeof own === 'string' ? own : '',
  };
}

/** A class may be listed twice in a module, as a provider and as a controller. */
function unique(classes: readonly FoundClass[]): readonly FoundClass[] {
  const seen = new Map<object, Set<unknown>>();
  return classes.filter(({ type, module }) => {
    const types = seen.get(module) ?? new Set();
    seen.set(module, types);
    return types.size < types.add(type).size;
  });
}

/** If no argument has instances of a class, the code that makes or validates them is not loaded. */
const NO_VALUE_CLASSES: ValueClasses = {
  read: ({ ref }) => declareProperties(ref as Class),
  instantiate: ({ name }) => {
    throw new RangeError(`No argument has instances of ${name}.`);
  },
  validator: () => undefined,
};

/** Whether documents describe a class that Nest fills a parameter with. */
function describesClass({ signature }: ParameterDeclaration): boolean {
  return signature?.documented !== undefined && containsClass(signature.documented);
}

function parametersOf(
  declared: ReadonlyMap<FoundClass, ControllerDeclaration>,
): readonly ParameterDeclaration[] {
  const routes = [...declared.values()].flatMap((controller) => controller.routes);
  return routes.flatMap(({ parameters }) => parameters);
}

function lostByDecorators(
  classes: readonly FoundClass[],
  declared: ReadonlyMap<FoundClass, ControllerDeclaration>,
): readonly Diagnostic[] {
  const types = new Set(classes.map(({ type }) => type));
  const withoutRoutes = [...declared].filter(([, { routes }]) => routes.length === 0);
  return [
    ...[...types].filter(hasSignature).flatMap(lostDecorators),
    ...withoutRoutes.flatMap(([{ type }]) => (hasSignature(type) ? [] : lostRoutes(type))),
  ];
}

/**
 * Checks and compiles all controllers, and checks the controllers of one namespace by the rules for several
 * controllers. The routes are in the order of their declarations; the namespace is that of the first controller that
 * has one.
 *
 * @param routed The modules whose paths of `RouterModule` come before namespaces; `undefined` if there are none.
 * @param byDefault The namespace of the classes whose module has none.
 */
function compileClasses(
  declared: ReadonlyMap<FoundClass, ControllerDeclaration>,
  routed: ModulesContainer | undefined,
  byDefault: NamespaceFact,
  sources: FactSources,
) {
  const routes = new Map<Route, FoundClass>();
  const diagnostics: Diagnostic[] = [];
  const named: { readonly namespace: string; readonly declaration: ControllerDeclaration }[] = [];
  for (const [found, declaration] of declared) {
    const value = namespaceOfClass(routed, found, byDefault.value);
    const namespace =
      value === byDefault.value ? byDefault : { ...byDefault, value, origin: undefined };
    const compiled = compileController(declaration, ruleReaders(found, namespace, sources));
    for (const route of compiled.routes) routes.set(route, found);
    diagnostics.push(...compiled.diagnostics);
    const stated = statedNamespace(namespace);
    if (stated !== undefined) named.push({ namespace: stated, declaration });
  }
  const tables = groupBy(named, ({ namespace }) => namespace).values();
  for (const members of tables) {
    diagnostics.push(...checkTable(members.map(({ declaration }) => declaration)));
  }
  return { routes, diagnostics, namespace: named[0]?.namespace };
}

/**
 * The namespace that `RestModule.forFeature` gave to the module of a controller, or the default, below the path of the
 * module. It may be an invalid namespace: a rule reports that.
 */
function namespaceOfClass(
  routed: ModulesContainer | undefined,
  { module }: FoundClass,
  defaultNamespace: unknown,
): unknown {
  const feature = findProvider(module, REST_FEATURE)?.wrapper.instance as
    RestFeatureOptions | undefined;
  const namespace: unknown = feature?.namespace ?? defaultNamespace;
  const path = routed === undefined ? '' : modulePathOf(routed, module);
  return path === '' || !isNamespace(namespace) ? namespace : `${path}/${namespace}`;
}

/** The path that `RouterModule.register` put before the paths of a module; empty if there is none. */
function modulePathOf(modules: ModulesContainer, { metatype }: Module): string {
  const path: unknown = Reflect.getMetadata(MODULE_PATH + modules.applicationId, metatype);
  return typeof path === 'string' ? path.replace(/^\/+|\/+$/g, '') : '';
}

/** Explores an application once, for all readers of its routes. */
@Injectable()
export class RouteRegistry {
  /** The controllers and services that are created on first use. */
  readonly instances: Instances;
  #explored: Promise<ExploredApplication> | undefined;
  #known: ExploredApplication['routes'] | undefined;

  constructor(
    @Inject(DiscoveryService) readonly discovery: DiscoveryService,
    @Inject(ModulesContainer) readonly modules: ModulesContainer,
    @Inject(REST_OPTIONS) readonly options: RestModuleOptions,
    @Inject(EXPLORATION_DOORS) readonly doors: ExplorationDoors,
    @Optional() @Inject(REST_RECORDER) readonly recorder?: Recorder,
  ) {
    this.instances = new Instances(modules, (name) => recorder?.created(name));
  }

  /**
   * The routes of the application; creates no controller.
   *
   * @throws DeclarationException that lists all diagnostics.
   */
  explore(): Promise<ExploredApplication> {
    this.#explored ??= exploreApplication(this).then((explored) => {
      this.#known = explored.routes;
      return explored;
    });
    return this.#explored;
  }

  /** The routes, once they were explored; `undefined` before. */
  get known(): ExploredApplication['routes'] | undefined {
    return this.#known;
  }
}

/**
 * Every class that is listed as a provider or as a controller, once for each module that lists it. The
 * classes of one module follow each other, providers first.
 */
function classesOf(discovery: DiscoveryService): readonly FoundClass[] {
  const wrappers = [...discovery.getProviders(), ...discovery.getControllers()];
  const byModule = groupBy(wrappers, ({ host }) => host);
  return [...byModule].flatMap(([module, members]) =>
    module === undefined
      ? []
      : members
          .filter(isClass)
          .map((wrapper) => ({ wrapper, module, type: wrapper.metatype as Class })),
  );
}

function isClass(wrapper: InstanceWrapper): boolean {
  return (
    typeof wrapper.metatype === 'function' &&
    !wrapper.isNotMetatype &&
    !wrapper.isAlias &&
    wrapper.metatype.prototype !== undefined
  );
}

/**
 * A class that the library itself provides.
 *
 * @throws RangeError if the library does not provide it.
 */
export function ownClass(discovery: DiscoveryService, own: Class): FoundClass {
  const found = classesOf(discovery).find(({ type }) => type === own);
  if (found === undefined) throw new RangeError(`RestModule provides ${own.name}.`);
  return found;
}
