import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { SwaggerModule } from '@nestjs/swagger';
import { OpenApiDocuments } from 'nestjs-rest-routes/openapi';
import { AppModule } from '../../../sample/catalogue/app.module.js';
import { corsOptions } from '../../../sample/catalogue/cors-options.js';
import type { AdapterName } from '../../support/application.js';
import type { StartedSample } from './started-sample.js';

/** The sample as its `main.ts` starts it, from its sources. */
export async function startSampleInProcess(name: AdapterName): Promise<StartedSample> {
  const adapter = name === 'fastify' ? new FastifyAdapter() : new ExpressAdapter();
  const app = await NestFactory.create(AppModule, adapter, { cors: corsOptions(), logger: false });
  SwaggerModule.setup('reference', app, () => app.get(OpenApiDocuments).document('acme/v1'));
  await app.listen(0, '127.0.0.1');
  return { url: await app.getUrl(), stop: () => app.close() };
}
