import { Injectable, Module, UnauthorizedException } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  Cache,
  Callback,
  Capability,
  Format,
  HttpMethod,
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

declare class AppModule {}

// The example stands here.
