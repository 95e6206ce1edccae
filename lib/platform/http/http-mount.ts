import type { AbstractHttpAdapter } from '@nestjs/core';
import type { Dispatcher } from '../../pipeline/dispatcher.js';
import type { Endpoint } from '../../pipeline/endpoint.js';
import type { RouteTable } from '../../routing/route-table.js';
import { ExpressMount } from '../express/express-mount.js';
import { FastifyMount } from '../fastify/fastify-mount.js';

/** What is mounted. */
export interface Served extends Dispatcher {
  /** With a slash in front and none at the end; empty for the root. */
  readonly prefix: string;
  /** The beginnings of all paths that belong to the mount. */
  readonly owned: readonly string[];
  readonly table: RouteTable<Endpoint>;
}

export interface MountOptions {
  /** In bytes; `undefined` for the default. */
  readonly bodyLimit: number | undefined;
  /** Whether engine-specific optimisations are on. */
  readonly optimize: boolean;
}

/** Registers the library with one adapter. */
export interface HttpMount {
  serve(served: Served): void;
}

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
