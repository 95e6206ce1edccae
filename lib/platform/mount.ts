import type { AbstractHttpAdapter } from '@nestjs/core';
import { mountOnExpress } from './express/mount.js';
import type { FastifyInstance } from './fastify/internals.js';
import { mountOnFastify } from './fastify/mount.js';
import { DEFAULT_BODY_LIMIT } from './node/body.js';
import type { Serve } from './served.js';

/**
 * The maximum length of a body, in bytes. Fastify has its own limit.
 *
 * @param stated The limit of the application; `undefined` for the default.
 */
export function bodyLimitOf(
  adapter: AbstractHttpAdapter | undefined,
  stated: number | undefined,
): number {
  const own =
    adapter?.getType() === 'fastify'
      ? adapter.getInstance<FastifyInstance>().initialConfig.bodyLimit
      : undefined;
  return stated ?? own ?? DEFAULT_BODY_LIMIT;
}

/**
 * Finds how the library is served on an adapter.
 *
 * @returns A function that throws an `Error` on an adapter that is neither Express nor Fastify.
 */
export function mount(adapter: AbstractHttpAdapter): Serve {
  switch (adapter.getType()) {
    case 'express':
      return mountOnExpress(adapter);
    case 'fastify':
      return mountOnFastify(adapter);
    default:
      return () => {
        throw new Error(
          `RestModule serves on @nestjs/platform-express and @nestjs/platform-fastify, not on "${adapter.getType()}".`,
        );
      };
  }
}
