import { InvalidArgumentException } from '../diagnostics/invalid-argument.exception.js';
import type { RestException } from '../diagnostics/rest.exception.js';
import type { SecuritySchemes } from './declaration/permission.js';
import type { RouteDescription } from './route-description.js';

/** The token under which the module's options are provided. */
export const REST_OPTIONS = Symbol.for('nestjs-rest-routes.options');

/** The token under which an application provides the function that describes its API. */
export const DESCRIBE_API = Symbol.for('nestjs-rest-routes.describe-api');

/** The token under which an application provides the function that describes it in Nest's preview mode. */
export const DESCRIBE_PREVIEW = Symbol.for('nestjs-rest-routes.describe-preview');

/** The token under which `McpModule` provides the path of its endpoint, without slashes at its ends. */
export const TOOLS_PATH = Symbol.for('nestjs-rest-routes.tools-path');

/** The token under which an application provides `MakeRouteCalls`. */
export const ROUTE_CALLS = Symbol.for('nestjs-rest-routes.route-calls');

/**
 * What `RestModule` provides for a tool.
 *
 * @param name The module of the tool.
 * @throws InvalidArgumentException if no module imports `RestModule`.
 */
export function ofRestModule<Provided>(provided: Provided | undefined, name: string): Provided {
  if (provided !== undefined) return provided;
  throw new InvalidArgumentException(
    `${name} shows the routes of RestModule, and no module imports it: add RestModule.forRoot({ namespace: … }) to the imports of the root module.`,
  );
}

/**
 * The description of an application for OpenAPI documents, the command line and the testing kit. The application
 * provides the functions that make it, so that they do not know the modules of Nest.
 */
export interface ApiDescription {
  /** The path of the API: `/api`, or empty. Call `DescribeApi` after the application has its global prefix. */
  readonly prefix: string;
  /** The format of errors. */
  readonly errors: 'wordpress' | 'problem' | 'nest';
  readonly securitySchemes: SecuritySchemes | undefined;
  /** The query parameters of WordPress that are on: `_fields`, for example. */
  readonly parameters: readonly string[];
  /**
   * The namespace, without a version, of the options, or else of the first controller; empty if there is none.
   *
   * @throws DeclarationException that lists all diagnostics.
   */
  namespace(): Promise<string>;
  /**
   * All routes, hidden ones included; creates no controller.
   *
   * @throws DeclarationException that lists all diagnostics.
   */
  routes(): Promise<readonly RouteDescription[]>;
}

/** @typeParam Container Nest's container of providers, such as the application or a `ModuleRef`. */
export type DescribeApi<Container> = (container: Container) => ApiDescription;

/** @typeParam Context An application context of Nest. */
export type DescribePreview<Context> = (
  previewed: PreviewedApplication<Context>,
) => Promise<ApiDescription>;

/** An application in Nest's preview mode: it has no instances. */
export interface PreviewedApplication<Context> {
  readonly preview: Context;
  /** Creates the application with its instances. Called if a factory makes the options. */
  readonly create: () => Promise<Context>;
  /** The built file of the root module. The manifest nearest to it may state the namespace. */
  readonly file: string;
  /** Replaces the prefix of the options. */
  readonly prefix: string | undefined;
}

/** Calls of the routes of an application on behalf of the callers of other requests to it. */
export interface RouteCalls {
  /**
   * The caller of a request to a plain handler.
   *
   * @param request The adapter's own request, as guards and handlers of Nest get it.
   * @param response The adapter's own response.
   */
  callerOf(request: unknown, response: unknown): RouteCaller;
}

/** Made on first use: most applications need none. */
export type MakeRouteCalls = () => RouteCalls;

/** A route by its first method and its path with the prefix, as its `RouteDescription` states them. */
export interface CalledRoute {
  readonly path: string;
  readonly methods: readonly string[];
}

/** The caller of a request, who may call routes within it. */
export interface RouteCaller {
  /** Whether the caller is anonymous. Finds the user as routes do, once. */
  isAnonymous(): Promise<boolean>;
  /**
   * Whether the caller may call a route, as far as this is known without arguments: a permission that needs them may
   * still deny. Guards of the route do not run.
   */
  mayCall(route: CalledRoute): Promise<boolean>;
  /**
   * The path of a route, with the prefix, for the values of its placeholders: a request with it reaches this route with
   * these values.
   *
   * @returns An error of the first value for which there is no such path.
   */
  pathOf(
    route: CalledRoute,
    values: Readonly<Record<string, unknown>>,
  ): Promise<string | RestException>;
  /**
   * The error of names that a route does not know, which also lists the values that the route would reject. The values
   * are not checked for a caller who may not call the route.
   */
  errorOfUnknown(
    route: CalledRoute,
    unknown: readonly string[],
    values: Readonly<Record<string, unknown>>,
  ): Promise<RestException>;
  /**
   * Requests a route with the headers of the request, through everything that a request of this caller would pass:
   * middleware, hooks, guards, arguments, permission, cache, interceptors. It is aborted if the client closes the
   * connection. Errors are responses; a value that the query cannot carry is one too.
   */
  call(route: CalledRoute, request: RouteRequest): Promise<RouteResponse>;
  /** An error of the library in the form in which the application sends errors. */
  reject(error: RestException): Promise<RouteResponse>;
}

export interface RouteRequest {
  /** Of `pathOf`. */
  readonly path: string;
  /** Values of JSON, by name. */
  readonly query: Readonly<Record<string, unknown>>;
  /** The content of a JSON body; `undefined` for none. */
  readonly body: unknown;
  /** The limit of the response, in bytes. */
  readonly maxBytes: number;
}

export interface RouteResponse {
  readonly status: number;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** A text, or bytes if the media type is not textual; `undefined` if there is no body. */
  readonly content: string | Uint8Array | undefined;
}
