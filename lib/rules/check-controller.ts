import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { DiagnosticLocation } from '../diagnostics/location.js';
import type { CheckedController, CheckedRoute } from '../model/checked/checked-controller.js';
import type {
  CallbackDeclaration,
  ControllerDeclaration,
  RouteDeclaration,
} from '../model/declaration/route-declaration.js';
import { callbacksOf } from '../model/permissions/permission-combination.js';
import { placeholdersOf } from '../model/paths/path-template.js';
import { checkCallbackParameters, checkRouteParameters } from './parameters/check-parameters.js';
import type { CheckedParameter } from '../model/checked/checked-parameter.js';
import { located } from './located.js';
import type { RouteSubject, RuleReaders } from './rule.js';
import { CALLBACK_RULES, CONTROLLER_RULES, ROUTE_RULES, TABLE_RULES } from './rules.js';

interface CallbackResult {
  readonly callback: CallbackDeclaration;
  readonly parameters: readonly CheckedParameter[];
  readonly diagnostics: readonly Diagnostic[];
}

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
  const { values: parameters, findings } = checkRouteParameters(route, readers);
  const placeholders = placeholdersOf(controller.base + route.path);
  const subject = { controller, readers, route, placeholders, parameters };
  const { methodName, routeIndex } = route;
  const at = { className: controller.className, methodName, routeIndex };
  const own = [...findings, ...ROUTE_RULES.flatMap((rule) => rule(subject))];
  const callbacks = checkCallbacks(subject, at);
  const callbackParameters = new Map(
    callbacks.map(({ callback, parameters: checked }) => [callback, checked]),
  );
  return {
    route: { route, parameters, callbackParameters },
    diagnostics: [
      ...own.map((finding) => located(finding, at)),
      ...callbacks.flatMap(({ diagnostics }) => diagnostics),
    ],
  };
}

/** Checks each callback of the permission of a route by itself. */
function checkCallbacks(subject: RouteSubject, at: DiagnosticLocation): readonly CallbackResult[] {
  const { permission, parameters: given } = subject.route;
  return callbacksOf<CallbackDeclaration>(permission).map((callback, callbackIndex) => {
    const { values, findings } = checkCallbackParameters(given, callback, subject.readers);
    const whole = { ...subject, callback, callbackParameters: values };
    const all = [...findings, ...CALLBACK_RULES.flatMap((rule) => rule(whole))];
    const place = callback === permission ? at : { ...at, callbackIndex };
    return {
      callback,
      parameters: values,
      diagnostics: all.map((finding) => located(finding, place)),
    };
  });
}
