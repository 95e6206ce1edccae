import { Controller, Get, Module, Req, type INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type Express } from 'express';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  HttpMethod,
  PublicAccess,
  RestController,
  RestModule,
  RestRoute,
} from 'nestjs-rest-routes';
import { onTestFinished } from 'vitest';

/** The path of the REST route. It answers `[1, 2]`. */
export const ITEMS = '/api/acme/v1/items';

interface ExpressRequest {
  readonly url: string;
  readonly path: string;
  readonly query: unknown;
  readonly get: unknown;
}

@RestController('v1', '/items')
class ItemsController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list() {
    return [1, 2];
  }
}

@Controller('plain')
class PlainController {
  @Get()
  one(@Req() { path, url, get }: ExpressRequest) {
    return { path, url, hasGet: typeof get === 'function' };
  }

  @Get('query')
  query(@Req() { query }: ExpressRequest) {
    return query ?? null;
  }
}

@Module({
  imports: [RestModule.forRoot({ namespace: 'acme' })],
  providers: [ItemsController],
  controllers: [PlainController],
})
class AppModule {}

export interface ExpressServer {
  readonly app: INestApplication;
  readonly server: Server;
  readonly port: number;
  readonly url: string;
}

/** Serves a REST route and a plain controller on Express until the end of the test. */
export async function startExpress(
  served: Express | ExpressAdapter = express(),
  prepare: (server: Server) => void = () => undefined,
): Promise<ExpressServer> {
  const adapter = served instanceof ExpressAdapter ? served : new ExpressAdapter(served);
  const app = await NestFactory.create(AppModule, adapter, { logger: false });
  const server = app.getHttpServer() as Server;
  prepare(server);
  await app.listen(0, '127.0.0.1');
  onTestFinished(() => app.close());
  const { port } = server.address() as AddressInfo;
  return { app, server, port, url: `http://127.0.0.1:${port}` };
}

/** Serves an Express application by a plain server of Node until the end of the test. */
export async function startPlainServer(instance: Express): Promise<string> {
  const server = createServer(instance as unknown as RequestListener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The status and the JSON of a GET request. */
export async function getJson(url: string): Promise<[number, unknown]> {
  const response = await fetch(url);
  return [response.status, await response.json()];
}
