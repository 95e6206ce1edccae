import { Injectable, Module, UnauthorizedException } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  Cache,
  Callback,
  Capability,
  Format,
  HttpMethod,
  InvalidArgument,
  LazyInjectable,
  ListOf,
  Param,
  PublicAccess,
  RestCache,
  RestController,
  RestException,
  RestModule,
  RestRequest,
  RestResponse,
  RestRoute,
  RestRoutes,
  UploadedFile,
  ValueClass,
  type int,
} from 'nestjs-rest-routes';

enum Variant {
  Full = 'full',
  Teaser = 'teaser',
}

interface Item {
  readonly id: int;
  readonly title: string;
}

@Injectable()
class ItemsService {
  find(page?: number, perPage?: number): Promise<{ items: readonly Item[]; total: number }> {
    return Promise.resolve({ items: [], total: (page ?? 0) + (perPage ?? 0) });
  }
}

@ValueClass()
class OrderLine {
  @Param({ minLength: 1 }) sku!: string;
  @Param({ minimum: 1, maximum: 99 }) quantity: int = 1;
}

declare class AppModule {}

// A block with prelude=module replaces this line.

{
  @RestController('v1', '/items')
  class ItemsController {
    constructor(private readonly items: ItemsService) {}

    // A block with prelude=members replaces this line.
  }
}

async function example(cache: RestCache, item: Item) {
  class ItemsController {
    one(id: int): Item {
      return { id, title: '' };
    }
  }

  // A block with prelude=body replaces this line.
}
