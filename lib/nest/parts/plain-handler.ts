import type { ArgumentsHost, Type } from '@nestjs/common';
import type { ApplicationConfig, DiscoveryService } from '@nestjs/core';
import { classPermission, methodPermission } from '../../decorators/metadata-accessor.js';
import { methodOf, prototypesOf, prototypeWith } from '../../decorators/reading/class-chain.js';
import type { Permission } from '../../routes/declaration/permission.js';
import type { Class } from '../../shared/records.js';
import { classesOf, type FoundClass } from '../exploration/container-view.js';
import { GUARDS_METADATA, INTERCEPTORS_METADATA, PATH_METADATA } from '../internals.js';

/** A handler of a plain Nest controller: a method with `@Get()` and its like. */
export interface PlainHandler {
  readonly found: FoundClass;
  readonly methodName: string;
  readonly method: object;
  /** The nearest prototype with the method: what decorators state is kept there. */
  readonly prototype: object;
}

/** What `@RequirePermission` states of a handler: on its method, else on its class or one that it extends. */
export function permissionOf({
  found,
  methodName,
  prototype,
}: PlainHandler): Permission | undefined {
  return methodPermission(prototype, methodName) ?? classPermission(found.type);
}

/** The handlers of the plain Nest controllers of an application, inherited ones included. Creates nothing. */
export function explorePlainHandlers(discovery: DiscoveryService): readonly PlainHandler[] {
  const controllers = new Set(discovery.getControllers());
  return classesOf(discovery)
    .filter(({ wrapper }) => controllers.has(wrapper))
    .flatMap((found) => handlersOf(found));
}

function handlersOf(found: FoundClass): readonly PlainHandler[] {
  return methodNamesOf(found.type).flatMap((methodName) => {
    const prototype = prototypeWith(found.type, methodName);
    const method = methodOf(found.type, methodName);
    const isHandler = typeof method === 'function' && Reflect.hasMetadata(PATH_METADATA, method);
    return isHandler && prototype !== undefined ? [{ found, methodName, method, prototype }] : [];
  });
}

/** The constructor is the class, which has a path too: that of `@Controller`. */
function methodNamesOf(type: Class): readonly string[] {
  const names = prototypesOf(type).flatMap((prototype) => Object.getOwnPropertyNames(prototype));
  return [...new Set(names)].filter((name) => name !== 'constructor');
}

/** The kind of a part, for the three places that name enhancers of a handler. */
export type EnhancerKind = 'guard' | 'interceptor';

const METADATA = { guard: GUARDS_METADATA, interceptor: INTERCEPTORS_METADATA } as const;

/**
 * Whether a part, or a subclass of it, runs on a handler: by a decorator on its class or its method, or as
 * an enhancer of the whole application.
 */
export function isEnhancedBy(
  handler: PlainHandler,
  kind: EnhancerKind,
  part: Type,
  config: ApplicationConfig,
): boolean {
  return enhancersOf(handler, kind, config).some((enhancer) => isOfPart(enhancer, part));
}

/** The enhancers of a handler in Nest's order: of the application, of its class, of the method. */
export function enhancersOf(
  { found, method }: PlainHandler,
  kind: EnhancerKind,
  config: ApplicationConfig,
): readonly unknown[] {
  const key = METADATA[kind];
  return [...globalsOf(kind, config), ...listOf(key, found.type), ...listOf(key, method)];
}

function listOf(key: string, subject: object): readonly unknown[] {
  const list: unknown = Reflect.getMetadata(key, subject);
  return Array.isArray(list) ? list : [];
}

function globalsOf(kind: EnhancerKind, config: ApplicationConfig): readonly unknown[] {
  const [instances, scoped] =
    kind === 'guard'
      ? [config.getGlobalGuards(), config.getGlobalRequestGuards()]
      : [config.getGlobalInterceptors(), config.getGlobalRequestInterceptors()];
  return [...instances, ...scoped.map(({ metatype }) => metatype)];
}

/** An enhancer is named by its class, or it is an instance. */
function isOfPart(enhancer: unknown, part: Type): boolean {
  if (typeof enhancer !== 'function') return enhancer instanceof part;
  return enhancer === part || enhancer.prototype instanceof part;
}

/** Whether a part was called for an HTTP request, not for GraphQL, WebSockets or a microservice. */
export function isHttp(host: ArgumentsHost): boolean {
  return host.getType() === 'http';
}
