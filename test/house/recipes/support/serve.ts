// Runs in a child process of a test, beside packages that change the modules of Node.
import { Module, type ModuleMetadata } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { RestModule } from 'nestjs-rest-routes';

/** Serves providers on both adapters, and tells the test the URL of each. */
export async function serve(providers: NonNullable<ModuleMetadata['providers']>): Promise<void> {
  class AppModule {}
  Module({ imports: [RestModule.forRoot({ namespace: 'acme' })], providers })(AppModule);
  const start = async (adapter: ExpressAdapter | FastifyAdapter): Promise<string> => {
    const app = await NestFactory.create(AppModule, adapter, { logger: false });
    await app.listen(0, '127.0.0.1');
    return app.getUrl();
  };
  const express = await start(new ExpressAdapter());
  const fastify = await start(new FastifyAdapter());
  process.once('disconnect', () => process.exit());
  process.send?.({ express, fastify });
}

/** Makes two requests wait for one another in their method. */
export class Meeting {
  #release: (() => void) | undefined;

  arrive(): Promise<void> {
    const first = this.#release;
    this.#release = undefined;
    if (first === undefined) return new Promise((resolve) => (this.#release = resolve));
    first();
    return Promise.resolve();
  }
}
