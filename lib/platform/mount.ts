import type { AbstractHttpAdapter } from '@nestjs/core';
import { mountOnExpress } from './express/mount.js';
import type { FastifyInstance } from './fastify/internals.js';
import { mountOnFastify } from './fastify/mount.js';
import { DEFAULT_BODY_LIMIT } from './node/body.js';
import type { Serve } from './served.js';

/**
 * How large a body may be, in bytes. Fastify has a limit of its own.
 *
 * @param stated That of the application; `undefined` for the default.
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
 * Registers the library with an adapter, ahead of all that the application registers later.
 *
 * @returns What begins to serve. It throws an `Error` on an adapter that is neither Express nor Fastify.
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
