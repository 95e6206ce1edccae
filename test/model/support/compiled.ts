import type { ControllerDeclaration } from '../../../lib/model/declaration/route-declaration.js';
import type { RouteDeclaration } from '../../../lib/model/declaration/route-declaration.js';
import type { ParameterDeclaration } from '../../../lib/model/declaration/parameter-declaration.js';
import { compileController } from '../../../lib/model/definition/compile-controller.js';
import type { RouteDefinition } from '../../../lib/model/definition/route-definition.js';
import { checkController } from '../../../lib/rules/check-controller.js';

/** A route as written: GET, public, and not hidden; `parts` replace its own. */
export function routeDeclaration(parts: Partial<RouteDeclaration> = {}): RouteDeclaration {
  return {
    methodName: 'one',
    routeIndex: 0,
    path: '/{id}',
    methods: ['GET'],
    permission: { kind: 'public' },
    options: {},
    parameters: [argument({ name: 'id', type: 'integer' })],
    ...parts,
  };
}

/** A parameter that is declared by hand. */
export function argument(
  options: NonNullable<ParameterDeclaration['options']>,
  index = 0,
): ParameterDeclaration {
  return { index, filledByNest: false, statesInjection: false, options };
}

/** Compiles the routes of one controller with the base `/items`. Value classes are not compiled: `instantiated` counts them. */
export function compiled(
  routes: readonly RouteDeclaration[],
  instantiate: (name: string) => void = () => undefined,
): readonly RouteDefinition[] {
  const controller: ControllerDeclaration = {
    className: 'ItemsController',
    version: 'v1',
    base: '/items',
    routes,
  };
  const checked = checkController(controller, {
    properties: ({ ref }) => ref as readonly ParameterDeclaration[],
    traits: () => undefined,
  });
  if (checked.diagnostics.length > 0) throw new Error(JSON.stringify(checked.diagnostics));
  return compileController(checked, {
    namespace: 'acme',
    instantiate: ({ name }) => {
      instantiate(name);
      return (properties) => properties;
    },
    valueClass: () => undefined,
    objectSchema: () => ({ schema: { type: 'object' }, hydrations: [] }),
  });
}
