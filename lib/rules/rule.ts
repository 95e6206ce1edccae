import type { Fault } from '../diagnostics/diagnostic-catalogue.js';
import type {
  ControllerDeclaration,
  ParameterDeclaration,
  RouteDeclaration,
} from '../model/declaration/route-declaration.js';

/** What the rules of one route look at. */
export interface RouteUnderRule {
  readonly controller: ControllerDeclaration;
  readonly route: RouteDeclaration;
  /** The names of the placeholders of the whole path, in order. */
  readonly placeholders: readonly string[];
  /** The parameters that could be judged; the others have faults of their own. */
  readonly parameters: readonly ParameterDeclaration[];
  /** The parameters of the callback, where there is one. */
  readonly callbackParameters: readonly ParameterDeclaration[];
}

/** A rule: the faults of a route in its regard. */
export type RouteRule = (subject: RouteUnderRule) => readonly Fault[];

/** A fault of a route. */
export function routeFault(
  { controller, route }: RouteUnderRule,
  fault: Pick<Fault, 'code' | 'parameterName' | 'expected' | 'received'>,
): Fault {
  return { className: controller.className, methodName: route.methodName, ...fault };
}
