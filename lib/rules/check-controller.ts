import { diagnosticAt, type Diagnostic } from '../diagnostics/diagnostic.js';
import type { CheckedController, CheckedRoute } from '../model/checked/checked-controller.js';
import type {
  ControllerDeclaration,
  RouteDeclaration,
} from '../model/declaration/route-declaration.js';
import { placeholdersOf } from '../model/paths/path-template.js';
import { checkCallbackParameters, checkRouteParameters } from './parameters/check-parameters.js';
import type { Finding, RuleReaders } from './rule.js';
import { CONTROLLER_RULES, ROUTE_RULES, TABLE_RULES } from './rules.js';

interface CheckResult {
  readonly route: CheckedRoute;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Holds one controller to every rule that concerns it by itself. The compiler and the boot both call
 * this, so both report the same. `checkTable` has the rules between controllers.
 */
export function checkController(
  controller: ControllerDeclaration,
  readers: RuleReaders,
): CheckedController {
  const checked = controller.routes.map((route) => checkRoute(controller, route, readers));
  return {
    controller,
    routes: checked.map(({ route }) => route),
    diagnostics: [
      ...checkHead(controller, readers),
      ...checked.flatMap(({ diagnostics }) => diagnostics),
    ],
  };
}

/** Holds the controllers of one namespace to the rules between them, in the order of the list. */
export function checkTable(controllers: readonly ControllerDeclaration[]): readonly Diagnostic[] {
  const checks = TABLE_RULES.map((startTable) => startTable());
  return controllers.flatMap((controller) => checks.flatMap((check) => check(controller)));
}

/** What is wrong with a controller where others come before it in the same namespace. */
export function checkAfter(
  earlier: readonly ControllerDeclaration[],
  controller: ControllerDeclaration,
): readonly Diagnostic[] {
  return TABLE_RULES.flatMap((startTable) => {
    const check = startTable();
    earlier.forEach(check);
    return check(controller);
  });
}

function checkHead(controller: ControllerDeclaration, readers: RuleReaders): readonly Diagnostic[] {
  const findings = CONTROLLER_RULES.flatMap((rule) => rule({ controller, readers }));
  return findings.map((finding) => located(finding, { className: controller.className }));
}

function checkRoute(
  controller: ControllerDeclaration,
  route: RouteDeclaration,
  readers: RuleReaders,
): CheckResult {
  const parameters = checkRouteParameters(route, readers);
  const callback = checkCallbackParameters(route, readers);
  const checked = { route, parameters: parameters.values, callbackParameters: callback.values };
  const placeholders = placeholdersOf(controller.base + route.path);
  const subject = { controller, readers, placeholders, ...checked };
  const findings = [
    ...parameters.findings,
    ...callback.findings,
    ...ROUTE_RULES.flatMap((rule) => rule(subject)),
  ];
  const { methodName, routeIndex } = route;
  const at = { className: controller.className, methodName, routeIndex };
  return { route: checked, diagnostics: findings.map((finding) => located(finding, at)) };
}

function located(
  { part, ...details }: Finding,
  at: { readonly className: string; readonly methodName?: string; readonly routeIndex?: number },
): Diagnostic {
  return diagnosticAt(part === undefined ? at : { ...at, part }, details);
}
