import { diagnosticAt } from '../../diagnostics/diagnostic.js';
import { NO_CONTROLLER } from '../../rules/controller.rules.js';
import type { Ancestor } from '../classes/heritage.js';
import { routeMethodsOf } from '../classes/route-methods.js';
import { classNameOf } from '../declarations/controller-head.js';
import type { ProjectView } from '../program/project-view.js';
import type { ts } from '../program/typescript.js';
import { isRejection } from '../syntax/rejection.js';
import { ruleDiagnostic, type SourceDiagnostic } from './source-diagnostic.js';

/** The diagnostics of a class with routes that lacks `@RestController`, one for each route. */
export function missingController(
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
