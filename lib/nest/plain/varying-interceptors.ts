import { ClassSerializerInterceptor } from '@nestjs/common';
import type { ApplicationConfig } from '@nestjs/core';
import { decoratedMethodOf } from '../../decorators/reading/class-chain.js';
import {
  diagnosticAt,
  type Diagnostic,
  type DiagnosticDetails,
} from '../../diagnostics/diagnostic.js';
import type { Route } from '../../routes/route.js';
import type { FoundClass, Instances } from '../container.js';
import { enhancerClasses, ENHANCER_KIND, type PlainHandler } from '../exploration/plain-handler.js';

/** The interceptors of an application, and what it states of them. */
export interface InterceptorContext {
  readonly config: ApplicationConfig;
  readonly instances: Instances;
  /** The classes that do the same for every request, as the application states. */
  readonly uniform: ReadonlySet<unknown>;
}

/**
 * The diagnostics of cached routes whose interceptors may change a response that others get from the cache. Global
 * interceptors may be registered until the application is initialized, so that exploring it is too early for this check.
 */
export function checkInterceptors(
  routes: ReadonlyMap<Route, FoundClass>,
  context: InterceptorContext,
): readonly Diagnostic[] {
  return [...routes].flatMap(([{ cache, methodName }, found]) => {
    if (cache === undefined) return [];
    const { statesVary, policy } = cache;
    const method = decoratedMethodOf(found.type, methodName) as object;
    const obstacle = interceptorObstacle(
      { found, method },
      { statesVary, isPublic: policy.isPublic },
      context,
    );
    const part = { kind: 'cache', option: 'vary' } as const;
    const at = { className: found.type.name, methodName, part };
    return obstacle === undefined ? [] : [diagnosticAt(at, obstacle)];
  });
}

/**
 * The reason why interceptors around a cached method may change its response for one caller: they see the whole
 * request, as the method does not. Without `vary`, all callers of a public method share a response, and a CDN may keep it.
 * Any other method has one for each caller; there only an interceptor that each request has one of counts, as such a
 * service of the method does.
 */
export function interceptorObstacle(
  handler: Pick<PlainHandler, 'found' | 'method'>,
  { statesVary, isPublic }: { readonly statesVary: boolean; readonly isPublic: boolean },
  { config, instances, uniform }: InterceptorContext,
): DiagnosticDetails | undefined {
  if (statesVary) return undefined;
  const names = enhancerClasses(handler, 'interceptor', config)
    .filter((one) => !isUniform(one) && !uniform.has(one))
    .filter((one) => isPublic || isRequestBound(one, handler.found, config, instances))
    .map(({ name }) => name || 'an interceptor without a name');
  if (names.length === 0) return undefined;
  const received = `none, inside of ${[...new Set(names)].join(', ')}`;
  return { code: 'RR1064', expected: 'vary', received };
}

/**
 * Whether it is the cache itself, or Nest's serializer, whose options do not depend on the request. A subclass of either
 * may do anything.
 */
function isUniform(type: object): boolean {
  return type === ClassSerializerInterceptor || Object.hasOwn(type, ENHANCER_KIND);
}

function isRequestBound(
  type: object,
  { module }: FoundClass,
  config: ApplicationConfig,
  instances: Instances,
): boolean {
  const wrapper =
    config.getGlobalRequestInterceptors().find(({ metatype }) => metatype === type) ??
    module.injectables.get(type as never);
  return wrapper !== undefined && instances.isRequestBound(wrapper);
}
