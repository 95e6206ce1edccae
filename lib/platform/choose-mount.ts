import type { AbstractHttpAdapter } from '@nestjs/core';
import { ExpressMount } from './express/express-mount.js';
import { FastifyMount } from './fastify/fastify-mount.js';
import type { HttpMount, MountOptions } from './http/http-mount.js';

/** @throws Error on an adapter that is neither Express nor Fastify. */
export function chooseMount(adapter: AbstractHttpAdapter, options: MountOptions): HttpMount {
  switch (adapter.getType()) {
    case 'express':
      return new ExpressMount(adapter, options);
    case 'fastify':
      return new FastifyMount(adapter, options);
    default:
      throw new Error(
        `RestModule serves on @nestjs/platform-express and @nestjs/platform-fastify, not on "${adapter.getType()}".`,
      );
  }
}
