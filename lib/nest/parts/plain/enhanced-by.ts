import type { Type } from '@nestjs/common';
import type { ApplicationConfig } from '@nestjs/core';
import { GUARDS_METADATA, INTERCEPTORS_METADATA } from '../../internals.js';
import type { PlainHandler } from '../explore-plain-handlers.js';

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
