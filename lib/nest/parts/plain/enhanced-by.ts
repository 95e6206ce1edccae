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
  { found, method }: PlainHandler,
  kind: EnhancerKind,
  part: Type,
  config: ApplicationConfig,
): boolean {
  const key = METADATA[kind];
  const named = [...listOf(key, found.type), ...listOf(key, method), ...globalsOf(kind, config)];
  return named.some((enhancer) => isOfPart(enhancer, part));
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
