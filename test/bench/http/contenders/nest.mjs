// Nest as its documentation has it: DTOs of class-validator, a validation pipe, a guard.
import 'reflect-metadata';
import {
  Body,
  Controller,
  DefaultValuePipe,
  Delete,
  Get,
  HttpCode,
  Module,
  Param,
  ParseEnumPipe,
  ParseIntPipe,
  Post,
  Query,
  UnauthorizedException,
  UseGuards,
  ValidationPipe,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
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
import { ITEMS, listening } from '../data.mjs';

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

class DenyGuard {
  canActivate(context) {
    const { user } = context.switchToHttp().getRequest();
    if (user?.capabilities?.includes('delete_items')) return true;
    throw new UnauthorizedException();
  }
}

class ItemsController {
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
const method = (name, ...decorators) =>
  decorators.forEach((one) =>
    one(prototype, name, Object.getOwnPropertyDescriptor(prototype, name)),
  );
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
method('one', Get(':id'));
method('list', Get());
method('order', Post(), HttpCode(201));
method('remove', Delete(':id'), UseGuards(DenyGuard));
Controller('items')(ItemsController);
class AppModule {}
Module({ controllers: [ItemsController] })(AppModule);

const adapter = process.argv[2] === 'fastify' ? new FastifyAdapter() : new ExpressAdapter();
const app = await NestFactory.create(AppModule, adapter, { logger: false });
await app.listen(0, '127.0.0.1');
listening(await app.getUrl());
