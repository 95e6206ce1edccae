import type { ListedArguments, RouteDefinition } from '../../model/definition/route-definition.js';

/** The response to OPTIONS: WordPress's shape, in the order of the declarations. */
export interface GroupDescription {
  readonly namespace: string;
  readonly methods: readonly string[];
  readonly endpoints: readonly EndpointDescription[];
}

interface EndpointDescription {
  readonly methods: readonly string[];
  /** By name; an empty list where there are none, as WordPress writes it. */
  readonly args: ListedArguments | readonly never[];
}

/** Describes a path by the routes that share it. */
export function describeGroup(routes: readonly RouteDefinition[]): GroupDescription {
  return {
    namespace: routes[0]?.namespace ?? '',
    methods: [...new Set(routes.flatMap(({ methods }) => methods))],
    endpoints: routes.map((route) => ({
      methods: route.methods,
      args: route.listedArguments ?? argumentsOf(route),
    })),
  };
}

function argumentsOf({ arguments: args }: RouteDefinition): ListedArguments | readonly never[] {
  if (args.length === 0) return [];
  return Object.fromEntries(args.map(({ name, schema }) => [name, schema]));
}
