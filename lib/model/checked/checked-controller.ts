import type { Diagnostic } from '../../diagnostics/diagnostic-catalogue.js';
import type {
  ControllerDeclaration,
  ParameterDeclaration,
  RouteDeclaration,
} from './route-declaration.js';

/** A route whose parameters were checked. */
export interface CheckedRoute {
  readonly route: RouteDeclaration;
  readonly parameters: readonly ParameterDeclaration[];
  readonly callbackParameters: readonly ParameterDeclaration[];
}

/** A controller with its routes checked, and all that is wrong with it. */
export interface CheckedController {
  readonly controller: ControllerDeclaration;
  readonly routes: readonly CheckedRoute[];
  readonly diagnostics: readonly Diagnostic[];
}
