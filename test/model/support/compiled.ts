import type { ControllerDeclaration } from '../../../lib/routes/declaration/route-declaration.js';
import type { RouteDeclaration } from '../../../lib/routes/declaration/route-declaration.js';
import type { ParameterDeclaration } from '../../../lib/routes/declaration/parameter-declaration.js';
import type { Route } from '../../../lib/routes/route.js';
import { compileController } from '../../../lib/routes/compile-route.js';

/** A route as written: GET, public, and not hidden; `parts` replace its own. */
export function routeDeclaration(parts: Partial<RouteDeclaration> = {}): RouteDeclaration {
  return {
    methodName: 'one',
    routeIndex: 0,
    path: '/{id}',
    methods: ['GET'],
    permission: { kind: 'public' },
    permissionOrigin: 'route',
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
): readonly Route[] {
  const controller: ControllerDeclaration = {
    className: 'ItemsController',
    version: 'v1',
    base: '/items',
    routes,
  };
  const { routes: made, diagnostics } = compileController(controller, {
    properties: ({ ref }) => ref as readonly ParameterDeclaration[],
    traits: () => undefined,
    startup: {
      namespace: 'acme',
      instantiate: ({ name }) => {
        instantiate(name);
        return (properties) => properties;
      },
    },
  });
  if (diagnostics.length > 0) throw new Error(JSON.stringify(diagnostics));
  return made;
}
