import type { ArgumentSchema } from '../../schema/vocabulary.js';
import type { HttpMethod } from '../declaration/http-method.js';
import type { RestRouteOptions } from '../declaration/route-declaration.js';
import type { ReturnedShape } from '../responses/returned-shape.js';
import type { RouteDocumentation } from '../declaration/route-declaration.js';
import type { ResponseSchema } from '../types/response-schema.js';
import type { PathPattern } from '../paths/path-pattern.js';
import type { ArgumentDefinition } from './argument-definition.js';
import type { CacheDefinition } from './cache-definition.js';
import type { ParameterDefinition } from './parameter-definition.js';
import type { PermissionDefinition } from './permission-definition.js';
import type { ResponseDefaults } from './response-defaults.js';
import type { ReturnDefinition } from './return-definition.js';

/** Arguments by name, as OPTIONS lists them. Those of an index have no type, as on WordPress. */
export type ListedArguments = Readonly<
  Record<string, ArgumentSchema | Pick<ArgumentSchema, 'default' | 'required'>>
>;

/** What is known of a route at startup. */
export interface RouteHead {
  /** `acme/v1`, as WordPress names it. */
  readonly namespace: string;
  readonly pattern: PathPattern;
  readonly methods: readonly HttpMethod[];
  readonly className: string;
  readonly methodName: string;
  readonly options: RestRouteOptions;
  /** How its responses are cached; `undefined` where they are not. */
  readonly cache: CacheDefinition | undefined;
  readonly documentation: RouteDocumentation | undefined;
  /** A parameter states the media types of its files, which are checked by their content. */
  readonly checksFiles: boolean;
  /** What OPTIONS lists in place of the arguments. */
  readonly listedArguments: ListedArguments | undefined;
}

/** What a request needs of a route. */
export interface RoutePlan {
  readonly arguments: readonly ArgumentDefinition[];
  readonly parameters: readonly ParameterDefinition[];
  readonly permission: PermissionDefinition;
  readonly responseDefaults: ResponseDefaults;
}

/** Compiles the parts of a route that startup does not need. */
export interface RouteCompiler {
  plan(): RoutePlan;
  returned(): ReturnDefinition | undefined;
  /** `undefined` where the type that the method returns has no name. */
  responseSchema(): ResponseSchema | undefined;
  /** Absent, or `undefined`, where nothing states what the method returns. */
  readonly returnedShape?: () => ReturnedShape | undefined;
}

/**
 * A route, checked and compiled: no request decides any of it again. Validators are compiled on first
 * use, since most routes of a large application receive no request in its first seconds.
 */
export class RouteDefinition implements RouteHead, RoutePlan {
  readonly namespace: string;
  readonly pattern: PathPattern;
  readonly methods: readonly HttpMethod[];
  readonly className: string;
  readonly methodName: string;
  readonly options: RestRouteOptions;
  readonly checksFiles: boolean;
  readonly cache: CacheDefinition | undefined;
  readonly documentation: RouteDocumentation | undefined;
  readonly listedArguments: ListedArguments | undefined;
  readonly #compiler: RouteCompiler;
  #plan: RoutePlan | undefined;
  #response: { readonly schema: ResponseSchema | undefined } | undefined;
  #returnedShape: { readonly shape: ReturnedShape | undefined } | undefined;

  constructor(head: RouteHead, compiler: RouteCompiler) {
    this.namespace = head.namespace;
    this.pattern = head.pattern;
    this.methods = head.methods;
    this.className = head.className;
    this.methodName = head.methodName;
    this.options = head.options;
    this.checksFiles = head.checksFiles;
    this.cache = head.cache;
    this.documentation = head.documentation;
    this.listedArguments = head.listedArguments;
    this.#compiler = compiler;
    Object.freeze(this);
  }

  get arguments(): readonly ArgumentDefinition[] {
    return (this.#plan ??= this.#compiler.plan()).arguments;
  }

  get parameters(): readonly ParameterDefinition[] {
    return (this.#plan ??= this.#compiler.plan()).parameters;
  }

  get permission(): PermissionDefinition {
    return (this.#plan ??= this.#compiler.plan()).permission;
  }

  get responseDefaults(): ResponseDefaults {
    return (this.#plan ??= this.#compiler.plan()).responseDefaults;
  }

  /** What the method returns; compiled for each document anew. */
  get returned(): ReturnDefinition | undefined {
    return this.#compiler.returned();
  }

  /** The schema of a resource that the method returns, for OPTIONS. */
  get responseSchema(): ResponseSchema | undefined {
    return (this.#response ??= { schema: this.#compiler.responseSchema() }).schema;
  }

  /** The shape of what the method returns, for a route that sends nothing else. */
  get returnedShape(): ReturnedShape | undefined {
    return (this.#returnedShape ??= { shape: this.#compiler.returnedShape?.() }).shape;
  }

  /** `ItemsController.one`. */
  get handler(): string {
    return `${this.className}.${this.methodName}`;
  }
}
