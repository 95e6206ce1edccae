// Nest 12 with a Standard Schema on each parameter, here of zod, and the pipe that Nest has for them.
import 'reflect-metadata';
import { CacheInterceptor, CacheModule } from '@nestjs/cache-manager';
import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  Post,
  Query,
  StandardSchemaValidationPipe,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import { z } from 'zod';
import { ITEMS } from '../data.mjs';
import { itemsToCache } from '../serving.mjs';
import { decorateMethod, moduleOf, RemovalGuard, serve } from './nest-application.mjs';

const Line = z.strictObject({ sku: z.string().min(1), qty: z.int().min(1).max(99) });
const Order = z.object({ email: z.email(), lines: z.array(Line).min(1).max(20) });

class ItemsController {
  // Ahead of the placeholder, which would take it for an id.
  cached() {
    return itemsToCache();
  }
  one(id, variant) {
    return { id, variant };
  }
  list() {
    return ITEMS;
  }
  order(body) {
    return { email: body.email, count: body.lines.length };
  }
  remove() {}
}
const { prototype } = ItemsController;
Param('id', { schema: z.coerce.number().int() })(prototype, 'one', 0);
Query('variant', { schema: z.enum(['full', 'teaser']).default('full') })(prototype, 'one', 1);
Body({ schema: Order })(prototype, 'order', 0);
decorateMethod(prototype, 'list', Get());
decorateMethod(prototype, 'cached', Get('cached'), UseInterceptors(CacheInterceptor));
decorateMethod(prototype, 'one', Get(':id'));
decorateMethod(prototype, 'order', Post(), HttpCode(201));
decorateMethod(prototype, 'remove', Delete(':id'), HttpCode(204), UseGuards(RemovalGuard));
Controller('items')(ItemsController);
await serve(moduleOf(ItemsController, [CacheModule.register({ ttl: 3_600_000 })]), (app) =>
  app.useGlobalPipes(new StandardSchemaValidationPipe()),
);
