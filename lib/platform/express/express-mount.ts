import type { Server } from 'node:http';
import type { AbstractHttpAdapter } from '@nestjs/core';
import { DEFAULT_BODY_LIMIT } from '../body/read-request-body.js';
import type { HttpMount, MountOptions, Served } from '../http/http-mount.js';
import { overrideMethod } from '../http/method-override.js';
import { ResponseClosing } from '../http/response-closing.js';
import { makeExpressRequests } from '../node/express-classes.js';
import { exposeBodies, REST_BODY } from './express-body.js';
import { letOptionsPassCors } from './express-cors.js';
import { DirectRoutes, type LayerPair } from './express-direct-routes.js';
import { beforeExpress } from './express-entrance.js';
import { watchLateHeaders } from './express-late-headers.js';
import { letReadBodiesPass, moveBeforeParsers } from './express-layers.js';
import { bodyMiddleware, errorMiddleware, routeMiddleware } from './express-middleware.js';
import { createRequestOrigin } from './express-origin.js';
import type { ExpressInstance, ExpressRequest } from './express-request.js';
import { ExpressResponder } from './express-responder.js';
import { ExpressRouteFinder } from './express-route-finder.js';

/**
 * Serves on Express with two layers: one reads the bodies of requests to routes, ahead of the body
 * parsers; one after the application's own routes responds. Where no layer between the two would see a
 * request, the first responds, which saves the way through the parsers.
 */
export class ExpressMount implements HttpMount {
  constructor(
    private readonly adapter: AbstractHttpAdapter,
    private readonly options: MountOptions,
  ) {}

  serve(served: Served): void {
    const express = this.adapter.getInstance<ExpressInstance>();
    const finder = new ExpressRouteFinder(served, express.router);
    this.#prepare(express, finder);
    if (this.options.optimize) {
      makeExpressRequests(this.adapter.getHttpServer() as Server, express);
    }
    beforeExpress<ExpressRequest>(express, (request) =>
      overrideMethod(request, served, finder.strictness),
    );
    this.#addLayers(served, express, finder);
  }

  /** Changes what Express has already: its prototypes, the CORS middleware and the body parsers. */
  #prepare({ request, response, router }: ExpressInstance, finder: ExpressRouteFinder): void {
    exposeBodies(request);
    watchLateHeaders(response);
    letOptionsPassCors(router.stack, (one) => finder.isRoute(one));
    letReadBodiesPass(router.stack, (one) => one[REST_BODY] !== undefined);
  }

  #addLayers(served: Served, express: ExpressInstance, finder: ExpressRouteFinder): void {
    const { stack } = express.router;
    const responder = new ExpressResponder(this.adapter, served, finder, {
      originOf: createRequestOrigin(() => express.get('trust proxy')),
      closing: new ResponseClosing(),
      subRequests: served.subRequests,
    });
    const direct = new DirectRoutes(served, stack, (): LayerPair => [reading, responding]);
    const limit = this.options.bodyLimit ?? DEFAULT_BODY_LIMIT;
    const reading = bodyMiddleware(finder, responder, direct, limit);
    const responding = routeMiddleware(responder);
    this.adapter.use(reading);
    moveBeforeParsers(stack);
    this.adapter.use(responding);
    this.adapter.use(errorMiddleware(responder));
  }
}
