import type { Fault, FaultPlace } from '../diagnostics/diagnostic-catalogue.js';
import type {
  ClassReaders,
  ControllerDeclaration,
  ParameterDeclaration,
  ParameterSource,
  RouteDeclaration,
} from '../model/declaration/route-declaration.js';
import { judgeParameter } from './check-parameter.js';
import { isPathTemplate, placeholdersOf } from '../model/paths/path-template.js';
import { cacheRule } from './cache.rule.js';
import { controllerRule } from './controller.rule.js';
import { methodRule } from './method.rule.js';
import { nameRule } from './name.rule.js';
import { pathRule } from './path.rule.js';
import { permissionRule } from './permission.rule.js';
import { placeholderRule } from './placeholder.rule.js';
import type { RouteRule } from './rule.js';

/** The rules of a route, in the order in which their faults are listed. */
const ROUTE_RULES: readonly RouteRule[] = [
  controllerRule,
  pathRule,
  methodRule,
  placeholderRule,
  nameRule,
  permissionRule,
  cacheRule,
];

interface JudgedParameters {
  readonly value: readonly ParameterDeclaration[];
  readonly faults: readonly Fault[];
}

const NOTHING_JUDGED: JudgedParameters = { value: [], faults: [] };

/** A route with its parameters judged. */
export interface JudgedRoute {
  readonly route: RouteDeclaration;
  readonly parameters: readonly ParameterDeclaration[];
  readonly callbackParameters: readonly ParameterDeclaration[];
}

/** A controller with its routes judged, and all that is wrong with it. */
export interface JudgedController {
  readonly controller: ControllerDeclaration;
  readonly routes: readonly JudgedRoute[];
  readonly faults: readonly Fault[];
}

/**
 * Holds one controller to all rules that concern it alone. The compiler and the boot both ask here,
 * so that both say the same. What concerns several controllers is in `judgeTable`.
 */
export function judgeController(
  controller: ControllerDeclaration,
  readers: ClassReaders,
): JudgedController {
  const judged = controller.routes.map((route) => judgeRoute(controller, route, readers));
  return {
    controller,
    routes: judged.map(({ route }) => route),
    faults: [...controllerFaults(controller), ...judged.flatMap(({ faults }) => faults)],
  };
}

function judgeRoute(
  controller: ControllerDeclaration,
  route: RouteDeclaration,
  readers: ClassReaders,
): { readonly route: JudgedRoute; readonly faults: readonly Fault[] } {
  const place = { className: controller.className, methodName: route.methodName };
  const parameters = judgeAll(route.parameters, place, readers);
  const { permission } = route;
  const callback =
    permission?.kind === 'callback'
      ? judgeAll(
          withTypesOf(permission.parameters, route.parameters),
          { ...place, methodName: `${route.methodName}, permission callback` },
          readers,
        )
      : NOTHING_JUDGED;
  const judged = { route, parameters: parameters.value, callbackParameters: callback.value };
  const placeholders = placeholdersOf(controller.base + route.path);
  const subject = { controller, ...judged, placeholders };
  const faults = [...parameters.faults, ...callback.faults];
  for (const rule of ROUTE_RULES) faults.push(...rule(subject));
  return { route: judged, faults };
}

/** By hand, a callback may name an argument alone: the route has said what it is. */
function withTypesOf(
  asked: readonly ParameterSource[],
  given: readonly ParameterSource[],
): readonly ParameterSource[] {
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

function judgeAll(
  sources: readonly ParameterSource[],
  place: FaultPlace,
  readers: ClassReaders,
): JudgedParameters {
  if (sources.length === 0) return NOTHING_JUDGED;
  const judged = sources.map((source) => judgeParameter(source, place, readers));
  return {
    value: judged.map(({ value }) => value).filter((value) => value !== undefined),
    faults: judged.flatMap(({ faults }) => faults),
  };
}

function controllerFaults({ className, version, base }: ControllerDeclaration): readonly Fault[] {
  if (version === undefined) return [];
  const faults: Fault[] = [];
  if (!/^[A-Za-z0-9._~-]+(?:\/[A-Za-z0-9._~-]+)*$/.test(version)) {
    const received = JSON.stringify(version);
    faults.push({ className, code: 'RR1002', expected: 'a version such as "v1"', received });
  }
  if (!isPathTemplate(base)) {
    const expected = 'an empty base or one that begins with "/"';
    faults.push({ className, code: 'RR1001', expected, received: JSON.stringify(base) });
  }
  return faults;
}
