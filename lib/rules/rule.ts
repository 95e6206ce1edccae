import type { Diagnostic } from '../diagnostics/diagnostic-catalogue.js';
import type {
  ControllerDeclaration,
  RouteDeclaration,
} from '../model/declaration/route-declaration.js';
import type { CheckedParameter } from '../model/checked/checked-parameter.js';

/** What the rules of one route look at. */
export interface RouteRuleInput {
  readonly controller: ControllerDeclaration;
  readonly route: RouteDeclaration;
  /** The names of the placeholders of the whole path, in order. */
  readonly placeholders: readonly string[];
  /** The parameters that could be checked; the others have diagnostics of their own. */
  readonly parameters: readonly CheckedParameter[];
  /** The parameters of the callback, where there is one. */
  readonly callbackParameters: readonly CheckedParameter[];
}

/** A rule: the diagnostics of a route in its regard. */
export type RouteRule = (input: RouteRuleInput) => readonly Diagnostic[];

/** A diagnostic of a route. */
export function routeDiagnostic(
  { controller, route }: RouteRuleInput,
  diagnostic: Pick<Diagnostic, 'code' | 'parameterName' | 'expected' | 'received'>,
): Diagnostic {
  return { className: controller.className, methodName: route.methodName, ...diagnostic };
}
