import {
  Controller,
  Get,
  Module,
  Param,
  ParseIntPipe,
  UnauthorizedException,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { MORE_ROUTES, userOf } from '../data.mjs';
import { listening } from '../serving.mjs';
import { demandCapability, PROVIDERS, surround } from '../usual.mjs';

/** Puts decorators on a method, as TypeScript would. */
export function decorateMethod(prototype, name, ...decorators) {
  const descriptor = Object.getOwnPropertyDescriptor(prototype, name);
  for (const decorator of decorators.toReversed()) decorator(prototype, name, descriptor);
}

/** Lets those through who may remove items. */
export class RemovalGuard {
  canActivate(context) {
    const { headers } = context.switchToHttp().getRequest();
    if (userOf(headers.authorization)?.capabilities.includes('delete_items')) return true;
    throw new UnauthorizedException();
  }
}

export function adapterOf(name) {
  return name === 'fastify' ? new FastifyAdapter() : new ExpressAdapter();
}

/** Serves a module on the adapter that the command line names. */
export async function serve(AppModule, configure = () => {}) {
  const root = { module: class RootModule {}, imports: [AppModule], providers: PROVIDERS };
  const app = await NestFactory.create(root, adapterOf(process.argv[2]), { logger: false });
  await surround(app, process.argv[2]);
  configure(app);
  await app.listen(0, '127.0.0.1');
  listening(await app.getUrl());
}

/** A module of the controller under test and of the further routes. */
export function moduleOf(ItemsController, imports = []) {
  demandCapability(ItemsController);
  class ThingsController {}
  for (let n = 0; n < MORE_ROUTES; n++) {
    ThingsController.prototype[`thing${n}`] = (id) => ({ id });
    Param('id', ParseIntPipe)(ThingsController.prototype, `thing${n}`, 0);
    decorateMethod(ThingsController.prototype, `thing${n}`, Get(`${n}/:id`));
  }
  Controller('things')(ThingsController);
  class AppModule {}
  Module({ imports, controllers: [ItemsController, ThingsController] })(AppModule);
  return AppModule;
}
