import type {
  RestRouteOptions,
  PermissionDeclaration,
  RouteDeclaration,
  CacheDeclaration,
} from '../../routes/declaration/route-declaration.js';
import type { ProjectView } from '../program/project-view.js';
import { readPermissionArgument, type PermissionArgument } from './read-permission.js';
import { ts } from '../program/typescript.js';
import { isObject } from '../../shared/records.js';
import { constantOf } from '../syntax/constant.js';
import { type OurDecorator, decoratorsNamed } from '../syntax/our-decorators.js';
import { unwrapExpression, plainName, hasSpread, literalProperty } from '../syntax/nodes.js';
import type { RouteMethod } from '../classes/route-methods.js';
import type { TypeScope } from '../types/type-reading.js';
import { readRouteMethod, type MethodReading } from './read-method.js';
import type { ClassReferences } from '../classes/class-references.js';
import { declaredTypeOf } from '../classes/class-references.js';
import type { CallbackReadings } from './read-callbacks.js';
import { declarePermission, namedCallbacks, type NamedCallback } from './permission-declaration.js';

/** Takes the place of a duration that is not constant, which is checked at startup. */
const VALID_DURATION = '1s';

/** One `@RestRoute` as the source declares it; arguments that are not constant are `undefined`. */
interface RouteReading {
  readonly decorator: OurDecorator;
  readonly path: string | undefined;
  readonly methods: readonly string[] | undefined;
  /** `undefined` where that of the controller holds. */
  readonly permission: PermissionArgument | undefined;
  readonly optionsNode: ts.Expression | undefined;
  /** Those that the source shows. */
  readonly options: RestRouteOptions;
}

/** Reads the arguments of one `@RestRoute`. */
export function readRoute(decorator: OurDecorator, view: ProjectView): RouteReading {
  const [path, methods, third, fourth] = decorator.arguments;
  const [permission, options] = isOptions(third, view) ? [undefined, third] : [third, fourth];
  const text = path === undefined ? undefined : constantOf(path, view)?.value;
  return {
    decorator,
    path: typeof text === 'string' ? text : undefined,
    methods: methods === undefined ? [] : readMethods(methods, view),
    permission: readPermissionArgument(permission, view),
    optionsNode: options,
    options: options === undefined ? {} : readOptions(options, view),
  };
}

/** Whether options follow the methods: the permission is that of the controller. */
function isOptions(expression: ts.Expression | undefined, view: ProjectView): boolean {
  if (expression === undefined) return false;
  const isLiteral = ts.isObjectLiteralExpression(unwrapExpression(expression));
  return isLiteral || isObject(constantOf(expression, view)?.value);
}

/** The options that the source shows. Plain JavaScript may state anything: the rules check the values. */
function readOptions(options: ts.Expression, view: ProjectView): RestRouteOptions {
  const node = unwrapExpression(options);
  if (!ts.isObjectLiteralExpression(node)) return (constantOf(node, view)?.value ?? {}) as object;
  const entries = node.properties.flatMap((property) => {
    const name = plainName(property.name);
    if (name === undefined || !ts.isPropertyAssignment(property)) return [];
    return [[name, constantOf(property.initializer, view)?.value] as const];
  });
  return Object.fromEntries(entries) as RestRouteOptions;
}

function readMethods(node: ts.Expression, view: ProjectView): readonly string[] | undefined {
  const value = constantOf(node, view)?.value;
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.map(String) : undefined;
}

/** A method with its routes, as the source declares them. */
export interface MethodWithRoutes {
  readonly name: string;
  readonly node: ts.MethodDeclaration;
  readonly reading: MethodReading;
  readonly routes: readonly RouteReading[];
  readonly cache?: OurDecorator;
}

/** Reads a method and its decorators `@RestRoute` and `@Cache`. */
export function readMethodRoutes(method: RouteMethod, scope: TypeScope): MethodWithRoutes {
  const { name, node, typeArguments, routes } = method;
  const [cache] = decoratorsNamed('Cache', node, scope.view);
  return {
    name,
    node,
    reading: readRouteMethod(node, { ...scope, typeArguments }),
    routes: routes.map((route) => readRoute(route, scope.view)),
    ...(cache === undefined ? {} : { cache }),
  };
}

/** The declaration of one route, with the readings of the source that a diagnostic may point at. */
export interface DeclaredRoute {
  readonly declaration: RouteDeclaration;
  readonly method: MethodWithRoutes;
  readonly route: RouteReading;
  /** Its own, or that of the controller. */
  readonly permission: PermissionArgument | undefined;
  /** Those of its permission, in the order of the declaration. */
  readonly callbacks: readonly NamedCallback[];
}

/** Brings together the parts of the declaration of one route. */
export function declareRoute(
  method: MethodWithRoutes,
  route: RouteReading,
  ofController: PermissionArgument | undefined,
  callbacks: CallbackReadings,
  scope: TypeScope,
): DeclaredRoute {
  const permission = route.permission ?? ofController;
  const { view } = scope;
  const cache = method.cache === undefined ? undefined : readCache(method.cache, view);
  const declaration: RouteDeclaration = {
    methodName: method.name,
    routeIndex: method.routes.indexOf(route),
    path: route.path ?? '',
    methods: route.methods ?? ['GET'],
    permission: permissionOf(permission, callbacks),
    permissionOrigin: permission === route.permission ? 'route' : 'controller',
    parameters: method.reading.parameters.map(({ source }) => source),
    ...(cache === undefined ? {} : { cache }),
    options: route.options,
    ...documentationOf(route, method, scope.references),
  };
  const named = namedCallbacks(permission?.reading, callbacks);
  return { declaration, method, route, permission, callbacks: named };
}

