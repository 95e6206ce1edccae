import type { CheckedController, CheckedRoute } from '../checked/checked-controller.js';
import type { ValueClassReader } from '../declaration/class-readers.js';
import { argumentsOf, type CheckedArgument } from '../checked/checked-parameter.js';
import { isHttpMethod, type HttpMethod } from '../declaration/http-method.js';
import { responseSchema, type ResponseSchema } from '../types/response-schema.js';
import { returnedShape, type ReturnedShape } from '../responses/returned-shape.js';
import { compilePath } from '../paths/path-pattern.js';
import { placeholdersOf, trimSlash } from '../paths/path-template.js';
import type { ObjectSchemaMaker } from '../types/type-schema.js';
import {
  compileArgument,
  type ArgumentDefinition,
  type Instantiate,
} from './argument-definition.js';
import { compileCache } from './cache-definition.js';
import { compileParameters } from './parameter-definition.js';
import {
  compileCallback,
  compilePermission,
  type PermissionDefinition,
} from './permission-definition.js';
import { compileResponse } from './response-defaults.js';
import { compileReturn, type ReturnDefinition } from './return-definition.js';
import {
  RouteDefinition,
  type RouteCompiler,
  type RouteHead,
  type RoutePlan,
} from './route-definition.js';

/** What compiling needs of the side that knows classes. */
export interface CompileContext {
  /** Without the version: `acme`. */
  readonly namespace: string;
  readonly instantiate: Instantiate;
  /** The schema of a value class or an object in what a method returns. */
  readonly objectSchema: ObjectSchemaMaker;
  /** The properties of a value class in what a method returns. */
  readonly valueClass: ValueClassReader;
}

/** Compiles the routes of a controller in which the rules found no diagnostic. */
export function compileController(
  { controller, routes }: CheckedController,
  context: CompileContext,
): readonly RouteDefinition[] {
  const { className, version = '', base } = controller;
  const namespace = `${context.namespace}/${version}`;
  const start = `/${namespace}${trimSlash(base)}`;
  return routes.map((checked) => {
    const template = start + trimSlash(checked.route.path);
    const head = compileHead(checked, template, { namespace, className });
    return new RouteDefinition(head, new CheckedRouteCompiler(checked, template, context));
  });
}

function compileHead(
  checked: CheckedRoute,
  template: string,
  { namespace, className }: Pick<RouteHead, 'namespace' | 'className'>,
): RouteHead {
  const { route } = checked;
  return {
    namespace,
    pattern: compilePath(
      template,
      (name) => argumentNamed(checked, name)?.schema,
      (name) => argumentNamed(checked, name)?.match,
    ),
    methods: methodsOf(route.methods),
    className,
    methodName: route.methodName,
    options: route.options,
    checksFiles: argumentsOf(checked.parameters).some(({ file }) => file?.mediaTypes !== undefined),
    // Only GET is cached, so the path identifies the route. A key with a space would be hashed.
    cache: compileCache(route, template),
    documentation: route.documentation,
    listedArguments: undefined,
  };
}

/** Keeps what the rules made of a route until its first request. */
class CheckedRouteCompiler implements RouteCompiler {
  constructor(
    private readonly checked: CheckedRoute,
    private readonly template: string,
    private readonly context: CompileContext,
  ) {}

  plan(): RoutePlan {
    const { parameters, route } = this.checked;
    const args = this.#arguments();
    return Object.freeze({
      arguments: args,
      parameters: compileParameters(parameters, args, this.context.instantiate),
      permission: this.#permission(args),
      responseDefaults: compileResponse(route.response),
    });
  }

  returned(): ReturnDefinition | undefined {
    return compileReturn(this.checked.route, this.context.objectSchema);
  }

  responseSchema(): ResponseSchema | undefined {
    const type = this.checked.route.documentation?.returns;
    return type === undefined ? undefined : responseSchema(type, this.context.objectSchema);
  }

  returnedShape(): ReturnedShape | undefined {
    const type = this.checked.route.documentation?.returns;
    return type === undefined ? undefined : returnedShape(type, this.context.valueClass);
  }

  /** The arguments of a callback are those of the route. */
  #permission(args: readonly ArgumentDefinition[]): PermissionDefinition {
    const { route, callbackParameters } = this.checked;
    return compilePermission(route.permission, (callback) => {
      const parameters = callbackParameters.get(callback) ?? [];
      return compileCallback(
        callback,
        compileParameters(parameters, args, this.context.instantiate),
      );
    });
  }

  #arguments(): readonly ArgumentDefinition[] {
    const placeholders = new Set(placeholdersOf(this.template));
    return argumentsOf(this.checked.parameters).map((argument, position) =>
      compileArgument(
        argument,
        position,
        placeholders.has(argument.name),
        this.context.instantiate,
      ),
    );
  }
}

function methodsOf(methods: readonly string[]): readonly HttpMethod[] {
  return [...new Set(methods)].filter(isHttpMethod);
}

function argumentNamed({ parameters }: CheckedRoute, name: string): CheckedArgument | undefined {
  return argumentsOf(parameters).find((argument) => argument.name === name);
}
