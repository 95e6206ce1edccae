import type { DiscoveryService, ModulesContainer } from '@nestjs/core';
import { DeclarationException } from '../../diagnostics/rest.exception.js';
import type {
  CallbackDeclaration,
  PermissionDeclaration,
  ClassTraits,
} from '../../routes/declaration/route-declaration.js';
import { callbacksOf } from '../../routes/declaration/permission-combination.js';
import type { ClassHandle } from '../../types/declared-type.js';
import type { Class } from '../../shared/records.js';
import type { Instances } from '../instances.js';
import { manifestNamespace } from '../options/mount-prefix.js';
import type { RestModuleOptions } from '../options/rest-options.js';
import { loadValueClasses, type ValueClasses } from '../value-classes/value-classes.js';
import {
  checkPlainPermissions,
  declarePlainPermissions,
  type PlainPermission,
} from '../parts/guard/plain-permissions.js';
import { applySignatures, signaturesOf } from '../signatures/apply-signatures.js';
import { lostDecorators, lostRoutes } from '../signatures/lost-decorators.js';
import { compileClasses, type ExploredRoute } from './compile-classes.js';
import { classesOf } from './container-view.js';
import { declareClasses, hasValueClasses, takesValueClass } from './declare-classes.js';
import { INJECTABLE_WATERMARK, PROPERTY_DEPS_METADATA } from '../internals.js';
import { isValueClass } from '../../decorators/metadata-accessor.js';
import { declareProperties } from '../../decorators/reading/declare-parameters.js';
import { isValidated } from '../value-classes/class-validator.js';
import { type RouteDescription, describeRoute } from '../../routes/route-description.js';
import { respondsItself } from '../enhancers/responds-itself.js';
import { pageHeadersOf, responsesOf } from '../options/choice-options.js';

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
export async function exploreApplication({
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
