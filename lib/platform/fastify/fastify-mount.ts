import type { AbstractHttpAdapter } from '@nestjs/core';
import { DEFAULT_BODY_LIMIT } from '../body/read-request-body.js';
import type { HttpMount, MountOptions, Served } from '../http/http-mount.js';
import { keepBodyError, readBodies } from './fastify-bodies.js';
import { letOptionsPassCors } from './fastify-cors.js';
import { addEarlyHook } from './fastify-early-hook.js';
import type { FastifyInstance, FastifyReply, FastifyRequest } from './fastify-instance.js';
import { OWN_HANDLER } from '../sub-requests/plain-routes.js';
import { FastifyResponder } from './fastify-responder.js';
import { addRoutes } from './fastify-routes.js';
import { catchMalformedUrls, isRoute } from './fastify-target.js';

/** Serves on Fastify with routes in a scope of its own, which keeps its parsers and error handler apart. */
export class FastifyMount implements HttpMount {
  constructor(
    private readonly adapter: AbstractHttpAdapter,
    private readonly options: MountOptions,
  ) {}

  serve(served: Served): void {
    const instance = this.adapter.getInstance<FastifyInstance>();
    const responder = new FastifyResponder(this.adapter, served);
    catchMalformedUrls(instance.server, served);
    instance.register((scope, _options, done) => {
      const limit = this.options.bodyLimit ?? scope.initialConfig.bodyLimit ?? DEFAULT_BODY_LIMIT;
      prepareRequests(scope, served);
      readBodies(scope, limit);
      handleErrors(scope, responder, limit);
      const handler = (request: FastifyRequest, reply: FastifyReply): void =>
        responder.respond(request, reply);
      addRoutes(scope, served, Object.assign(handler, { [OWN_HANDLER]: true }));
      done();
    });
  }
}

function prepareRequests(scope: FastifyInstance, served: Served): void {
  scope.decorateRequest('restBody', undefined);
  scope.decorateRequest('restUrl', undefined);
  letOptionsPassCors(scope, (request: FastifyRequest) => isRoute(request, served));
  addEarlyHook(scope, served);
}

function handleErrors(scope: FastifyInstance, responder: FastifyResponder, limit: number): void {
  scope.setErrorHandler((error: unknown, request: FastifyRequest, reply: FastifyReply) =>
    keepBodyError(error, request, limit)
      ? responder.respond(request, reply)
      : responder.respondWithError(error, request, reply),
  );
}
