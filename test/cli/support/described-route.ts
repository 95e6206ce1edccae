import type { RouteDescription } from 'nestjs-rest-routes';

/** A description of a route, with the parts that a test states. */
export function describedRoute(parts: Partial<RouteDescription> = {}): RouteDescription {
  return {
    namespace: 'acme/v1',
    path: '/api/acme/v1/items',
    methods: ['GET'],
    arguments: [],
    permission: { kind: 'public' },
    permissionOrigin: 'route',
    guards: [],
    metadata: [],
    publicWrite: false,
    cache: undefined,
    handler: 'ItemsController.list',
    hidden: false,
    batch: false,
    tool: undefined,
    responses: 'returned',
    unknownArguments: 'ignore',
    description: undefined,
    controller: undefined,
    deprecated: undefined,
    operation: {},
    returns: undefined,
    schemaNames: new Map(),
    ...parts,
  };
}