/** The type of the result, where a rule needs it. */
function documentationOf(
  { options }: RouteReading,
  { reading }: MethodWithRoutes,
  references: ClassReferences,
): Pick<RouteDeclaration, 'documentation'> {
  const { returns, isInferred, returnsResponse, description, deprecated } = reading.signature;
  if (options.responses !== 'declared') return {};
  const documentation = {
    returns:
      returns === undefined || isInferred === true
        ? undefined
        : declaredTypeOf(returns, references),
    returnsResponse: returnsResponse === true,
    description,
    deprecated,
  };
  return { documentation };
}

/** A permission that the source does not show passes as a public one: it is checked at startup. */
function permissionOf(
  permission: PermissionArgument | undefined,
  callbacks: CallbackReadings,
): PermissionDeclaration | undefined {
  if (permission === undefined) return undefined;
  return declarePermission(permission.reading, callbacks) ?? { kind: 'public' };
}

/** Reads the options of `@Cache({ … })` that the rules check. */
function readCache(decorator: OurDecorator, view: ProjectView): CacheDeclaration {
  const [argument] = decorator.arguments;
  const node = argument === undefined ? undefined : unwrapExpression(argument);
  if (node === undefined || !ts.isObjectLiteralExpression(node)) {
    return { ttl: VALID_DURATION, statesVary: true };
  }
  const option = (name: string) => optionOf(node, name, view);
  const isOpen = hasSpread(node);
  const stale = option('staleWhileRevalidate');
  const taken = takenArguments(node);
  return {
    ttl: option('ttl')?.value ?? (isOpen ? VALID_DURATION : undefined),
    ...varyOf(node, isOpen, view),
    ...(stale === undefined ? {} : { staleWhileRevalidate: stale.value }),
    ...(taken.length === 0 ? {} : { takenArguments: taken }),
  };
}

/** A function, or another value that is not constant, is checked at startup. */
function varyOf(
  node: ts.ObjectLiteralExpression,
  isOpen: boolean,
  view: ProjectView,
): Pick<CacheDeclaration, 'statesVary' | 'vary'> {
  const property = literalProperty(node, 'vary');
  if (property === undefined) return { statesVary: isOpen };
  const constant = ts.isPropertyAssignment(property)
    ? varyConstant(property.initializer, view)
    : undefined;
  if (constant === undefined) return { statesVary: true };
  const { value: vary } = constant;
  return vary === undefined ? { statesVary: false } : { statesVary: true, vary };
}

/** The value of `vary`, which is `{ headers: […] }`; `undefined` where it is not constant. */
function varyConstant(
  expression: ts.Expression,
  view: ProjectView,
): { readonly value: unknown } | undefined {
  const node = unwrapExpression(expression);
  if (!ts.isObjectLiteralExpression(node)) return constantOf(node, view);
  const headers = literalProperty(node, 'headers');
  if (headers === undefined) {
    const isOpen = hasSpread(node);
    return isOpen ? undefined : { value: {} };
  }
  if (!ts.isPropertyAssignment(headers)) return undefined;
  const list = constantOf(headers.initializer, view);
  return list === undefined ? undefined : { value: { headers: list.value } };
}

/** The value of an option; `undefined` where it is absent. */
function optionOf(
  node: ts.ObjectLiteralExpression,
  name: string,
  view: ProjectView,
): { readonly value: unknown } | undefined {
  const property = literalProperty(node, name);
  if (property === undefined) return undefined;
  const constant = ts.isPropertyAssignment(property)
    ? constantOf(property.initializer, view)
    : undefined;
  return constant ?? { value: VALID_DURATION };
}

/**
 * The names of arguments that the functions of `@Cache` destructure: `tags: ({ id }) => …` and
 * `vary: ({ arguments: { id } }) => …`. What they read otherwise is not known here.
 */
function takenArguments(options: ts.ObjectLiteralExpression): readonly string[] {
  const tags = patternOf(literalProperty(options, 'tags'));
  const request = patternOf(literalProperty(options, 'vary'));
  const inRequest = request?.elements.find((element) => nameOf(element) === 'arguments')?.name;
  return [...namesIn(tags), ...namesIn(inRequest)];
}

/** The pattern of the first parameter of a function that is written in place. */
function patternOf(
  property: ts.ObjectLiteralElementLike | undefined,
): ts.ObjectBindingPattern | undefined {
  const name = functionOf(property)?.parameters[0]?.name;
  return name !== undefined && ts.isObjectBindingPattern(name) ? name : undefined;
}

function functionOf(
  property: ts.ObjectLiteralElementLike | undefined,
): ts.SignatureDeclaration | undefined {
  if (property === undefined) return undefined;
  if (ts.isMethodDeclaration(property)) return property;
  if (!ts.isPropertyAssignment(property)) return undefined;
  const value = unwrapExpression(property.initializer);
  return ts.isArrowFunction(value) || ts.isFunctionExpression(value) ? value : undefined;
}

function namesIn(pattern: ts.BindingName | undefined): readonly string[] {
  if (pattern === undefined || !ts.isObjectBindingPattern(pattern)) return [];
  return pattern.elements.map(nameOf).filter((name) => name !== undefined);
}

/** The property that an element takes; `undefined` for the rest, and for a computed name. */
function nameOf({ propertyName, name, dotDotDotToken }: ts.BindingElement): string | undefined {
  if (dotDotDotToken !== undefined) return undefined;
  if (propertyName !== undefined) return plainName(propertyName);
  return ts.isIdentifier(name) ? name.text : undefined;
}
