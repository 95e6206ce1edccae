import type { MethodSignature } from '../../types/method-signature.js';
import { diagnosticAt } from '../../diagnostics/diagnostic.js';
import { checkAfter, compileController } from '../../routes/compile-route.js';
import type { ClassReaders } from '../../routes/declaration/route-declaration.js';
import { ROUTE_OPTION_LIST } from '../../features/route-options.js';
import { NO_CONTROLLER } from '../../routes/rules/controller.rules.js';
import {
  composedMethodsOf,
  isController,
  lineageOf,
  parentsOf,
  routeMethodsOf,
  type RouteMethod,
} from '../classes/lineage.js';
import {
  declarationOf,
  earlierControllers,
  readController,
  type ControllerReading,
} from '../declarations/read-controller.js';
import { readRouteMethod } from '../declarations/read-method.js';
import { callbackSignatures } from '../declarations/read-permission.js';
import type { ProjectView } from '../program/project-view.js';
import { ts } from '../program/typescript.js';
import { controllerDocumentation } from '../tags/read-tags.js';
import {
  nodeOf,
  rejectionDiagnostic,
  ruleDiagnostic,
  type SignaturePart,
  type SourceDiagnostic,
} from '../source-diagnostic.js';
import { classesIn, classNameOf, isAbstract } from '../syntax/nodes.js';
import { isRejection, type Rejection } from '../syntax/rejection.js';
import { decoratorsOf, mentionsRoutes } from '../syntax/decorators.js';
import type { TypeScope } from '../types/type-reading.js';

/**
 * `undefined` for any class that is not a controller. A class with routes and an unknown decorator is read too: the
 * decorator may be composed of those of this package. A base class is read with the classes that extend it, which know
 * its type arguments.
 */
export function controllerPart(
  node: ts.ClassLikeDeclaration,
  readers: ClassReaders,
  scope: TypeScope,
): SignaturePart | undefined {
  const { view } = scope;
  const lineage = lineageOf(node, view);
  const hasController = isController(lineage, view);
  const composed = composedMethodsOf(lineage, view);
  const found = routeMethodsOf(lineage, view);
  if (!hasController && found.length + composed.length === 0) return undefined;
  if (hasController || decoratorsOf(node, view).some(({ name }) => name === undefined)) {
    const part = partOf(readController(node, found, lineage, scope), readers, view);
    const methods = { ...composedSignatures(composed, scope), ...part.signature.methods };
    const documentation = controllerDocumentation(node);
    const documented = documentation === undefined ? {} : { documentation };
    return { ...part, signature: { ...documented, ...part.signature, methods } };
  }
  if (found.length === 0 || isBase(node, scope)) return undefined;
  return { signature: {}, diagnostics: missingController(classNameOf(node), found) };
}

/** Only startup knows the routes of these methods. It reports those that cannot be read. */
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

/** Extended, abstract, or made by a function. */
function isBase(node: ts.ClassLikeDeclaration, { view }: TypeScope): boolean {
  const isMade = ts.findAncestor(node, ts.isFunctionLike) !== undefined;
  return isAbstract(node) || isMade || view.once(extendedClasses).has(node);
}

function partOf(
  reading: ControllerReading,
  readers: ClassReaders,
  view: ProjectView,
): SignaturePart {
  const methods = reading.methods.map(([name, { signature }]) => [name, signature]);
  const staticMethods = callbackSignatures(reading.permissions);
  return {
    signature: {
      methods: Object.fromEntries(methods),
      ...(Object.keys(staticMethods).length === 0 ? {} : { staticMethods }),
    },
    diagnostics: [
      ...reading.rejections.map(rejectionDiagnostic),
      ...checkRoutes(reading, readers, view),
    ],
  };
}

/** The classes that others extend, in all files of the project that mention routes. */
export function extendedClasses(view: ProjectView): ReadonlySet<ts.Node> {
  const files = view.files().filter(({ text }) => mentionsRoutes(text));
  return new Set(files.flatMap(classesIn).flatMap((node) => parentsOf(node, view)));
}

/** One for each route. */
function missingController(
  className: string,
  found: readonly (RouteMethod | Rejection)[],
): readonly SourceDiagnostic[] {
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
  { head, routes, plain }: ControllerReading,
  readers: ClassReaders,
  view: ProjectView,
): readonly SourceDiagnostic[] {
  const controller = declarationOf(head, routes, plain);
  const { diagnostics } = compileController(controller, {
    ...readers,
    routeOptions: ROUTE_OPTION_LIST,
  });
  const known = routes.filter(({ hasAddress }) => hasAddress);
  // Routes that repeat one of their own class, or one that comes before it in a module.
  const others = head.isConstant ? earlierControllers(head.node, view) : [];
  const repeated = (others.length === 0 ? [[]] : others).flatMap((earlier) =>
    checkAfter(earlier, declarationOf(head, known)),
  );
  // The compiler has read every parameter, or has reported why not.
  return [...diagnostics.filter(({ code }) => code !== 'RR1016'), ...repeated].map((diagnostic) =>
    ruleDiagnostic(diagnostic, nodeOf(diagnostic.location, head, routes)),
  );
}
