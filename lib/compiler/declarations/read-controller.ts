import { diagnosticAt } from '../../diagnostics/diagnostic.js';
import type { MethodSignature } from '../../model/signature/method-signature.js';
import { NO_CONTROLLER } from '../../rules/routes/controller.rule.js';
import type { Ancestor } from '../classes/heritage.js';
import { checkRoutes } from '../diagnostics/check-routes.js';
import type { CheckedMethod } from './routes/declared-route.js';
import type { ReadParts } from '../signatures/read-class.js';
import { readHead } from './controller-head.js';
import { readCallbacks } from './routes/read-callbacks.js';
import { readMethod } from './routes/read-method.js';
import { readRoute } from './routes/read-route.js';
import {
  rejectionDiagnostic,
  ruleDiagnostic,
  type SourceDiagnostic,
} from '../diagnostics/source-diagnostic.js';
import type { ts } from '../program/typescript.js';
import { isRejection } from '../syntax/rejection.js';
import type { TypeScope } from '../types/type-reader.js';
import { routeMethodsOf, type RouteMethod } from '../classes/route-methods.js';
import { decoratorsNamed } from '../syntax/our-decorators.js';

/** Reads the methods of a controller and the static methods that its callbacks name. */
export function readController(
  node: ts.ClassLikeDeclaration,
  lineage: readonly Ancestor[],
  scope: TypeScope,
): ReadParts {
  const head = readHead(node, lineage, scope.view);
  const found = routeMethodsOf(lineage, scope.view);
  const rejections = found
    .filter(isRejection)
    .map((rejection) => rejectionDiagnostic(rejection, { className: head.className }));
  const methods = found.flatMap((method) =>
    isRejection(method) ? [] : [readRouteMethod(method, scope)],
  );
  const callbacks = readCallbacks(head, methods, lineage, scope);
  return {
    parts: { methods: signaturesOf(methods), ...callbacks.parts },
    diagnostics: [
      ...rejections,
      ...methods.flatMap((method) => parameterDiagnostics(head.className, method)),
      ...callbacks.diagnostics,
      ...checkRoutes(head, methods, callbacks, scope.view),
    ],
  };
}

/** A class with routes that is no controller and that none extends. */
export function orphanDiagnostics(
  node: ts.ClassLikeDeclaration,
  lineage: readonly Ancestor[],
  scope: TypeScope,
): ReadParts {
  const className = node.name?.text ?? 'default';
  const found = routeMethodsOf(lineage, scope.view);
  const methods = found.flatMap((method) => (isRejection(method) ? [] : [method]));
  const diagnostics = methods.flatMap(({ name: methodName, routes }) =>
    routes.map((route, routeIndex) =>
      ruleDiagnostic(
        diagnosticAt({ className, methodName, routeIndex }, NO_CONTROLLER),
        route.node,
      ),
    ),
  );
  return { parts: {}, diagnostics };
}

function readRouteMethod(method: RouteMethod, scope: TypeScope): CheckedMethod {
  const { name, node, typeArguments, routes } = method;
  const reading = readMethod(node, { ...scope, typeArguments });
  const [cache] = decoratorsNamed('Cache', node, scope.view);
  return {
    name,
    node,
    reading,
    routes: routes.map((route) => readRoute(route, scope.view)),
    ...(cache === undefined ? {} : { cache }),
  };
}

function signaturesOf(
  methods: readonly CheckedMethod[],
): Readonly<Record<string, MethodSignature>> {
  return Object.fromEntries(methods.map(({ name, reading }) => [name, reading.signature]));
}

function parameterDiagnostics(
  className: string,
  { name, reading }: CheckedMethod,
): readonly SourceDiagnostic[] {
  return reading.parameters.flatMap(({ rejection, signature, source: { index } }) => {
    const part = { kind: 'parameter', owner: 'route', index, name: signature.name } as const;
    const location = { className, methodName: name, part };
    return rejection === undefined ? [] : [rejectionDiagnostic(rejection, location)];
  });
}
