import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { RequestListener, Server } from 'node:http';
import type { AbstractHttpAdapter } from '@nestjs/core';

/** Node publishes each server here before it listens. */
const LISTEN_CHANNEL = 'tracing:net.server.listen:asyncStart';

/** A Fastify application, with the members that are used here. */
interface FastifyServers {
  /** The listener of each server that Fastify opens. */
  readonly routing: RequestListener;
  addHook(name: 'onListen', hook: (done: () => void) => void): unknown;
}

/**
 * Calls a function with each server of an adapter before it listens. For `localhost`, which is the default, Fastify
 * opens another server for each further address: one has 127.0.0.1, and another has ::1.
 */
export function onEachServer(
  adapter: AbstractHttpAdapter,
  listener: (server: Server) => void,
): void {
  const server = adapter.getHttpServer() as Server;
  listener(server);
  if (adapter.getType() !== 'fastify') return;
  const fastify = adapter.getInstance<FastifyServers>();
  const notice = (message: unknown): void => {
    const { server: other } = message as { readonly server: Server };
    const isOwn = other !== server && other.listenerCount('request', fastify.routing) > 0;
    if (isOwn) listener(other);
  };
  // It opens them between the two.
  server.once('listening', () => subscribe(LISTEN_CHANNEL, notice));
  fastify.addHook('onListen', (done) => {
    unsubscribe(LISTEN_CHANNEL, notice);
    done();
  });
}
