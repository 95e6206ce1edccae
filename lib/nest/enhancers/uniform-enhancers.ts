import { ClassSerializerInterceptor } from '@nestjs/common';
import { decoratedMethodOf } from '../../decorators/reading/class-chain.js';
import {
  diagnosticAt,
  type Diagnostic,
  type DiagnosticDetails,
} from '../../diagnostics/diagnostic.js';
import type { Route } from '../../routes/route.js';
import { once } from '../../shared/promises.js';
import type { Class } from '../../shared/records.js';
import type { FoundClass, Instances } from '../container.js';
import {
  ENHANCER_KIND,
  enhancersOf,
  nameOfEnhancer,
  providerNames,
  type EnhancedMethod,
  type EnhancerKind,
  type EnhancerSources,
  type FoundEnhancer,
} from '../exploration/enhancers-around.js';
import type { RestModuleOptions } from '../options/rest-options.js';
import { rejectOption } from '../options/option-values.js';
import { uniformOf } from '../options/callers.js';

/**
 * Whether guards and interceptors of an application treat all callers alike, as the application states in
 * `cache.uniform`. Guards of the application are registered until it is initialized, so that exploring it is too early
 * for this.
 */
export class UniformEnhancers {
  readonly #stated: ReadonlySet<unknown>;
  readonly #names: Readonly<Record<EnhancerKind, () => ReadonlyMap<unknown, string>>>;

  /**
   * @param isReplaced Whether the application has replaced the guard or the cache of the library, as tests do.
   * @throws InvalidArgumentException if `cache.uniform` is not a list of what it may have.
   */
  constructor(
    options: RestModuleOptions,
    private readonly sources: EnhancerSources,
    private readonly isReplaced: () => boolean = () => false,
  ) {
    this.#stated = uniformOf(options);
    this.#names = {
      guard: once(() => providerNames('guard', sources)),
      interceptor: once(() => providerNames('interceptor', sources)),
    };
  }

  /**
   * Rejects names that no provider has: they would have no effect.
   *
   * @throws InvalidArgumentException
   */
  checkNames(): void {
    const stated = [...this.#stated].filter((one) => typeof one === 'string');
    if (stated.length === 0) return;
    const known = new Set([...this.#names.guard().values(), ...this.#names.interceptor().values()]);
    const unknown = stated.find((name) => !known.has(name));
    if (unknown === undefined) return;
    const names = [...known].map((name) => JSON.stringify(name)).join(', ') || 'none';
    rejectOption(
      'cache.uniform',
      `names of providers without a class, which are ${names}`,
      unknown,
    );
  }

  /** The enhancers of a kind around a method that may distinguish callers. */
  around(method: EnhancedMethod, kind: EnhancerKind): readonly FoundEnhancer[] {
    return enhancersOf(method, kind, this.sources).filter((one) => !this.#isUniform(one, kind));
  }

  /**
   * Whether guards around a method decide who may call it. Only the library's own guard and cache are known; what has
   * replaced one of them may decide about any method.
   */
  isGuarded(method: EnhancedMethod): boolean {
    return this.isReplaced() || this.around(method, 'guard').length > 0;
  }

  nameOf(enhancer: FoundEnhancer, kind: EnhancerKind): string {
    return nameOfEnhancer(enhancer, kind, this.#names[kind]);
  }

  #isUniform({ type, registered }: FoundEnhancer, kind: EnhancerKind): boolean {
    const stated = this.#stated;
    if (type !== undefined && (stated.has(type) || isUniformType(type))) return true;
    if (stated.size === 0) return false;
    return stated.has(registered) || stated.has(this.#names[kind]().get(registered));
  }
}

/**
 * Whether it is the guard or the cache of the library itself, or Nest's serializer, whose options do not depend on the
 * request. A subclass of these may do anything.
 */
function isUniformType(type: Class): boolean {
  return type === ClassSerializerInterceptor || Object.hasOwn(type, ENHANCER_KIND);
}

/** The diagnostics of cached routes whose interceptors may change a response that others get from the cache. */
export function checkInterceptors(
  routes: ReadonlyMap<Route, FoundClass>,
  uniform: UniformEnhancers,
  instances: Instances,
): readonly Diagnostic[] {
  return [...routes].flatMap(([{ cache, methodName }, found]) => {
    if (cache === undefined) return [];
    const { statesVary, policy } = cache;
    const method = decoratedMethodOf(found.type, methodName) as object;
    const obstacle = interceptorObstacle(
      { found, method },
      { statesVary, isPublic: policy.isPublic },
      uniform,
      instances,
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
  handler: EnhancedMethod,
  { statesVary, isPublic }: { readonly statesVary: boolean; readonly isPublic: boolean },
  uniform: UniformEnhancers,
  instances: Instances,
): DiagnosticDetails | undefined {
  if (statesVary) return undefined;
  const names = uniform
    .around(handler, 'interceptor')
    .filter((one) => isPublic || isRequestBound(one, handler.found, instances))
    .map((one) => uniform.nameOf(one, 'interceptor'));
  if (names.length === 0) return undefined;
  const received = `none, inside of ${[...new Set(names)].join(', ')}`;
  return { code: 'RR1064', expected: 'vary', received };
}

function isRequestBound(
  { type, provider }: FoundEnhancer,
  { module }: FoundClass,
  instances: Instances,
): boolean {
  const wrapper = provider ?? (type && module.injectables.get(type));
  return wrapper !== undefined && instances.isRequestBound(wrapper);
}
