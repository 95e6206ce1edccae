import type { RouteDefinition } from '../../model/definition/route-definition.js';
import type { HttpMethod } from '../../model/declaration/http-method.js';
import type { PathPattern } from '../../model/paths/path-pattern.js';
import type {
  ContainerSide,
  Endpoint,
  EndpointPorts,
  UnreadBody,
} from '../../pipeline/endpoint.js';

/** An endpoint whose side of the container is made on first use. */
export class LazyEndpoint implements Endpoint {
  readonly methods: readonly HttpMethod[];
  readonly pattern: PathPattern;
  readonly #make: () => ContainerSide;
  #side: ContainerSide | undefined;

  constructor(
    readonly definition: RouteDefinition,
    readonly controller: unknown,
    make: () => ContainerSide,
  ) {
    this.methods = definition.methods;
    this.pattern = definition.pattern;
    this.#make = make;
  }

  get ports(): EndpointPorts {
    return (this.#side ??= this.#make()).ports;
  }

  get respondsItself(): boolean {
    return (this.#side ??= this.#make()).respondsItself;
  }

  get readsForms(): boolean {
    return (this.#side ??= this.#make()).readsForms;
  }

  get unreadBody(): UnreadBody {
    return (this.#side ??= this.#make()).unreadBody;
  }
}
