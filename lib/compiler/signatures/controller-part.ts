import {
  isController,
  lineageOf,
  parentsOf,
  type Ancestor,
  traitsReader,
} from '../classes/heritage.js';
import type { MethodSignature, ClassSignature } from '../../types/method-signature.js';
import { composedMethodsOf, routeMethodsOf, type RouteMethod } from '../classes/route-methods.js';
import {
  readController,
  type ControllerReading,
  classNameOf,
  type ControllerHead,
  readHead,
} from '../declarations/read-controller.js';
import { readMethod, readRouteMethod } from '../declarations/read-method.js';
import {
  rejectionDiagnostic,
  ruleDiagnostic,
  type SourceDiagnostic,
  nodeOf,
} from '../source-diagnostic.js';
import { ts } from '../program/typescript.js';
import { classesIn, isAbstract, literalProperty, isRejection } from '../syntax/nodes.js';
import { decoratorsOf, mentionsRoutes } from '../syntax/our-decorators.js';
import type { TypeScope } from '../types/type-reading.js';
import type { ProjectView } from '../program/project-view.js';
import { diagnosticAt, type Diagnostic } from '../../diagnostics/diagnostic.js';
import { NO_CONTROLLER } from '../../routes/rules/controller.rules.js';
import type { ControllerDeclaration } from '../../routes/declaration/route-declaration.js';
import { checkAfter, compileController } from '../../routes/compile-route.js';
import { type DeclaredRoute, readRoute } from '../declarations/read-route.js';
import { valueClassReader } from '../declarations/value-class-reader.js';
import { createTypeScope } from '../types/type-scope.js';

/** One part of the signature of a class, which may be both a controller and a value class. */
export interface SignaturePart {
  readonly signature: Pick<
    ClassSignature,
    'methods' | 'staticMethods' | 'properties' | 'decorators'
  >;
  readonly diagnostics: readonly SourceDiagnostic[];
}

/**
 * The methods of a controller, read and checked; `undefined` for any other class. A class with routes
 * and an unknown decorator is read too: the decorator may be composed of ours. A base class is read
 * with the classes that extend it, which know its type arguments.
 */
export function controllerPart(
  node: ts.ClassLikeDeclaration,
  scope: TypeScope,
): SignaturePart | undefined {
  const { view } = scope;
  const lineage = lineageOf(node, view);
  const hasController = isController(lineage, view);
  const composed = composedMethodsOf(lineage, view);
  const hasRoutes = routeMethodsOf(lineage, view).length > 0;
  if (!hasController && !hasRoutes && composed.length === 0) return undefined;
  if (hasController || decoratorsOf(node, view).others > 0) {
    const part = partOf(readController(node, lineage, scope), scope);
    const methods = { ...composedSignatures(composed, scope), ...part.signature.methods };
    return { ...part, signature: { ...part.signature, methods } };
  }
  if (!hasRoutes) return undefined;
  if (isBase(node, scope)) return undefined;
  return { signature: {}, diagnostics: missingController(node, lineage, view) };
}

/** What can be read of methods whose routes only startup knows; a route without a signature is reported there. */
function composedSignatures(
  composed: readonly RouteMethod[],
  scope: TypeScope,
): Readonly<Record<string, MethodSignature>> {
  const read = composed.map(({ name, node, typeArguments }) => ({
    name,
    reading: readRouteMethod(node, { ...scope, typeArguments }),
  }));
  const whole = read.filter(({ reading }) =>
    reading.parameters.every(({ rejection }) => rejection === undefined),
  );
  return Object.fromEntries(whole.map(({ name, reading }) => [name, reading.signature]));
}

/** Whether a class is made to be extended: it is extended, abstract, or made by a function. */
function isBase(node: ts.ClassLikeDeclaration, { view }: TypeScope): boolean {
  const isMade = ts.findAncestor(node, ts.isFunctionLike) !== undefined;
  return isAbstract(node) || isMade || view.once(extendedClasses).has(node);
}

