import type { PathGroup } from '../../routing/path-group.js';
import type { ArgumentSchema } from '../../schema/vocabulary.js';
import type { Endpoint } from '../endpoint.js';

/** What OPTIONS answers: WordPress's shape, in the order of the declarations. */
export interface GroupDescription {
  readonly namespace: string;
  readonly methods: readonly string[];
  readonly endpoints: readonly {
    readonly methods: readonly string[];
    /** By name; an empty list where there are none, as WordPress writes it. */
    readonly args: ListedArguments | readonly never[];
  }[];
}

/** Arguments by name. Those of an index have no type, as on WordPress. */
export type ListedArguments = Readonly<
  Record<string, ArgumentSchema | Pick<ArgumentSchema, 'default' | 'required'>>
>;

/** How a path describes itself. */
export function describeGroup(group: PathGroup<Endpoint>): GroupDescription {
  return {
    namespace: group.entries[0]?.namespace ?? '',
    methods: [...new Set(group.entries.flatMap(({ methods }) => methods))],
    endpoints: group.entries.map((endpoint) => ({
      methods: endpoint.methods,
      args: endpoint.listedArguments ?? argumentsOf(endpoint),
    })),
  };
}

function argumentsOf(endpoint: Endpoint): ListedArguments | readonly never[] {
  return endpoint.arguments.length === 0
    ? []
    : Object.fromEntries(endpoint.arguments.map(({ name, schema }) => [name, schema]));
}
