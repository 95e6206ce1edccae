import {
  isController,
  lineageOf,
  type Ancestor,
  routeMethodsOf,
  type RouteMethod,
} from '../classes/lineage.js';
import {
  readMethod,
  readRouteMethod,
  rejectedParameters,
  type MethodReading,
} from './read-method.js';
import { readPermission, type PermissionReading } from './read-permission.js';
import { readPlainDecorators } from './read-plain-decorators.js';
import { readAddresses, readRoutes, type RouteReading } from './read-route.js';
import type { ProjectView } from '../program/project-view.js';
import { ts } from '../program/typescript.js';
import { constantOf } from '../syntax/constant.js';
import { decoratorCalls, decoratorsNamed } from '../syntax/decorators.js';
import { classesIn, classNameOf, optionOf } from '../syntax/nodes.js';
import { isRejection, type LocatedRejection, type Rejection } from '../syntax/rejection.js';
import { createTypeScope } from '../types/read-type.js';
import type { TypeScope } from '../types/type-reading.js';
import type {
  ControllerDeclaration,
  PlainDecorator,
} from '../../routes/declaration/route-declaration.js';

export type ControllerHead = Pick<ControllerDeclaration, 'className' | 'version' | 'base'> & {
  /** Whether version and base are constant, so that the source shows every path. */
  readonly isConstant: boolean;
  readonly node: ts.ClassLikeDeclaration;
  readonly arguments: readonly ts.Expression[];
};

export interface ControllerReading {
  readonly head: ControllerHead;
  readonly methods: readonly (readonly [name: string, reading: MethodReading])[];
  /** Of the controller and of its routes, each once. */
  readonly permissions: readonly PermissionReading[];
  readonly routes: readonly RouteReading[];
  readonly plain: readonly PlainDecorator[];
  /** The rejected members, parameters and callbacks, in this order. */
  readonly rejections: readonly LocatedRejection[];
}

export function readController(
  node: ts.ClassLikeDeclaration,
  found: readonly (RouteMethod | Rejection)[],
  lineage: readonly Ancestor[],
  scope: TypeScope,
): ControllerReading {
  const head = readHead(node, lineage, scope.view);
  const { className } = head;
  const methods = found.flatMap((method) => {
    if (isRejection(method)) return [];
    const { node: of, typeArguments } = method;
    return [{ method, reading: readRouteMethod(of, { ...scope, typeArguments }) }];
  });
  const place = { lineage, scope, location: { className } };
  const location = { className, routeIndex: 0 };
  const permission = readPermission(head.arguments[2], { ...place, location });
  const routes = methods.flatMap(({ method, reading }) =>
    readRoutes(method, reading, permission, place),
  );
  const all = [permission, ...routes.map((route) => route.permission)];
  const permissions = [...new Set(all)].filter((one) => one !== undefined);
  const rejections = [
    ...found.filter(isRejection).map((rejection) => ({ rejection, location: { className } })),
    ...methods.flatMap(({ method: { name: methodName }, reading }) =>
      rejectedParameters(reading, 'route', { className, methodName }),
    ),
    ...permissions.flatMap((one) => one.rejections),
  ];
  const read = methods.map(({ method, reading }) => [method.name, reading] as const);
  // A composed decorator may be the one that makes the class a controller of routes: startup knows.
  const plain = isController(lineage, scope.view)
    ? readPlainDecorators(
        lineage,
        methods.map(({ method }) => method),
        scope.view,
      )
    : [];
  return { head, methods: read, permissions, routes, plain, rejections };
}

export function declarationOf(
  { className, version, base }: ControllerHead,
  routes: readonly RouteReading[],
  plain: readonly PlainDecorator[] = [],
): ControllerDeclaration {
  return { className, version, base, routes: routes.map(({ declaration }) => declaration), plain };
}

/** Reads the `@RestController` of a class, its own or an inherited one. */
function readHead(
  node: ts.ClassLikeDeclaration,
  lineage: readonly Ancestor[],
  view: ProjectView,
): ControllerHead {
  const [decorator] = lineage.flatMap((ancestor) =>
    decoratorsNamed('RestController', ancestor.node, view),
  );
  const given = decorator?.arguments ?? [];
  const texts = given.slice(0, 2).map((argument) => textOf(argument, view));
  // An argument that is not constant is checked at startup. Here a valid one replaces it.
  return {
    node,
    arguments: given,
    className: classNameOf(node),
    version: texts[0] ?? 'v1',
    base: texts[1] ?? '',
    isConstant: texts.length > 0 && texts.every((text) => text !== undefined),
  };
}

function textOf(argument: ts.Expression, view: ProjectView): string | undefined {
  const value = constantOf(argument, view)?.value;
  return typeof value === 'string' ? value : undefined;
}

/**
 * One list for each module that lists the class. All classes of a module have the namespace that
 * `RestModule.forFeature` and `RouterModule` give that module. Classes of one file or of two modules may have different
 * namespaces, or belong to different applications: they can be checked only at startup.
 */
export function earlierControllers(
  node: ts.ClassLikeDeclaration,
  view: ProjectView,
): readonly (readonly ControllerDeclaration[])[] {
  return view.once(listedClasses).flatMap((classes) => {
    const place = classes.indexOf(node);
    const earlier = place < 1 ? [] : [...new Set(classes.slice(0, place))];
    const readOnce = view.once(createAddresses);
    return earlier.length === 0 ? [] : [earlier.flatMap(readOnce)];
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

/** Paths and methods of a controller, if they are constant; none for any other class. */
function addressesOf(
  node: ts.ClassLikeDeclaration,
  view: ProjectView,
): readonly ControllerDeclaration[] {
  view.visit(node);
  const lineage = lineageOf(node, view);
  const head = readHead(node, lineage, view);
  if (!isController(lineage, view) || !head.isConstant) return [];
  const scope = createTypeScope(view, node);
  const routes = routeMethodsOf(lineage, view).flatMap((method) => {
    if (isRejection(method)) return [];
    const { typeArguments } = method;
    // The types of parameters decide what their placeholders match.
    const reading = readMethod(method.node, { ...scope, typeArguments });
    return readAddresses(method, reading, view);
  });
  return [
    declarationOf(
      head,
      routes.filter(({ hasAddress }) => hasAddress),
    ),
  ];
}

/** The classes that each `@Module` of the project lists by name, in the order in which they are mounted. */
export function listedClasses(view: ProjectView): readonly (readonly ts.ClassLikeDeclaration[])[] {
  return view
    .files()
    .filter(({ text }) => text.includes('@Module'))
    .flatMap(classesIn)
    .flatMap((node) => moduleOptions(node))
    .map((options) => ['providers', 'controllers'].flatMap((name) => listed(options, name, view)));
}

function moduleOptions(node: ts.ClassLikeDeclaration): readonly ts.ObjectLiteralExpression[] {
  return decoratorCalls(node, 'Module')
    .flatMap(({ arguments: [options] }) => options ?? [])
    .filter(ts.isObjectLiteralExpression);
}

/** Only classes that are listed by name: the value of any other expression is known only at startup. */
function listed(
  options: ts.ObjectLiteralExpression,
  name: string,
  view: ProjectView,
): readonly ts.ClassLikeDeclaration[] {
  const list = optionOf(options, name);
  if (list === undefined || !ts.isArrayLiteralExpression(list)) return [];
  return list.elements.filter(ts.isIdentifier).flatMap((element) => {
    const declaration = view.resolve(element)?.valueDeclaration;
    return declaration !== undefined && ts.isClassLike(declaration) ? [declaration] : [];
  });
}