function partOf(reading: ControllerReading, { view }: TypeScope): SignaturePart {
  const methods = reading.methods.map(({ name, reading: { signature } }) => [name, signature]);
  const { signatures } = reading.callbacks;
  const staticMethods =
    signatures.size === 0 ? {} : { staticMethods: Object.fromEntries(signatures) };
  return {
    signature: { methods: Object.fromEntries(methods), ...staticMethods },
    diagnostics: [...reading.rejections.map(rejectionDiagnostic), ...checkRoutes(reading, view)],
  };
}

/** The classes that others extend, in all files of the project that mention routes. */
function extendedClasses(view: ProjectView): ReadonlySet<ts.Node> {
  const files = view.program
    .getSourceFiles()
    .filter((file) => view.isOfProject(file) && mentionsRoutes(file.text));
  return new Set(files.flatMap(classesIn).flatMap((node) => parentsOf(node, view)));
}

/** The diagnostics of a class with routes that lacks `@RestController`, one for each route. */
function missingController(
  node: ts.ClassLikeDeclaration,
  lineage: readonly Ancestor[],
  view: ProjectView,
): readonly SourceDiagnostic[] {
  const className = classNameOf(node);
  const found = routeMethodsOf(lineage, view);
  const methods = found.flatMap((method) => (isRejection(method) ? [] : [method]));
  return methods.flatMap(({ name: methodName, routes }) =>
    routes.map((route, routeIndex) => {
      const location = { className, methodName, routeIndex };
      return ruleDiagnostic(diagnosticAt(location, NO_CONTROLLER), route.node);
    }),
  );
}

/**
 * Checks a controller by the rules that it is checked by at startup, and finds the place of each
 * diagnostic in the source. Values that are not constant in the source are checked at startup only.
 */
function checkRoutes(
  { head, routes }: ControllerReading,
  view: ProjectView,
): readonly SourceDiagnostic[] {
  const diagnostics = [
    ...controllerDiagnostics(head, routes, view),
    ...tableDiagnostics(head, routes, view),
  ];
  return diagnostics.map((diagnostic) =>
    ruleDiagnostic(diagnostic, nodeOf(diagnostic.location, head, routes)),
  );
}

function controllerDiagnostics(
  head: ControllerHead,
  routes: readonly DeclaredRoute[],
  view: ProjectView,
): readonly Diagnostic[] {
  const readers = { properties: valueClassReader(view), traits: traitsReader(view) };
  const { diagnostics } = compileController(controllerOf(head, routes), readers);
  // The compiler has read every parameter, or has reported why not.
  return diagnostics.filter(({ code }) => code !== 'RR1016');
}

/** Routes that repeat one of their own class, or one that comes before it in a module. */
function tableDiagnostics(
  head: ControllerHead,
  routes: readonly DeclaredRoute[],
  view: ProjectView,
): readonly Diagnostic[] {
  const own = controllerOf(head, routes.filter(hasAddress));
  const others = head.isConstant ? earlierControllers(head.node, view) : [];
  return (others.length === 0 ? [[]] : others).flatMap((earlier) => checkAfter(earlier, own));
}

/** Whether path and methods of a route are constants. */
function hasAddress({ route }: DeclaredRoute): boolean {
  return route.path !== undefined && route.methods !== undefined;
}

function controllerOf(
  { className, version, base }: ControllerHead,
  routes: readonly DeclaredRoute[],
): ControllerDeclaration {
  return { className, version, base, routes: routes.map(({ declaration }) => declaration) };
}

/**
 * The controllers that share a namespace with a class for certain and come before it, one list for
 * each module that lists the class. All classes of a module have the namespace that
 * `RestModule.forFeature` and `RouterModule` give that module. Classes of one file or of two modules
 * may have different namespaces, or never be in one application: they can be checked only at startup.
 */
