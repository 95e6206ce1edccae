import { ts } from '../compiler/program/typescript.js';
import { optionOf } from '../compiler/syntax/nodes.js';
import { SEVERAL, UNKNOWN, type Application } from './application/application.js';
import { convertParameter } from './parameters/convert-parameter.js';
import type {
  ParameterContext,
  ParameterConversion,
  SourceReader,
} from './parameters/parameter-conversion.js';
import { type Guards, guardsOf, joinGuards } from './application/guards.js';
import { returnObstacle } from './handler-decorators.js';
import {
  calleeOf,
  COMMON,
  decoratorsOf,
  isValidationPipe,
  named,
  textOf,
  type NestDecorator,
} from './nest-decorators.js';
import { convertPath, segmentsOf } from './application/module-paths.js';

/** The methods of HTTP that have a decorator in Nest and a name in `HttpMethod`. */
export const ROUTE_METHODS = ['Get', 'Post', 'Put', 'Patch', 'Delete'];

/** Routes of Nest that the library has no counterpart for, by their decorators. */
const OTHER_ROUTES = ['All', 'Head', 'Options', 'Search', 'Sse', 'Propfind', 'Lock'];

export function isHandler(decorators: readonly NestDecorator[]): boolean {
  return named(decorators, COMMON, ...ROUTE_METHODS, ...OTHER_ROUTES).length > 0;
}

/** Decorators of a handler without a counterpart. */
const OBSTACLES = ['Redirect', 'Render', 'Version'];

/** A handler that can be converted. */
export interface ReadHandler {
  readonly node: ts.MethodDeclaration;
  readonly name: string;
  readonly decorators: readonly NestDecorator[];
  readonly route: NestDecorator;
  /** From the root, with the version and the path of the controller. */
  readonly paths: readonly (readonly string[])[];
  readonly parameters: readonly ParameterConversion[];
  readonly guards: Guards;
}

/** The statements of a class about all its handlers. */
export interface ClassContext {
  /** The segments in front of each handler's path. */
  readonly places: readonly string[];
  readonly guards: Guards;
  readonly pipes: readonly ts.Expression[];
  readonly urls: Application;
  /** The methods in which an argument that nothing required cannot be `undefined`. */
  readonly strict: ReadonlySet<string>;
}

/** The segments in front of each handler's path, or why they are not known. */
export function controllerPaths(
  { arguments: [argument] }: NestDecorator,
  modulePath: readonly string[],
  checker: ts.TypeChecker,
  { globalPrefix, versionPrefix, defaultVersion }: Application,
): readonly string[] | string {
  if (optionOf(argument, 'host') !== undefined) return 'it is for one host only';
  if (optionOf(argument, 'scope') !== undefined || optionOf(argument, 'durable') !== undefined) {
    return 'it has a scope of its own. Without that, it is made for each request if it injects what is, such as REQUEST';
  }
  const hasOptions = argument !== undefined && ts.isObjectLiteralExpression(argument);
  const pathNode = hasOptions ? optionOf(argument, 'path') : argument;
  const path = pathNode === undefined ? '' : textOf(pathNode, checker);
  if (path === undefined) return 'its path is not a constant text';
  const converted = convertPath(path);
  if (converted === undefined) return `its path ${path} has characters that no route has`;
  const versionNode = optionOf(argument, 'version');
  const stated = versionNode === undefined ? defaultVersion : textOf(versionNode, checker);
  if (stated === SEVERAL) return 'there are several default versions. Give it a version of its own';
  if (stated === UNKNOWN) {
    return `the default version is not a constant in the sources. State it at the end of the prefix: --prefix ${[...segmentsOf(globalPrefix), `${versionPrefix}1`].join('/')}`;
  }
  if (versionNode !== undefined && stated === undefined)
    return 'its version is not a constant text';
  if (versionNode !== undefined && versionPrefix === undefined) {
    return 'its version is not part of its URLs';
  }
  const version =
    versionPrefix === undefined || stated === undefined ? [] : [`${versionPrefix}${stated}`];
  return [...segmentsOf(globalPrefix), ...version, ...modulePath, ...segmentsOf(converted)];
}

