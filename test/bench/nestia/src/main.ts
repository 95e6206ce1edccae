// nestia as its documentation has it: typed routes, whose validators and serializers its compiler makes.
import 'reflect-metadata';
import core from '@nestia/core';
import {
  Controller,
  HttpCode,
  Module,
  UnauthorizedException,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { tags } from 'typia';

interface Item {
  id: number;
  title: string;
  price: number;
  isActive: boolean;
  tags: string[];
}

interface Line {
  sku: string & tags.MinLength<1>;
  qty: number & tags.Type<'int32'> & tags.Minimum<1> & tags.Maximum<99>;
}

interface Order {
  email: string & tags.Format<'email'>;
  lines: Line[] & tags.MinItems<1> & tags.MaxItems<20>;
}

interface Variant {
  variant?: 'full' | 'teaser';
}

const ITEMS: Item[] = Array.from({ length: 100 }, (_, id) => ({
  id,
  title: `Item ${id}`,
  price: id * 1.5,
  isActive: id % 2 === 0,
  tags: ['new', 'sale'],
}));

class RemovalGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { headers } = context
      .switchToHttp()
      .getRequest<{ headers: { authorization?: string } }>();
    if (headers.authorization === 'Bearer editor') return true;
    throw new UnauthorizedException();
  }
}

@Controller('items')
class ItemsController {
  @core.TypedRoute.Get()
  list(): Item[] {
    return ITEMS;
  }

  @core.TypedRoute.Get(':id')
  one(
    @core.TypedParam('id') id: number & tags.Type<'int32'>,
    @core.TypedQuery() { variant = 'full' }: Variant,
  ): { id: number; variant: string } {
    return { id, variant };
  }

  @core.TypedRoute.Post()
  order(@core.TypedBody() body: Order): { email: string; count: number } {
    return { email: body.email, count: body.lines.length };
  }

  @core.TypedRoute.Delete(':id')
  @HttpCode(204)
  @UseGuards(RemovalGuard)
  remove(@core.TypedParam('id') _id: number & tags.Type<'int32'>): void {}
}

/** How many more routes there are; each has a class of its own, as types cannot be made in a loop. */
const things = Array.from({ length: Number(process.env['ROUTES'] ?? 10) }, (_, n) => {
  @Controller(`things/${n}`)
  class ThingController {
    @core.TypedRoute.Get(':id')
    thing(@core.TypedParam('id') id: number & tags.Type<'int32'>): { id: number } {
      return { id };
    }
  }
  return ThingController;
});

@Module({ controllers: [ItemsController, ...things] })
class AppModule {}

const adapter = process.argv[2] === 'fastify' ? new FastifyAdapter() : new ExpressAdapter();
const app = await NestFactory.create(AppModule, adapter, { logger: false });
await app.listen(0, '127.0.0.1');
const { listening } = await import(new URL('../../http/serving.mjs', import.meta.url).href);
listening(await app.getUrl());