function earlierControllers(
  node: ts.ClassLikeDeclaration,
  view: ProjectView,
): readonly (readonly ControllerDeclaration[])[] {
  return view.once(listedClasses).flatMap((classes) => {
    const place = classes.indexOf(node);
    const earlier = place < 1 ? [] : [...new Set(classes.slice(0, place))];
    const readAddresses = view.once(createAddresses);
    return earlier.length === 0 ? [] : [earlier.flatMap(readAddresses)];
  });
}

/** Reads each controller once: every controller after it in a module is compared with it. */
function createAddresses(
  view: ProjectView,
): (node: ts.ClassLikeDeclaration) => readonly ControllerDeclaration[] {
  const read = new Map<
    ts.Node,
    ReturnType<typeof view.visitedDuring<readonly ControllerDeclaration[]>>
  >();
  return (node) => {
    const known = read.get(node) ?? view.visitedDuring(() => addressesOf(node, view));
    read.set(node, known);
    view.revisit(known.files);
    return known.result;
  };
}

/** Paths and methods of a controller, where they are constant; none for any other class. */
function addressesOf(
  node: ts.ClassLikeDeclaration,
  view: ProjectView,
): readonly ControllerDeclaration[] {
  view.visit(node);
  const lineage = lineageOf(node, view);
  const head = readHead(node, lineage, view);
  if (!isController(lineage, view) || !head.isConstant) return [];
  const { className, version, base } = head;
  const routes = routeMethodsOf(lineage, view).flatMap((method) =>
    isRejection(method) ? [] : routesOf(method, createTypeScope(view, node)),
  );
  return [{ className, version, base, routes }];
}

function routesOf(
  { name: methodName, node, typeArguments, routes }: RouteMethod,
  scope: TypeScope,
): ControllerDeclaration['routes'] {
  const read = routes.map((decorator) => readRoute(decorator, scope.view));
  // Placeholders match what the types of their parameters say, wherever they are.
  const parameters = readMethod(node, { ...scope, typeArguments }).parameters;
  return read.flatMap(({ path, methods, options }, routeIndex) => {
    if (path === undefined || methods === undefined) return [];
    const sources = parameters.map(({ source }) => source);
    const route = { methodName, routeIndex, path, methods, options, parameters: sources };
    return [{ ...route, permission: undefined, permissionOrigin: 'route' }];
  });
}

/** The classes that each `@Module` of the project lists by name, in the order in which they are mounted. */
function listedClasses(view: ProjectView): readonly (readonly ts.ClassLikeDeclaration[])[] {
  return view.program
    .getSourceFiles()
    .filter((file) => view.isOfProject(file) && file.text.includes('@Module'))
    .flatMap(classesIn)
    .flatMap((node) => moduleOptions(node))
    .map((options) => ['providers', 'controllers'].flatMap((name) => listed(options, name, view)));
}

/** The object literal of each `@Module` on a class. */
function moduleOptions(node: ts.ClassLikeDeclaration): readonly ts.ObjectLiteralExpression[] {
  return (ts.getDecorators(node) ?? []).flatMap(({ expression }) => {
    if (!ts.isCallExpression(expression)) return [];
    const [options] = expression.arguments;
    const isModule =
      ts.isIdentifier(expression.expression) && expression.expression.text === 'Module';
    return isModule && options !== undefined && ts.isObjectLiteralExpression(options)
      ? [options]
      : [];
  });
}

/** Only classes that are listed by name: the value of any other expression is known only at startup. */
function listed(
  options: ts.ObjectLiteralExpression,
  name: string,
  view: ProjectView,
): readonly ts.ClassLikeDeclaration[] {
  const property = literalProperty(options, name);
  if (property === undefined || !ts.isPropertyAssignment(property)) return [];
  const { initializer } = property;
  if (!ts.isArrayLiteralExpression(initializer)) return [];
  return initializer.elements.filter(ts.isIdentifier).flatMap((element) => {
    const declaration = view.resolve(element)?.valueDeclaration;
    return declaration !== undefined && ts.isClassLike(declaration) ? [declaration] : [];
  });
}