/** A handler, or a line that says why it stays; none for a method that is not a handler. */
export function readHandler(
  node: ts.MethodDeclaration,
  reader: SourceReader,
  { places, guards: ofClass, pipes, urls, strict }: ClassContext,
): readonly (ReadHandler | string)[] {
  const decorators = decoratorsOf(node, reader.imported);
  const name = node.name.getText();
  const stays = (reason: string): readonly string[] => [`${name} stays as it was: ${reason}.`];
  const [other] = named(decorators, COMMON, ...OTHER_ROUTES);
  if (other !== undefined) return stays(`there is no route of @${other.name}()`);
  const routes = named(decorators, COMMON, ...ROUTE_METHODS);
  const [route] = routes;
  if (route === undefined) return [];
  if (routes.length > 1) return stays('it has several decorators of routes');
  const [obstacle] = named(decorators, COMMON, ...OBSTACLES);
  if (obstacle !== undefined) return stays(`@${obstacle.name}() has no counterpart`);
  const pipe = otherPipe(decorators);
  if (pipe !== undefined) return stays(`${pipe} of @UsePipes() has no counterpart`);
  const returned = returnObstacle(node, reader.checker);
  if (returned !== undefined) return stays(returned);
  const paths = routePaths(route, reader.checker);
  if (paths === undefined)
    return stays('its path is not a constant, or has characters that no route has');
  const all = paths.map((path) => [...places, ...segmentsOf(path)]);
  const placeholders = new Set(
    [...all.join('/').matchAll(/\{(\w+)\}/g)].map(([, found]) => found ?? ''),
  );
  const guards = joinGuards([ofClass, guardsOf(decorators, reader.checker)]);
  const context = {
    placeholders,
    taken: new Set<string>(),
    keepsOptional: !strict.has(name),
    hasFiles: readsFiles(node, decorators, reader),
    readers: guards.readers,
    pipes: [...pipes, ...pipesOf(decorators)],
    rejectionObstacle: urls.mayReject
      ? undefined
      : "unless forRoot has unknownArguments: 'refuse' already",
  };
  const parameters = convertParameters(node, reader, context);
  if (typeof parameters === 'string') return stays(parameters);
  const taken = new Set(parameters.flatMap(({ takes }) => takes));
  const missing = [...placeholders].find((placeholder) => !taken.has(placeholder));
  if (missing !== undefined) return stays(`no parameter has @Param('${missing}')`);
  return [{ node, name, decorators, route, paths: all, parameters, guards }];
}

/** The parameters of a handler in their order, or why it cannot be converted. */
function convertParameters(
  node: ts.MethodDeclaration,
  reader: SourceReader,
  context: ParameterContext,
): readonly ParameterConversion[] | string {
  const parameters: ParameterConversion[] = [];
  for (const parameter of node.parameters) {
    const taken = new Set(parameters.flatMap(({ takes }) => takes));
    const one = convertParameter(parameter, reader, { ...context, taken });
    if (one.obstacle !== undefined) return one.obstacle;
    parameters.push(one);
  }
  const rejects = parameters.some(({ rejectsOthers }) => rejectsOthers === true);
  const isMixed = rejects && parameters.some(({ isOfNest }) => isOfNest);
  // A route rejects nothing if Nest fills one of its parameters.
  const rejectionObstacle = 'beside a parameter that Nest fills';
  return isMixed ? convertParameters(node, reader, { ...context, rejectionObstacle }) : parameters;
}

/** Whether an interceptor such as `FileInterceptor` reads the form of a handler. */
function readsFiles(
  node: ts.MethodDeclaration,
  decorators: readonly NestDecorator[],
  { imported }: SourceReader,
): boolean {
  const takesFiles = node.parameters.some(
    (one) => named(decoratorsOf(one, imported), COMMON, 'UploadedFile', 'UploadedFiles').length > 0,
  );
  const interceptors = named(decorators, COMMON, 'UseInterceptors').flatMap((one) => one.arguments);
  return (
    takesFiles ||
    interceptors.some((one) => /Files?Interceptor$/.test(calleeOf(one, imported).name))
  );
}

/** A pipe of `@UsePipes` that no schema replaces. */
export function otherPipe(decorators: readonly NestDecorator[]): string | undefined {
  return pipesOf(decorators)
    .find((one) => !isValidationPipe(one))
    ?.getText();
}

export function pipesOf(decorators: readonly NestDecorator[]): readonly ts.Expression[] {
  return named(decorators, COMMON, 'UsePipes').flatMap((one) => one.arguments);
}

function routePaths(
  { arguments: [argument] }: NestDecorator,
  checker: ts.TypeChecker,
): readonly string[] | undefined {
  const nodes =
    argument !== undefined && ts.isArrayLiteralExpression(argument)
      ? [...argument.elements]
      : [argument];
  const paths = nodes.map((node) => {
    const text = node === undefined ? '' : textOf(node, checker);
    return text === undefined ? undefined : convertPath(text);
  });
  return paths.every((path) => path !== undefined) ? paths : undefined;
}

/** Where the routes of a class are. */
export interface Place {
  /** Empty where all URLs are at the root; `undefined` where it is set up. */
  readonly namespace: string | undefined;
  readonly version: string;
  readonly base: string;
  /** How many segments of each path they take. */
  readonly length: number;
}

/**
 * Divides what all paths begin with among namespace, version and base.
 *
 * @param isMoved `RouterModule` would put a path in front of all of that.
 */
export function placeOf(
  handlers: readonly ReadHandler[],
  places: readonly string[],
  isMoved: boolean,
  { mount, globalPrefix }: Application,
): Place {
  const all = handlers.flatMap(({ paths }) => paths);
  const [first = [], ...others] = all;
  const differs = first.findIndex(
    (segment, at) => segment.includes('{') || others.some((path) => path[at] !== segment),
  );
  const common = differs === -1 ? first : first.slice(0, differs);
  const fits = !isMoved && mount?.every((segment, at) => common[at] === segment) === true;
  const expected = fits ? mount : segmentsOf(globalPrefix);
  // The segments that a handler adds to the path of its controller stay with the handler.
  const length = Math.max(expected.length, Math.min(places.length, common.length));
  const [version = '', ...base] = common.slice(expected.length, length);
  return {
    namespace: fits ? undefined : expected.join('/'),
    version,
    base: base.map((segment) => `/${segment}`).join(''),
    length,
  };
}
