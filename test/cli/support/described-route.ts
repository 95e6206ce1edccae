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
    cache: undefined,
    handler: 'ItemsController.list',
    hidden: false,
    batch: false,
    responses: 'returned',
    description: undefined,
    deprecated: undefined,
    operation: {},
    returns: undefined,
    schemaNames: new Map(),
    ...parts,
  };
}
