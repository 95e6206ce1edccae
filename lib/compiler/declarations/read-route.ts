import type {
  CacheDeclaration,
  RestRouteOptions,
  RouteDeclaration,
} from '../../routes/declaration/route-declaration.js';
import { ROUTE_OPTION_LIST } from '../../features/route-options.js';
import { isObject } from '../../shared/records.js';
import { declaredTypeOf, type ClassReferences } from '../classes/class-references.js';
import type { RouteMethod } from '../classes/lineage.js';
import type { ProjectView } from '../program/project-view.js';
import { ts } from '../program/typescript.js';
import { constantOf } from '../syntax/constant.js';
import { hasSpread, literalProperty, literalName, unwrapExpression } from '../syntax/nodes.js';
import { decoratorsNamed, type KnownDecorator } from '../syntax/decorators.js';
import type { MethodReading } from './read-method.js';
import { readPermission, type PermissionPlace, type PermissionReading } from './read-permission.js';

/** Replaces a duration that is not constant; startup checks that. */
const VALID_DURATION = '1s';

export interface RouteReading {
  /** Values that are not constant are replaced by valid ones, and checked at startup. */
  readonly declaration: RouteDeclaration;
  readonly decorator: KnownDecorator;
  readonly method: MethodReading;
  readonly cache: KnownDecorator | undefined;
  readonly options: ts.Expression | undefined;
  /** Its own, or that of the controller. */
  readonly permission: PermissionReading | undefined;
  /** Whether path and methods are constant, so that the source shows which requests it matches. */
  readonly hasAddress: boolean;
}

export function readAddresses(
  { name: methodName, node, routes }: RouteMethod,
  method: MethodReading,
  view: ProjectView,
): readonly RouteReading[] {
  // Of a route whose methods are not constant, only the cache needs GET; batches and files need another method.
  const [valid] = decoratorsNamed('Cache', node, view).map(() => 'GET');
  return routes.map((decorator, routeIndex) => {
    const [first, second] = decorator.arguments;
    const { options } = optionalArguments(decorator, view);
    const path = first === undefined ? undefined : constantOf(first, view)?.value;
    const methods = second === undefined ? [] : readMethods(second, view);
    const declaration: RouteDeclaration = {
      methodName,
      routeIndex,
      path: typeof path === 'string' ? path : '',
      methods: methods ?? [valid ?? 'POST'],
      permission: undefined,
      permissionOrigin: 'route',
      parameters: method.parameters.map(({ source }) => source),
      options: options === undefined ? {} : readOptions(options, view),
    };
    const hasAddress = typeof path === 'string' && methods !== undefined;
    const ofMethod = { method, cache: undefined, permission: undefined };
    return { ...ofMethod, declaration, decorator, options, hasAddress };
  });
}

export function readRoutes(
  found: RouteMethod,
  method: MethodReading,
  ofController: PermissionReading | undefined,
  place: PermissionPlace,
): readonly RouteReading[] {
  const { view, references } = place.scope;
  const [cache] = decoratorsNamed('Cache', found.node, view);
  const cached = cache === undefined ? {} : { cache: readCache(cache, view) };
  const addresses = readAddresses(found, method, view).map((route, routeIndex) => {
    const location = { ...place.location, methodName: found.name, routeIndex };
    const { permission: stated } = optionalArguments(route.decorator, view);
    return { route, own: readPermission(stated, { ...place, location }) };
  });
  const bound = [ofController, ...addresses.map(({ own }) => own)].flatMap(guardsOf);
  return addresses.map(({ route, own }) => {
    const permission = own ?? ofController;
    // A permission that the source does not show counts as public, but may be any.
    const boundGuards = permission?.declaration === undefined ? [] : bound;
    const declaration: RouteDeclaration = {
      ...route.declaration,
      // A permission that the source does not show counts as public here: it is checked at startup.
      permission: permission && (permission.declaration ?? { kind: 'public' }),
      permissionOrigin: permission === own ? 'route' : 'controller',
      boundGuards,
      ...cached,
      ...documentationOf(route, references),
    };
    return { ...route, declaration, cache, permission };
  });
}

/** The guards that a permission binds. */
function guardsOf(permission: PermissionReading | undefined): readonly string[] {
  const declaration = permission?.declaration;
  return declaration?.kind === 'guarded' ? declaration.guards : [];
}

/** The arguments of `@RestRoute` after the methods; without a permission, that of the controller applies. */
function optionalArguments(
  { arguments: [, , third, fourth] }: KnownDecorator,
  view: ProjectView,
): { readonly permission: ts.Expression | undefined; readonly options: ts.Expression | undefined } {
  return isOptions(third, view)
    ? { permission: undefined, options: third }
    : { permission: third, options: fourth };
}

/** Whether options follow the methods: the permission is that of the controller. */
function isOptions(expression: ts.Expression | undefined, view: ProjectView): boolean {
  if (expression === undefined) return false;
  const isLiteral = ts.isObjectLiteralExpression(unwrapExpression(expression));
  return isLiteral || isObject(constantOf(expression, view)?.value);
}

/** Plain JavaScript may state anything: the rules check the values. */
function readOptions(options: ts.Expression, view: ProjectView): RestRouteOptions {
  const node = unwrapExpression(options);
  if (!ts.isObjectLiteralExpression(node)) return (constantOf(node, view)?.value ?? {}) as object;
  const entries = node.properties.flatMap((property) => {
    const name = literalName(property.name);
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

/** The type of the result, if a rule needs it. */
function documentationOf(
  { declaration: { options }, method }: RouteReading,
  references: ClassReferences,
): Pick<RouteDeclaration, 'documentation'> {
  const { returns, isInferred } = method.signature;
  const isRead = ROUTE_OPTION_LIST.some(({ name, readsReturn }) => readsReturn?.(options[name]));
  if (!isRead) return {};
  const isStated = returns !== undefined && isInferred !== true;
  const documentation = isStated ? { returns: declaredTypeOf(returns, references) } : {};
  return { documentation };
}

function readCache(decorator: KnownDecorator, view: ProjectView): CacheDeclaration {
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

/** The value of `vary`, which is `{ headers: […] }`; `undefined` if it is not constant. */
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
 * `tags: ({ id }) => …` and `vary: ({ arguments: { id } }) => …`. Other reads of these functions are not known here.
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

/** `undefined` for the rest, and for a computed name. */
function nameOf({ propertyName, name, dotDotDotToken }: ts.BindingElement): string | undefined {
  if (dotDotDotToken !== undefined) return undefined;
  if (propertyName !== undefined) return literalName(propertyName);
  return ts.isIdentifier(name) ? name.text : undefined;
}
