import { Body, Controller, Get, Module, type ModuleMetadata, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import {
  DeclarationException,
  HttpMethod,
  PublicAccess,
  RestController,
  RestModule,
  RestRoute,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, startApplication } from '../support/application.js';

class ItemsService {
  readonly titles = ['Chair'];
}

@RestController('v1', '/items')
class ItemsController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list() {
    return ['Chair'];
  }

  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(@Body() body: unknown) {
    return { body };
  }
}

@RestController('v1', '/orders')
class OrdersController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list() {
    return [];
  }
}

@Controller('plain')
class PlainController {
  @Get()
  get() {
    return 'plain';
  }
}

@Module({ providers: [ItemsService, ItemsController], exports: [ItemsService] })
class ItemsModule {}

@Module({ imports: [ItemsModule], controllers: [PlainController, OrdersController] })
class ShopModule {}

const adapters = { express: () => new ExpressAdapter(), fastify: () => new FastifyAdapter() };

describe.each(ADAPTERS)('controllers of an application without RestModule on %s', (name) => {
  const started = {
    NestFactory: (module: Type) => startApplication({ imports: [module] }, { adapter: name }),
    'a testing module': async (module: Type) => {
      const testing = await Test.createTestingModule({ imports: [module] }).compile();
      const nest = testing.createNestApplication(adapters[name](), { logger: false });
      await nest.init();
      return nest;
    },
  };

  test.each(Object.entries(started))(
    'stop the start by %s, each with its name',
    async (_name, start) => {
      const error = await start(ShopModule).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(DeclarationException);
      const { diagnostics, message } = error as DeclarationException;
      expect(diagnostics.map(({ code, className }) => [code, className])).toEqual([
        ['RR1069', 'OrdersController'],
        ['RR1069', 'ItemsController'],
      ]);
      expect(message).toContain('imports: [RestModule.forRoot(');
    },
  );

  test.each(Object.entries(started))(
    'are served if RestModule is imported as the diagnostic says, started by %s',
    async (_name, start) => {
      @Module({ imports: [RestModule.forRoot({ namespace: 'acme' }), ShopModule] })
      class FixedModule {}
      await (await start(FixedModule)).close();
    },
  );

  test('do not matter to an application that has none of them', async () => {
    const app = await startApplication({ controllers: [PlainController] }, { adapter: name });
    expect((await app.fetch('GET', '/plain')).text).toBe('plain');
    await app.close();
  });

  test('a served route with @Body() gets the body as it was sent', async () => {
    const served: ModuleMetadata = {
      imports: [RestModule.forRoot({ namespace: 'acme' }), ItemsModule],
    };
    const app = await startApplication(served, { adapter: name });
    const headers = { 'content-type': 'application/json' };
    const sent = { headers, body: '{"title":"Lamp"}' };
    const { body } = await app.fetch('POST', '/api/acme/v1/items', sent);
    expect(body).toEqual({ body: { title: 'Lamp' } });
    await app.close();
  });
});

describe('without HTTP, nothing is expected to be served', () => {
  test('a unit test creates a module with a controller', async () => {
    const testing = await Test.createTestingModule({ imports: [ItemsModule] }).compile();
    await testing.init();
    expect(testing.get(ItemsService, { strict: false }).titles).toEqual(['Chair']);
    await testing.close();
  });

  test('an application context imports a feature module for its services', async () => {
    const context = await NestFactory.createApplicationContext(ItemsModule, { logger: false });
    expect(context.get(ItemsService, { strict: false }).titles).toEqual(['Chair']);
    await context.close();
  });
});
