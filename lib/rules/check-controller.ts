import type { Diagnostic, DiagnosticPlace } from '../diagnostics/diagnostic-catalogue.js';
import type { ClassReaders } from '../model/declaration/class-readers.js';
import type {
  ControllerDeclaration,
  RouteDeclaration,
} from '../model/declaration/route-declaration.js';
import type { CheckedParameter } from '../model/checked/checked-parameter.js';
import type { ParameterDeclaration } from '../model/declaration/parameter-declaration.js';
import type { CheckedController, CheckedRoute } from '../model/checked/checked-controller.js';
import { checkParameter } from './check-parameter.js';
import { isPathTemplate, placeholdersOf } from '../model/paths/path-template.js';
import { cacheRule } from './cache.rule.js';
import { controllerRule } from './controller.rule.js';
import { methodRule } from './method.rule.js';
import { nameRule } from './name.rule.js';
import { pathRule } from './path.rule.js';
import { permissionRule } from './permission.rule.js';
import { placeholderRule } from './placeholder.rule.js';
import type { RouteRule } from './rule.js';

/** The rules of a route, in the order in which their diagnostics are listed. */
const ROUTE_RULES: readonly RouteRule[] = [
  controllerRule,
  pathRule,
  methodRule,
  placeholderRule,
  nameRule,
  permissionRule,
  cacheRule,
];

interface CheckedParameters {
  readonly value: readonly CheckedParameter[];
  readonly diagnostics: readonly Diagnostic[];
}

const NOTHING_JUDGED: CheckedParameters = { value: [], diagnostics: [] };

/**
 * Holds one controller to all rules that concern it alone. The compiler and the boot both ask here,
 * so that both say the same. What concerns several controllers is in `judgeTable`.
 */
export function checkController(
  controller: ControllerDeclaration,
  readers: ClassReaders,
): CheckedController {
  const checked = controller.routes.map((route) => checkRoute(controller, route, readers));
  return {
    controller,
    routes: checked.map(({ route }) => route),
    diagnostics: [
      ...controllerDiagnostics(controller),
      ...checked.flatMap(({ diagnostics }) => diagnostics),
    ],
  };
}

function checkRoute(
  controller: ControllerDeclaration,
  route: RouteDeclaration,
  readers: ClassReaders,
): { readonly route: CheckedRoute; readonly diagnostics: readonly Diagnostic[] } {
  const place = { className: controller.className, methodName: route.methodName };
  const parameters = checkAll(route.parameters, place, readers);
  const { permission } = route;
  const callback =
    permission?.kind === 'callback'
      ? checkAll(
          withTypesOf(permission.parameters, route.parameters),
          { ...place, methodName: `${route.methodName}, permission callback` },
          readers,
        )
      : NOTHING_JUDGED;
  const checked = { route, parameters: parameters.value, callbackParameters: callback.value };
  const placeholders = placeholdersOf(controller.base + route.path);
  const input = { controller, ...checked, placeholders };
  const diagnostics = [...parameters.diagnostics, ...callback.diagnostics];
  for (const rule of ROUTE_RULES) diagnostics.push(...rule(input));
  return { route: checked, diagnostics };
}

/** By hand, a callback may name an argument alone: the route has said what it is. */
function withTypesOf(
  asked: readonly ParameterDeclaration[],
  given: readonly ParameterDeclaration[],
): readonly ParameterDeclaration[] {
  return asked.map((source) => {
    const { options } = source;
    const isTyped = source.signature ?? options?.type ?? options?.enum ?? source.list;
    if (options?.name === undefined || isTyped !== undefined) return source;
    const twin = given.find(
      ({ options: o, signature }) => (o?.name ?? signature?.name) === options.name,
    );
    return twin === undefined ? source : { ...twin, index: source.index };
  });
}

function checkAll(
  sources: readonly ParameterDeclaration[],
  place: DiagnosticPlace,
  readers: ClassReaders,
): CheckedParameters {
  if (sources.length === 0) return NOTHING_JUDGED;
  const checked = sources.map((source) => checkParameter(source, place, readers));
  return {
    value: checked.map(({ value }) => value).filter((value) => value !== undefined),
    diagnostics: checked.flatMap(({ diagnostics }) => diagnostics),
  };
}

function controllerDiagnostics({
  className,
  version,
  base,
}: ControllerDeclaration): readonly Diagnostic[] {
  if (version === undefined) return [];
  const diagnostics: Diagnostic[] = [];
  if (!/^[A-Za-z0-9._~-]+(?:\/[A-Za-z0-9._~-]+)*$/.test(version)) {
    const received = JSON.stringify(version);
    diagnostics.push({ className, code: 'RR1002', expected: 'a version such as "v1"', received });
  }
  if (!isPathTemplate(base)) {
    const expected = 'an empty base or one that begins with "/"';
    diagnostics.push({ className, code: 'RR1001', expected, received: JSON.stringify(base) });
  }
  return diagnostics;
}
