import fastifyHelmet from '@fastify/helmet';
import { Module, type INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { SwaggerModule } from '@nestjs/swagger';
import helmet from 'helmet';
import {
  OpenApiDocuments,
  OpenApiModule,
  type OpenApiModuleOptions,
} from 'nestjs-rest-routes/openapi';
import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ADAPTERS, type AdapterName } from '../../support/application.js';
import { fixtureModule } from '../../support/fixture.js';

export const info = { title: 'Things <b>&</b> more', version: '2.0.0' };

/** How clients reach the application. */
type Setting = 'nothing beside it' | 'the defaults of helmet' | 'a proxy that removes /shop';

/** Each adapter in each setting. */
export const CASES = ADAPTERS.flatMap((adapter) =>
  (['nothing beside it', 'the defaults of helmet', 'a proxy that removes /shop'] as const).map(
    (setting) => [adapter, setting] as const,
  ),
);

export interface ReferenceApplication {
  readonly nest: INestApplication;
  /** The URL of the application, as its clients know it. */
  readonly url: string;
  close(): Promise<void>;
}

/** An application whose `main.ts` has the line for the page of `@nestjs/swagger`. */
export async function startReference(
  adapter: AdapterName,
  setting: Setting,
): Promise<ReferenceApplication> {
  const isBehindProxy = setting === 'a proxy that removes /shop';
  const nest = await createReference(adapter, {
    info,
    ...(isBehindProxy ? { servers: [{ url: '/shop' }] } : {}),
  });
  if (setting === 'the defaults of helmet') {
    if (adapter === 'express') nest.use(helmet());
    else await (nest as NestFastifyApplication).register(fastifyHelmet);
  }
  SwaggerModule.setup('reference', nest, () => nest.get(OpenApiDocuments).document('acme/v1'));
  await nest.listen(0, '127.0.0.1');
  const { port } = nest.getHttpServer().address() as AddressInfo;
  if (!isBehindProxy) return { nest, url: urlOf(port), close: () => nest.close() };
  const proxy = await startProxy(port);
  const close = async () => {
    await proxy.close();
    await nest.close();
  };
  return { nest, url: `${proxy.url}/shop`, close };
}

/** An application that is not initialised yet. */
export function createReference(
  adapter: AdapterName,
  options: OpenApiModuleOptions,
): Promise<INestApplication> {
  const { imports = [], ...parts } = fixtureModule;
  @Module({ ...parts, imports: [...imports, OpenApiModule.forRoot(options)] })
  class AppModule {}
  return NestFactory.create(
    AppModule,
    adapter === 'express' ? new ExpressAdapter() : new FastifyAdapter(),
    { logger: false, abortOnError: false },
  );
}

/** Forwards what is below `/shop` to a port, without `/shop`. */
async function startProxy(port: number) {
  const server = createServer((request, response) => {
    const { url: path = '', method, headers } = request;
    if (!path.startsWith('/shop/')) {
      response.writeHead(404).end();
      return;
    }
    const target = { host: '127.0.0.1', port, path: path.slice('/shop'.length), method, headers };
    const forwarded = send(target, (received) => {
      response.writeHead(received.statusCode ?? 500, received.headers);
      received.pipe(response);
    });
    request.pipe(forwarded);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { url: urlOf((server.address() as AddressInfo).port), close };
}

function urlOf(port: number): string {
  return `http://127.0.0.1:${port}`;
}
