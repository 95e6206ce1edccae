import type { ResponseDefaults } from '../../pipeline/responses/route-response.js';
import type {
  Endpoint,
  EndpointDetails,
  EndpointPorts,
  UnreadBody,
} from '../../pipeline/endpoint.js';
import type { RouteOutline } from '../../model/definition/compile-route.js';
import type {
  ArgumentDefinition,
  CacheDefinition,
  ParameterDefinition,
  PermissionDefinition,
} from '../../model/definition/route-definition.js';
import type { PathPattern } from '../../model/paths/path-pattern.js';
import type { HttpMethod } from '../../model/declaration/http-method.js';

/** An endpoint whose details are made when somebody asks for the first of them, and once. */
export class LazyEndpoint implements Endpoint {
  readonly namespace: string;
  readonly pattern: PathPattern;
  readonly methods: readonly HttpMethod[];
  readonly className: string;
  readonly methodName: string;
  readonly isHidden: boolean;
  readonly cache: CacheDefinition | undefined;
  #details: EndpointDetails | undefined;

  constructor(
    outline: RouteOutline,
    readonly controller: unknown,
    private readonly make: () => EndpointDetails,
  ) {
    this.namespace = outline.namespace;
    this.pattern = outline.pattern;
    this.methods = outline.methods;
    this.className = outline.className;
    this.methodName = outline.methodName;
    this.isHidden = outline.isHidden;
    this.cache = outline.cache;
  }

  get arguments(): readonly ArgumentDefinition[] {
    return (this.#details ??= this.make()).arguments;
  }

  get parameters(): readonly ParameterDefinition[] {
    return (this.#details ??= this.make()).parameters;
  }

  get permission(): PermissionDefinition {
    return (this.#details ??= this.make()).permission;
  }

  get ports(): EndpointPorts {
    return (this.#details ??= this.make()).ports;
  }

  get responseDefaults(): ResponseDefaults {
    return (this.#details ??= this.make()).responseDefaults;
  }

  get respondsItself(): boolean {
    return (this.#details ??= this.make()).respondsItself;
  }

  get unreadBody(): UnreadBody {
    return (this.#details ??= this.make()).unreadBody;
  }
}
