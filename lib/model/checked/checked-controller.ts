import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type {
  CallbackDeclaration,
  ControllerDeclaration,
  RouteDeclaration,
} from '../declaration/route-declaration.js';
import type { CheckedParameter } from './checked-parameter.js';

/** A route and its checked parameters: the rules hand this to the compile step. */
export interface CheckedRoute {
  readonly route: RouteDeclaration;
  readonly parameters: readonly CheckedParameter[];
  /** The checked parameters of each callback of the permission. */
  readonly callbackParameters: ReadonlyMap<CallbackDeclaration, readonly CheckedParameter[]>;
}

/** A controller with its checked routes, and the diagnostics of all of them. */
export interface CheckedController {
  readonly controller: ControllerDeclaration;
  readonly routes: readonly CheckedRoute[];
  readonly diagnostics: readonly Diagnostic[];
}
