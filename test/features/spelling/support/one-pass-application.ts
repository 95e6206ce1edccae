import {
  All,
  Controller,
  Injectable,
  Module,
  Post,
  Put,
  Req,
  RequestMethod,
  type CallHandler,
  type CanActivate,
  type ExecutionContext,
  type MiddlewareConsumer,
  type NestInterceptor,
  type NestModule,
} from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import express, { type RequestHandler } from 'express';
import fastify from 'fastify';
import {
  Capability,
  HttpMethod,
  PublicAccess,
  RestController,
  RestRequest,
  RestRoute,
} from 'nestjs-rest-routes';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AdapterName } from '../../../support/application.js';

type Message = Pick<IncomingMessage, 'method' | 'url'> & { readonly originalUrl?: string };

/** Who has seen a request, in order: `gate DELETE /api/acme/v1/items/a`. */
export const seen: string[] = [];

function note(part: string, { method = '', url = '', originalUrl = url }: Message): void {
  seen.push(`${part} ${method} ${originalUrl}`);
}

/** The store of each request, as CLS has it. */
const storage = new AsyncLocalStorage<{ readonly runs: string[] }>();

function openStore(message: Message, run: () => void): void {
  const outer = storage.getStore();
  storage.run({ runs: [...(outer?.runs ?? []), message.method ?? ''] }, run);
}

const open = new PublicAccess();

@RestController('v1', '/items')
export class ItemsController {
  @RestRoute('/{slug}', HttpMethod.Get, open)
  one(slug: string, request: RestRequest) {
    return { slug, method: request.method, runs: storage.getStore()?.runs };
  }

  @RestRoute('/{slug}', HttpMethod.Post, open)
  post(slug: string, title: string | null = null) {
    return { posted: slug, title };
  }

  @RestRoute('/{slug}', HttpMethod.Put, open, { batch: true })
  update(slug: string, title: string, request: RestRequest) {
    return { slug, title, method: request.method, runs: storage.getStore()?.runs };
  }

  @RestRoute('/{slug}', HttpMethod.Delete, new Capability('remove_items'))
  remove(slug: string) {
    return { removed: slug };
  }
}

/** A plain controller beside the routes. */
@Controller('api/acme/v1/plain')
export class PlainController {
  @Post(':slug')
  post() {
    return { plain: 'POST' };
  }

  @Put(':slug')
  put() {
    return { plain: 'PUT' };
  }
}

/** Plain handlers beside `DELETE /items/{slug}`, whose paths are not one text or placeholder in each segment. */
@Controller('api/acme/v1/items')
export class OddController {
  @Post('v:number')
  number(@Req() { method }: Message) {
    return { odd: method };
  }

  @Post(':from-:to')
  range(@Req() { method }: Message) {
    return { odd: method };
  }

  @All('wild/*')
  wild(@Req() { method }: Message) {
    return { odd: method };
  }

  @All('all')
  all(@Req() { method }: Message) {
    return { odd: method };
  }
}

@Injectable()
class NotingGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    note('guard', context.switchToHttp().getRequest<Message>());
    return true;
  }
}

@Injectable()
class NotingInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler) {
    note('interceptor', context.switchToHttp().getRequest<Message>());
    return next.handle();
  }
}

/** Middleware of a module: for all methods, and for PUT and POST by method and path. */
@Module({
  providers: [
    { provide: APP_GUARD, useClass: NotingGuard },
    { provide: APP_INTERCEPTOR, useClass: NotingInterceptor },
  ],
})
export class NotingModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    const path = 'api/acme/v1/items/:slug';
    const noting = (part: string) => (message: Message, _response: unknown, next: () => void) => {
      note(part, message);
      next();
    };
    consumer
      .apply(noting('middleware'))
      .forRoutes('api/acme/v1/*rest')
      .apply(noting('middleware of PUT'))
      .forRoutes({ path, method: RequestMethod.PUT })
      .apply(noting('middleware of POST'))
      .forRoutes({ path, method: RequestMethod.POST });
  }
}

/** The gate, the store and the log of an application, before everything else that it has. */
export function gatedAdapter(adapter: AdapterName): ExpressAdapter | FastifyAdapter {
  return adapter === 'express' ? new ExpressAdapter(gatedExpress()) : gatedFastify();
}

function gatedExpress() {
  const server = express();
  const gate = (message: Message, response: ServerResponse, next: () => void): void => {
    note('gate', message);
    response.on('finish', () => note(`log ${response.statusCode}`, message));
    openStore(message, next);
  };
  server.use(gate as unknown as RequestHandler);
  return server;
}

function gatedFastify(): FastifyAdapter {
  const instance = fastify();
  instance.addHook('onRequest', (request, _reply, done) => {
    note('gate', request.raw);
    openStore(request.raw, done);
  });
  instance.addHook('preHandler', (request, _reply, done) => {
    note('preHandler', request.raw);
    done();
  });
  instance.addHook('onResponse', (request, reply, done) => {
    note(`log ${reply.statusCode}`, request.raw);
    done();
  });
  return new FastifyAdapter(instance as never);
}
