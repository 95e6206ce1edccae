const CONTROLLER = `import {
  Callback,
  HttpMethod,
  ListOf,
  Param,
  RestController,
  RestRequest,
  RestRoute,
  ValueClass,
  type int,
} from 'nestjs-rest-routes';
import type { AppService } from './app.service.js';
import type { Variant } from './variant.js';

@ValueClass()
export class OrderLine {
  sku: string;
  qty: int = 1;
}

@RestController('v1', '/items')
export class ItemsController {
  @RestRoute('/{id}', HttpMethod.Get, new Callback(ItemsController.mayRead))
  one(
    id: int,
    service: AppService,
    @Param({ maximum: 10 }) n: int = 3,
    variant?: Variant,
    @ListOf(OrderLine, { maxItems: 2 }) lines: OrderLine[] = [],
  ) {
    return { id, greeting: service.getHello(), n, variant: variant ?? null, lines };
  }

  static mayRead(id: int, request: RestRequest): boolean {
    return id !== 13 && request.method === 'GET';
  }
}
`;

const MODULE = `import { Module } from '@nestjs/common';
import { RestModule } from 'nestjs-rest-routes';
import { AppController } from './app.controller.js';
import { AppService } from './app.service.js';
import { ItemsController } from './items.controller.js';

@Module({
  imports: [RestModule.forRoot({ namespace: 'acme' })],
  controllers: [AppController],
  providers: [AppService, ItemsController],
})
export class AppModule {}
`;

const SPEC = `import { Test } from '@nestjs/testing';
import { AppModule } from './app.module.js';

it('answers', async () => {
  const module = await Test.createTestingModule({ imports: [AppModule] }).compile();
  const app = module.createNestApplication();
  await app.listen(0, '127.0.0.1');
  const url = (await app.getUrl()) + '/api/acme/v1/items/7';
  const good = await fetch(url + '?variant=full');
  expect(await good.json()).toMatchObject({ id: 7, n: 3, variant: 'full', lines: [] });
  expect((await fetch(url + '?variant=none')).status).toBe(400);
  await app.close();
});
`;

/** An application in signature style; its types are imported as types alone. */
export const SOURCES: Readonly<Record<string, string>> = {
  'src/items.controller.ts': CONTROLLER,
  'src/variant.ts': "export enum Variant { Full = 'full', Teaser = 'teaser' }\n",
  'src/app.module.ts': MODULE,
  'src/items.spec.ts': SPEC,
};

/** The line that a user adds to `nest-cli.json`. */
export const PLUGIN_LINE = '"plugins": ["nestjs-rest-routes"]';
