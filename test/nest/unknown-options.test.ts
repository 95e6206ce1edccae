import { Module, type DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { describe, expect, test } from 'vitest';
import {
  HttpMethod,
  PublicAccess,
  RestController,
  RestModule,
  RestRoute,
  type RestModuleOptions,
} from '../../lib/index.js';
import { ADAPTERS } from '../support/application.js';

@RestController('v1', '/items')
class ItemsController {
  @RestRoute('/', HttpMethod.Get, new PublicAccess())
  all() {
    return [];
  }
}

/** Options as a factory makes them, whose names no compiler checks. */
function stated(options: object): RestModuleOptions {
  return { namespace: 'acme', ...options };
}

describe.each(ADAPTERS)('an option of forRoot that nothing reads, on %s', (name) => {
  async function start(module: DynamicModule): Promise<void> {
    @Module({ imports: [module], providers: [ItemsController] })
    class AppModule {}
    const adapter = name === 'express' ? new ExpressAdapter() : new FastifyAdapter();
    const app = await NestFactory.create(AppModule, adapter as never, {
      logger: false,
      abortOnError: false,
    });
    try {
      await app.init();
    } finally {
      await app.close();
    }
  }

  test.each([
    [{ namespce: 'shop' }, 'there is no option namespce. Did you mean namespace?'],
    [{ unknownargs: 'refuse' }, 'there is no option unknownargs. The options are batch, '],
    [{ cache: { tll: 5 } }, 'there is no option cache.tll. The options are caller, '],
    [
      { cache: { maxEntrys: 5 } },
      'there is no option cache.maxEntrys. Did you mean cache.maxEntries?',
    ],
    [{ discovery: { titel: 'Acme' } }, 'there is no option discovery.titel. The options are '],
    [{ hooks: { onRespond: () => {} } }, 'there is no option hooks.onRespond. Did you mean '],
    [{ batch: { maxRequest: 5 } }, 'Did you mean batch.maxRequests?'],
    [{ embed: { maxbytes: 5 } }, 'Did you mean embed.maxBytes?'],
    [{ links: { curie: [] } }, 'Did you mean links.curies?'],
    [{ uploads: { maxFile: 5 } }, 'there is no option uploads.maxFile. '],
    [{ constructor: 1 }, 'there is no option constructor.'],
  ])('%j stops the start with its name', async (options, message) => {
    await expect(start(RestModule.forRoot(stated(options)))).rejects.toThrow(message);
    const useFactory = (): RestModuleOptions => stated(options);
    await expect(start(RestModule.forRootAsync({ useFactory }))).rejects.toThrow(message);
  });

  test('an option without a value is as one that is left out', async () => {
    await start(RestModule.forRoot(stated({ namespce: undefined })));
  });
});
