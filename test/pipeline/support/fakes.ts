import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { HttpMethod } from 'nestjs-rest-routes';
import {
  compileArgument,
  type ArgumentDefinition,
} from '../../../lib/routes/definition/parameter-definition.js';
import type { CacheDefinition } from '../../../lib/routes/definition/cache-definition.js';
import {
  PUBLIC,
  type PermissionDefinition,
} from '../../../lib/routes/definition/permission-definition.js';
import { createRoute, NO_DEFAULTS } from '../../../lib/routes/route.js';
import { compilePath } from '../../../lib/routes/paths/path-pattern.js';
import { NO_BODY, readBody, type Body } from '../../../lib/lifecycle/arguments/body.js';
import { RequestContext } from '../../../lib/lifecycle/request-context.js';
import {
  type Endpoint,
  type EndpointPorts,
  type RouteEntry,
} from '../../../lib/lifecycle/endpoint.js';
import type { Exchange } from '../../../lib/lifecycle/exchange.js';
import { compileLinks } from '../../../lib/lifecycle/links/link.js';
import type { ArgumentSchema } from '../../../lib/schema/vocabulary.js';

/** How links are written without options. */
export const NO_LINKS = compileLinks({}, undefined);

/** What a test states of a request; everything else is that of `GET /acme/v1/items` without a body. */
export interface FakeRequest {
  readonly method?: string;
  readonly path?: string;
  readonly queryText?: string;
  readonly headers?: IncomingHttpHeaders;
  readonly json?: unknown;
  readonly message?: Partial<IncomingMessage>;
  /** The headers that middleware has set, by name in lower case. */
  readonly preset?: Readonly<Record<string, string | string[]>>;
}

/** An exchange in memory, whose response the test can close. */
export class FakeExchange implements Exchange {
  readonly inner = undefined;
  readonly method: string;
  readonly prefix = '/api';
  readonly original = { method: 'GET', url: '/api/acme/v1/items' };
  readonly origin = 'https://shop.example';
  readonly path: string;
  readonly queryText: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Body;
  readonly message: IncomingMessage;
  readonly raw = {};
  readonly response = {};
  readonly node = { statusCode: 200 };
  isClosed = false;
  exposed: Readonly<Record<string, string>> | undefined;
  readonly preset: Record<string, string | string[]>;
  readonly #listeners: (() => void)[] = [];

  constructor(request: FakeRequest = {}) {
    const { method = 'GET', path = '/acme/v1/items', queryText = '', headers = {} } = request;
    this.method = method;
    this.path = path;
    this.queryText = queryText;
    this.headers = headers;
    const json = 'json' in request ? Buffer.from(JSON.stringify(request.json)) : undefined;
    this.body = json === undefined ? NO_BODY : readBody(json, 'json', 'application/json');
    this.message = { headers: request.headers ?? {}, ...request.message } as IncomingMessage;
    this.preset = { ...request.preset };
  }

  presetHeader(name: string): string | undefined {
    const value = this.preset[name];
    return value === undefined ? undefined : String(value);
  }

  presetHeaders(): Readonly<Record<string, unknown>> {
    return { ...this.preset };
  }

  presetCookies(): readonly string[] {
    return [this.preset['set-cookie'] ?? []].flat();
  }

  addCookies(lines: readonly string[]): void {
    this.preset['set-cookie'] = [...this.presetCookies(), ...lines];
  }

  presetDefault(name: string, value: string): void {
    this.preset[name.toLowerCase()] ??= value;
  }

  whenClosed(listener: () => void): void {
    this.#listeners.push(listener);
  }

  close(): void {
    this.isClosed = true;
    for (const listener of this.#listeners) listener();
  }

  exposeParams(params: Readonly<Record<string, string>>): void {
    this.exposed = params;
  }
}

/** What a test states of an endpoint; everything else is that of a public GET without arguments. */
export interface FakeEndpoint {
  readonly template?: string;
  readonly methods?: readonly HttpMethod[];
  /** The schemas of the arguments by name; those of placeholders come from the path. */
  readonly args?: Readonly<Record<string, ArgumentSchema>>;
  readonly permission?: PermissionDefinition;
  readonly cache?: CacheDefinition;
  readonly ports?: Partial<EndpointPorts>;
  readonly unreadBody?: Endpoint['unreadBody'];
  readonly respondsItself?: boolean;
  /** The method of the controller; it gets the arguments in their order. */
  readonly method?: (...args: unknown[]) => unknown;
}

/** An endpoint whose controller has one method, `run`. */
export function endpointOf(parts: FakeEndpoint = {}): Endpoint {
  const { template = '/acme/v1/items', methods = ['GET'], args = {}, method = () => null } = parts;
  const pattern = compilePath(template, (name) => args[name] && { schema: args[name] });
  const definitions = Object.entries(args).map(([name, schema], at) =>
    argumentOf(name, schema, at, template.includes(`{${name}}`)),
  );
  const head = {
    namespace: 'acme/v1',
    pattern,
    methods,
    className: 'ItemsController',
    methodName: 'run',
    cache: parts.cache,
  };
  const route = createRoute(head, () => ({
    arguments: definitions,
    parameters: definitions,
    permission: parts.permission ?? PUBLIC,
    responseDefaults: NO_DEFAULTS,
  }));
  return {
    definition: route.open(),
    pattern,
    methods,
    controller: class ItemsController {},
    respondsItself: parts.respondsItself ?? false,
    unreadBody: parts.unreadBody ?? 'ignore',
    readsForms: false,
    ports: { instance: () => ({ run: method }), service: () => undefined, ...parts.ports },
  };
}

function argumentOf(
  name: string,
  schema: ArgumentSchema,
  position: number,
  isFromPath: boolean,
): ArgumentDefinition {
  return compileArgument(
    { kind: 'argument', index: position, name, schema, hydrations: [] },
    position,
    isFromPath,
    () => () => ({}),
  );
}

/** An endpoint as an entry of the route table. */
export function entryOf(endpoint: Endpoint): RouteEntry {
  return { ...endpoint, route: endpoint.definition, open: () => endpoint };
}

/** The context of a request to an endpoint, or to the first of several that share a path. */
export function contextOf(
  request: FakeRequest = {},
  endpoint: Endpoint | readonly [Endpoint, ...Endpoint[]] = endpointOf(),
  params: Readonly<Record<string, string>> = {},
): RequestContext & { readonly exchange: FakeExchange } {
  const entries = 'pattern' in endpoint ? ([endpoint] as const) : endpoint;
  const exchange = new FakeExchange(request);
  const [first, ...others] = entries;
  const group = {
    pattern: first.pattern,
    entries: [entryOf(first), ...others.map(entryOf)] as const,
  };
  const context = new RequestContext(exchange, exchange.method, first, group, params);
  return context as RequestContext & { readonly exchange: FakeExchange };
}
