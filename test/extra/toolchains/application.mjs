/** An application in signature style, with imports as ESM or CommonJS projects write them. */
export function sourcesOf(format) {
  const js = format === 'module' ? '.js' : '';
  return {
    'package.json': JSON.stringify({ name: 'application', private: true, type: format }),
    'tsconfig.json': JSON.stringify(TSCONFIG),
    'src/items.controller.ts': controllerOf(js),
    'src/items.service.ts': SERVICE,
    'src/variant.ts': "export enum Variant { Full = 'full', Teaser = 'teaser' }\n",
    'src/line.ts': LINE,
    'src/lines.ts': `export { Line } from './line${js}';\n`,
    'src/app.module.ts': moduleOf(js),
    'src/main.ts': mainOf(js),
    'src/items.spec.ts': specOf(js),
  };
}

/** What the application prints when it has started and has answered. */
export const EXPECTED =
  '200 {"id":7,"n":3,"variant":"full","skus":["a"],"name":"item"} 400 main.ts:22';

const TSCONFIG = {
  compilerOptions: {
    target: 'es2023',
    module: 'nodenext',
    strict: true,
    strictPropertyInitialization: false,
    experimentalDecorators: true,
    emitDecoratorMetadata: true,
    skipLibCheck: true,
    sourceMap: true,
    isolatedModules: true,
    types: ['node'],
    outDir: 'out',
    rootDir: 'src',
  },
  include: ['src'],
};

/** The value class comes through another file, so that the attached code has to import it. */
const controllerOf = (
  js,
) => `import { HttpMethod, ListOf, Param, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';
import { ItemsService } from './items.service${js}';
import { Line } from './lines${js}';
import type { Variant } from './variant${js}';

export interface Names { readonly lines: readonly string[] }

@RestController('v1', '/items')
export class ItemsController {
  constructor(private readonly items: ItemsService) {}

  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  one(id: int, @Param({ maximum: 10 }) n: int = 3, variant?: Variant, @ListOf(Line) lines: Line[] = []) {
    const skus = lines.filter((line) => line instanceof Line).map(({ sku }) => sku);
    return { id, n, variant: variant ?? null, skus, name: this.items.name() };
  }
}
`;

const LINE = `import { Param, ValueClass } from 'nestjs-rest-routes';

@ValueClass()
export class Line {
  @Param() sku: string;
}
`;

const SERVICE = `import { Injectable } from '@nestjs/common';

@Injectable()
export class ItemsService {
  name(): string {
    return 'item';
  }
}
`;

const moduleOf = (js) => `import { Module } from '@nestjs/common';
import { RestModule } from 'nestjs-rest-routes';
import { ItemsController } from './items.controller${js}';
import { ItemsService } from './items.service${js}';

@Module({
  imports: [RestModule.forRoot({ namespace: 'acme' })],
  providers: [ItemsController, ItemsService],
})
export class AppModule {}
`;

/** The last line prints its own place, which only a source map leads to. */
const mainOf = (js) => `import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module${js}';

interface Printed {
  readonly text: string;
}

async function start(): Promise<Printed> {
  const app = await NestFactory.create(AppModule, { logger: ['error'], abortOnError: false });
  await app.listen(0, '127.0.0.1');
  const url = (await app.getUrl()) + '/api/acme/v1/items/7';
  const found = await fetch(url + '?variant=full&lines[0][sku]=a');
  const refused = await fetch(url + '?variant=none');
  const text = found.status + ' ' + (await found.text()) + ' ' + refused.status;
  await app.close();
  return { text };
}

start().then(
  ({ text }) => {
    const [, place] = /(main\\.ts:\\d+)/.exec(String(new Error('here').stack)) ?? [];
    console.log(text, place);
  },
  (error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  },
);
`;

const specOf = (js) => `import { Test } from '@nestjs/testing';
import { AppModule } from './app.module${js}';

it('answers', async () => {
  const module = await Test.createTestingModule({ imports: [AppModule] }).compile();
  const app = module.createNestApplication({ logger: ['error'] });
  await app.listen(0, '127.0.0.1');
  const url = (await app.getUrl()) + '/api/acme/v1/items/7';
  const found = await fetch(url + '?variant=full&lines[0][sku]=a');
  expect(await found.json()).toEqual({ id: 7, n: 3, variant: 'full', skus: ['a'], name: 'item' });
  expect((await fetch(url + '?variant=none')).status).toBe(400);
  await app.close();
});
`;
