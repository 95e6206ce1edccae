import { RequestMethod } from '@nestjs/common';
import { baseOf, type NestMetadata } from '../../decorators/reading/declare-controller.js';
import { attachedSignature, isValueClass } from '../../decorators/metadata-accessor.js';
import {
  chainOf,
  decoratedMethodOf,
  methodOf,
  prototypesOf,
} from '../../decorators/reading/class-chain.js';
import { declareProperties } from '../../decorators/reading/declare-parameters.js';
import type {
  ClassReaders,
  ClassTraits,
  PlainDecorator,
  ResponseDeclaration,
  Statuses,
} from '../../routes/declaration/route-declaration.js';
import type { Instantiate } from '../../routes/definition/parameter-definition.js';
import type { ValueReading } from '../../routes/definition/value-reading.js';
import type { NamespaceFact, RouteOption, RuleReaders, SignatureFact } from '../../routes/rule.js';
import { statedNamespace } from '../../routes/paths/path-pattern.js';
import { findProvider, type Instances, type FoundClass } from '../container.js';
import { isObject, type Class } from '../../shared/records.js';
import {
  CONTROLLER_WATERMARK,
  CUSTOM_ROUTE_ARGS_METADATA,
  HEADERS_METADATA,
  HTTP_CODE_METADATA,
  INJECTABLE_WATERMARK,
  MESSAGE_HANDLERS,
  METHOD_METADATA,
  PATH_METADATA,
  PROPERTY_DEPS_METADATA,
  REDIRECT_METADATA,
  RENDER_METADATA,
  RESPONSE_PASSTHROUGH_METADATA,
  ROUTE_ARGS_METADATA,
  RouteParamtypes,
  SSE_METADATA,
} from '../internals.js';
import type { InjectedName } from '../../types/type.js';
import type { ExplorationDoors } from '../doors.js';

/** The metadata that Nest's decorators wrote on a controller, read with Nest's own keys. */
export const NEST_METADATA: NestMetadata = {
  filledParameters: (type, methodName) =>
    new Set(routeArgumentsOf(type, methodName).map(({ index }) => index)),
  responseOf,
  plainDecorators,
};

/** Most methods have neither decorator, which one check of their keys shows. */
function responseOf(method: object): ResponseDeclaration | undefined {
  const keys: readonly unknown[] = Reflect.getOwnMetadataKeys(method);
  if (!keys.includes(HTTP_CODE_METADATA) && !keys.includes(HEADERS_METADATA)) return undefined;
  const status = Reflect.getMetadata(HTTP_CODE_METADATA, method) as number | undefined;
  const headers: unknown = Reflect.getMetadata(HEADERS_METADATA, method);
  return {
    status,
    headers: Array.isArray(headers) ? (headers as ResponseDeclaration['headers']) : [],
  };
}

/** A parameter of a method with one of Nest's own decorators. */
interface RouteArgument {
  readonly index: number;
  /** A `RouteParamtypes` of Nest; `undefined` for a custom decorator of the application. */
  readonly kind: number | undefined;
  /** The name in `@Body('name')`; `undefined` in `@Body()`. */
  readonly name: string | undefined;
}

const NONE: readonly RouteArgument[] = [];

export function routeArgumentsOf(type: Class, methodName: string): readonly RouteArgument[] {
  const metadata: unknown = Reflect.getMetadata(ROUTE_ARGS_METADATA, type, methodName);
  if (typeof metadata !== 'object' || metadata === null) return NONE;
  return Object.entries(metadata).map(parseEntry);
}

/** The pipes that decorators state for single parameters: `@Param('id', ParseIntPipe)`. */
export function parameterPipes(type: Class, methodName: string): readonly unknown[] {
  const metadata: unknown = Reflect.getMetadata(ROUTE_ARGS_METADATA, type, methodName);
  if (!isObject(metadata)) return [];
  return Object.values(metadata).flatMap(({ pipes = [] }: { readonly pipes?: unknown }) => pipes);
}

/** `3:0` is the body as the first parameter; a custom decorator has a name before the colon. */
function parseEntry([key, value]: readonly [string, unknown]): RouteArgument {
  const colon = key.lastIndexOf(':');
  const kind = key.includes(CUSTOM_ROUTE_ARGS_METADATA) ? undefined : Number(key.slice(0, colon));
  const data: unknown = isObject(value) ? Reflect.get(value, 'data') : undefined;
  const name = typeof data === 'string' ? data : undefined;
  return { index: Number(key.slice(colon + 1)), kind, name };
}

/** Whether the method has the response as a parameter and sends it itself, as in Nest. */
export function respondsItself(type: Class, methodName: string): boolean {
  const isPassthrough: unknown = Reflect.getMetadata(
    RESPONSE_PASSTHROUGH_METADATA,
    type,
    methodName,
  );
  return isPassthrough !== true && routeArgumentsOf(type, methodName).some(takesResponse);
}

function takesResponse({ kind }: { readonly kind: number | undefined }): boolean {
  return kind === RouteParamtypes.RESPONSE || kind === RouteParamtypes.NEXT;
}

/** Nest's decorators that change how a response is made; a route makes its response without them. */
const UNUSED: readonly (readonly [key: string, name: string])[] = [
  [REDIRECT_METADATA, '@Redirect'],
  [RENDER_METADATA, '@Render'],
  [SSE_METADATA, '@Sse'],
];

