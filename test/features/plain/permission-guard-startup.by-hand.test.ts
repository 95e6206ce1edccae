import {
  Controller,
  Get,
  Module,
  Param as NestParam,
  UseGuards,
  type ModuleMetadata,
} from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import {
  allOf,
  Arguments,
  Callback,
  Capability,
  DeclarationException,
  Param,
  PermissionGuard,
  PublicAccess,
  RequirePermission,
  RestModule,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { startRoutes, type RoutesOptions } from '../../support/application.js';

class Unprovided {
  serve(): void {}
}

const isEven = (id: number) => id % 2 === 0;

async function failureOf(start: () => Promise<{ close(): Promise<void> }>): Promise<unknown> {
  try {
    const app = await start();
    await app.close();
    return undefined;
  } catch (error) {
    return error;
  }
}

const failureWith = (controllers: NonNullable<RoutesOptions['controllers']>) =>
  failureOf(() => startRoutes([], { adapter: 'express', controllers }));

describe('a callback on a plain controller that cannot be called', () => {
  test('stops the start, with all diagnostics at once', async () => {
    @Controller('cats')
    class CatsController {
      @Get('unnamed')
      @RequirePermission(new Callback(CatsController.unnamed))
      first() {}

      @Get('untyped/:id')
      @RequirePermission(new Callback(CatsController.untyped))
      second(@NestParam('id') id: unknown) {
        return id;
      }

      @Get('unprovided')
      @RequirePermission(new Callback(CatsController.unprovided))
      third() {}

      @Get('function')
      @RequirePermission(new Callback(isEven))
      fourth() {}

      @Get('argument/:id')
      @RequirePermission(allOf(new Capability('read'), new Callback(CatsController.argument)))
      fifth() {}

      @Get('arguments')
      @RequirePermission(new Callback(CatsController.arguments))
      sixth() {}

      static unnamed(id: number): boolean {
        return id > 0;
      }

      static untyped(@Param({ name: 'id' }) id: unknown): boolean {
        return id !== undefined;
      }

      static unprovided(@Param({ inject: Unprovided }) service: Unprovided): boolean {
        return service instanceof Unprovided;
      }

      static argument(@Param({ name: 'id', type: 'integer' }) id: number): boolean {
        return id > 0;
      }

      static arguments(@Arguments({ page: { type: 'integer' } }) page: object): boolean {
        return page !== undefined;
      }
    }
    const failure = await failureWith([CatsController]);
    expect(failure).toBeInstanceOf(DeclarationException);
    const { diagnostics } = failure as DeclarationException;
    expect(
      diagnostics.map(({ code, className, methodName }) => [code, className, methodName]),
    ).toEqual([
      ['RR1016', 'CatsController', 'first, permission callback'],
      ['RR1016', 'CatsController', 'second, permission callback'],
      ['RR1019', 'CatsController', 'third'],
      ['RR1016', 'CatsController', 'fourth, permission callback'],
      ['RR1009', 'CatsController', 'fourth'],
      ['RR1065', 'CatsController', 'fifth, permission callback'],
      ['RR1065', 'CatsController', 'sixth, permission callback'],
    ]);
    expect(String(failure)).toContain('Declare a RestRequest parameter, and read');
  });
});

describe('PermissionGuard without RestModule', () => {
  @Controller('cats')
  @UseGuards(PermissionGuard)
  class CatsController {
    @Get()
    @RequirePermission(new PublicAccess())
    list() {}
  }

  const start = async (metadata: ModuleMetadata) => {
    @Module(metadata)
    class AppModule {}
    const testing = await Test.createTestingModule({ imports: [AppModule] }).compile();
    const app = testing.createNestApplication({ logger: false });
    await app.init();
    return app;
  };

  test('stops the start, and says what to import', async () => {
    const failure = await failureOf(() => start({ controllers: [CatsController] }));
    expect(String(failure)).toContain('import RestModule.forRoot() in the root module');
  });

  test('stops the start as a guard of the whole application too', async () => {
    const failure = await failureOf(() =>
      start({ providers: [{ provide: APP_GUARD, useClass: PermissionGuard }] }),
    );
    expect(String(failure)).toContain('import RestModule.forRoot() in the root module');
  });

  test('is no error where RestModule is imported', async () => {
    const imports = [RestModule.forRoot({ namespace: 'acme' })];
    expect(await failureOf(() => start({ imports, controllers: [CatsController] }))).toBe(
      undefined,
    );
  });
});
