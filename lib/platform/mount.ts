import type { AbstractHttpAdapter } from '@nestjs/core';
import { mountOnExpress } from './express/mount.js';
import { mountOnFastify } from './fastify/mount.js';
import type { Serve } from './served.js';

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