/** The decorators of a method for which Nest sends something other than the return value of the method. */
export function unusedDecorators(method: unknown): readonly string[] {
  if (typeof method !== 'function') return [];
  return UNUSED.filter(([key]) => Reflect.hasOwnMetadata(key, method)).map(([, name]) => name);
}

function plainDecorators(type: Class, routes: ReadonlySet<string>): readonly PlainDecorator[] {
  const owner = chainOf(type).find((one) => Reflect.hasOwnMetadata(CONTROLLER_WATERMARK, one));
  const prototypes = prototypesOf(type);
  const names = new Set(prototypes.flatMap((prototype) => Object.getOwnPropertyNames(prototype)));
  names.delete('constructor');
  return [
    ...(owner === undefined ? [] : [{ name: '@Controller', ...baseOf(type, owner) }]),
    ...[...names].flatMap((methodName) => {
      const isRoute = routes.has(methodName);
      // The getters of other members are the application's, and expect an instance.
      const method = isRoute ? decoratedMethodOf(type, methodName) : methodOf(type, methodName);
      return handlerDecorators(method, isRoute).map((name) => ({ name, methodName }));
    }),
  ];
}

/** A message handler may be beside routes in its class: it is not part of HTTP, and has no route. */
function handlerDecorators(method: unknown, isRoute: boolean): readonly string[] {
  if (typeof method !== 'function') return [];
  const keys = new Set<unknown>(Reflect.getOwnMetadataKeys(method));
  if (keys.size === 0) return [];
  const isStream = keys.has(SSE_METADATA);
  // Of a route, another rule reports it, with another remedy.
  const isHandler = keys.has(PATH_METADATA) && !(isStream && isRoute);
  const messages = isRoute
    ? MESSAGE_HANDLERS.filter(({ key, value }) => Reflect.getMetadata(key, method) === value)
    : [];
  return [
    ...(isHandler ? [isStream ? '@Sse' : mappingOf(method)] : []),
    ...messages.map(({ name }) => name),
  ];
}

/** `@Get` for `GET`. `@Query` is a decorator of parameters, so that of the method has a longer name. */
function mappingOf(method: object): string {
  const [first = '', ...rest] =
    RequestMethod[Reflect.getMetadata(METHOD_METADATA, method) as RequestMethod] ?? 'All';
  const name = `@${first}${rest.join('').toLowerCase()}`;
  return name === '@Query' ? '@QueryMethod' : name;
}

const FILE_DECORATORS: ReadonlyMap<number | undefined, string> = new Map([
  [RouteParamtypes.FILE, '@UploadedFile'],
  [RouteParamtypes.FILES, '@UploadedFiles'],
]);

function fileDecorators(
  type: Class,
  methodName: string,
): ReturnType<NonNullable<RuleReaders['fileDecorators']>> {
  return routeArgumentsOf(type, methodName).flatMap(({ index, kind }) => {
    const name = FILE_DECORATORS.get(kind);
    return name === undefined ? [] : [{ name, index }];
  });
}

/**
 * The traits of a class that are known at run time. Properties without a decorator are not: a class that
 * the compiler rejects only because of them passes here.
 */
export function classTraits(type: Class, classes: ExplorationDoors['classes']): ClassTraits {
  const isDescribed = declareProperties(type) !== undefined || classes?.isValidated(type) === true;
  return {
    isMarked: isValueClass(type),
    isInjectable: Reflect.hasMetadata(INJECTABLE_WATERMARK, type),
    takesServices: type.length > 0 || Reflect.hasMetadata(PROPERTY_DEPS_METADATA, type),
    hasBehaviour: hasMembers(type.prototype as object),
    isDescribed,
    hasValues: isDescribed,
  };
}

/** Methods and accessors, inherited ones included. */
function hasMembers(prototype: object | null): boolean {
  if (prototype === null || prototype === Object.prototype) return false;
  const own = Reflect.ownKeys(prototype).filter((key) => key !== 'constructor');
  return own.length > 0 || hasMembers(Object.getPrototypeOf(prototype) as object | null);
}

/** The sources of the facts about controllers. */
export interface FactSources {
  readonly classes: ClassReaders;
  readonly instances: Instances;
  readonly instantiate: Instantiate;
  readonly reading: ValueReading;
  readonly statuses: Statuses;
  readonly routeOptions: readonly RouteOption[];
  readonly injects: ReadonlySet<InjectedName>;
}

export function ruleReaders(
  { module, type, wrapper }: FoundClass,
  namespace: NamespaceFact,
  { classes, instances, instantiate, reading, statuses, routeOptions, injects }: FactSources,
): RuleReaders {
  const stated = statedNamespace(namespace);
  return {
    ...classes,
    routeOptions,
    startup:
      stated === undefined ? undefined : { namespace: stated, instantiate, reading, statuses },
    namespace,
    signature: signatureFact(type),
    injects,
    isProvided: ({ ref }) => findProvider(module, ref) !== undefined,
    moduleName: module.metatype.name,
    isRequestBound: (service) => {
      const bound = service === undefined ? wrapper : findProvider(module, service.ref)?.wrapper;
      return bound !== undefined && instances.isRequestBound(bound);
    },
    unusedDecorators: (methodName) => unusedDecorators(decoratedMethodOf(type, methodName)),
    fileDecorators: (methodName) => fileDecorators(type, methodName),
    respondsItself: (methodName) => respondsItself(type, methodName),
  };
}

export function signatureFact(type: Class): SignatureFact | undefined {
  const signature = attachedSignature(type)?.signature;
  if (signature === undefined) return undefined;
  return { format: signature.format, diagnostics: signature.faults ?? [] };
}
