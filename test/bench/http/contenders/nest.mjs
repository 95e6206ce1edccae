// Nest as its documentation has it: DTOs of class-validator, a validation pipe, a guard, a cache interceptor.
import 'reflect-metadata';
import { CacheInterceptor, CacheModule } from '@nestjs/cache-manager';
import {
  Body,
  Controller,
  DefaultValuePipe,
  Delete,
  Get,
  HttpCode,
  Param,
  ParseEnumPipe,
  ParseIntPipe,
  Post,
  Query,
  UseGuards,
  UseInterceptors,
  ValidationPipe,
} from '@nestjs/common';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsEmail,
  IsInt,
  IsString,
  Max,
  Min,
  MinLength,
  ValidateNested,
} from 'class-validator';
import { ITEMS } from '../data.mjs';
import { itemsToCache } from '../serving.mjs';
import { decorateMethod, moduleOf, RemovalGuard, serve } from './nest-application.mjs';

const decorate = (prototype, name, ...decorators) =>
  decorators.forEach((one) => one(prototype, name));
class LineDto {}
decorate(LineDto.prototype, 'sku', IsString(), MinLength(1));
decorate(LineDto.prototype, 'qty', IsInt(), Min(1), Max(99));
class OrderDto {}
decorate(OrderDto.prototype, 'email', IsEmail());
decorate(
  OrderDto.prototype,
  'lines',
  IsArray(),
  ArrayMinSize(1),
  ArrayMaxSize(20),
  ValidateNested({ each: true }),
  Type(() => LineDto),
);

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
Param('id', ParseIntPipe)(prototype, 'one', 0);
Query(
  'variant',
  new DefaultValuePipe('full'),
  new ParseEnumPipe({ Full: 'full', Teaser: 'teaser' }),
)(prototype, 'one', 1);
Body(new ValidationPipe({ transform: true, whitelist: true, expectedType: OrderDto }))(
  prototype,
  'order',
  0,
);
decorateMethod(prototype, 'list', Get());
decorateMethod(prototype, 'cached', Get('cached'), UseInterceptors(CacheInterceptor));
decorateMethod(prototype, 'one', Get(':id'));
decorateMethod(prototype, 'order', Post(), HttpCode(201));
decorateMethod(prototype, 'remove', Delete(':id'), HttpCode(204), UseGuards(RemovalGuard));
Controller('items')(ItemsController);
await serve(moduleOf(ItemsController, [CacheModule.register({ ttl: 3_600_000 })]));
