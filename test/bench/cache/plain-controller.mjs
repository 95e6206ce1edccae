// A plain controller behind Nest's CacheInterceptor, or behind RestCacheInterceptor. Nothing else differs.
// node plain-controller.mjs fastify|express nest|rest
import 'reflect-metadata';
import { CacheInterceptor, CacheModule } from '@nestjs/cache-manager';
import { Controller, Get, Module, UseInterceptors } from '@nestjs/common';
import {
  Cache,
  PublicAccess,
  RequirePermission,
  RestCacheInterceptor,
  RestModule,
} from 'nestjs-rest-routes';
import { decorateMethod, serve } from '../http/contenders/nest-application.mjs';
import { itemsToCache } from '../http/serving.mjs';

const CACHES = {
  nest: {
    decorators: [UseInterceptors(CacheInterceptor)],
    imports: [CacheModule.register({ ttl: 3_600_000 })],
  },
  rest: {
    decorators: [
      UseInterceptors(RestCacheInterceptor),
      Cache({ ttl: '1h' }),
      RequirePermission(new PublicAccess()),
    ],
    imports: [RestModule.forRoot({ namespace: 'acme' })],
  },
};
const { decorators, imports } = CACHES[process.argv[3]];

class ItemsController {
  cached() {
    return itemsToCache();
  }
  async slow() {
    // Long enough for all requests of the proof to arrive.
    await new Promise((resolve) => setTimeout(resolve, 500));
    return itemsToCache();
  }
}
decorateMethod(ItemsController.prototype, 'cached', Get('cached'), ...decorators);
decorateMethod(ItemsController.prototype, 'slow', Get('slow'), ...decorators);
Controller('items')(ItemsController);

class AppModule {}
Module({ imports, controllers: [ItemsController] })(AppModule);
await serve(AppModule);
