import {
  type CanActivate,
  type INestApplication,
  type MiddlewareConsumer,
  Module,
  type NestModule,
} from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { raw } from 'express';
import {
  DeclarationException,
  HttpMethod,
  PublicAccess,
  RestController,
  RestModule,
  RestRequest,
  RestRoute,
} from 'nestjs-rest-routes';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import {
  BOTH_ADAPTERS,
  startRoutes,
  type AdapterName,
  type RoutesOptions,
  type TestApplication,
} from '../support/application.js';
import { isBefore } from '../support/nest-versions.js';
import { loudly } from '../support/skip-loudly.js';
import { form } from '../support/form.js';

/** The package has no types. */
const multer = createRequire(import.meta.url)('multer') as () => { any(): unknown };

const open = new PublicAccess();

@RestController('v1', '/notes')
class NotesController {
  @RestRoute('', HttpMethod.Post, open)
  create(text: string) {
    return { length: text.length };
  }

  @RestRoute('', HttpMethod.Delete, open)
  clear(text = '') {
    return { isDeleted: text === '' };
  }

  @RestRoute('/raw', HttpMethod.Post, open)
  raw(request: RestRequest) {
    return { body: String(request.body) };
  }
}

const json = { 'content-type': 'application/json' };
const noteOf = (length: number): string => JSON.stringify({ text: 'x'.repeat(length) });

async function withRoutes(
  options: RoutesOptions,
  run: (app: TestApplication) => Promise<void>,
): Promise<void> {
  const app = await startRoutes([NotesController], options);
  try {
    await run(app);
  } finally {
    await app.close();
  }
}

/** Sets the limit of Nest's parser of JSON, as `main.ts` does. */
const limitTo =
  (adapter: AdapterName, size: string | number) =>
  (nest: INestApplication): void => {
    if (adapter === 'express')
      void (nest as NestExpressApplication).useBodyParser('json', { limit: size });
    else
      (nest as NestFastifyApplication).useBodyParser('application/json', {
        bodyLimit: Number(size),
      });
  };

describe.each(BOTH_ADAPTERS)('body parsers of an application on %s', (adapter) => {
  const post = async (app: TestApplication, body: string | Buffer): Promise<number> =>
    (await app.fetch('POST', '/api/acme/v1/notes', { headers: json, body })).status;

  const leavesBytes = adapter === 'fastify' && isBefore('platform-fastify', [12, 2]);
  const why = 'before Nest 12.2, useBodyParser of Fastify leaves the bytes unread';
  test.skipIf(loudly(leavesBytes, 'the limit of useBodyParser', why))(
    'the limit of useBodyParser is that of routes',
    async () => {
      const configure = limitTo(adapter, 2_000_000);
      await withRoutes({ adapter, configure }, async (app) => {
        expect(await post(app, noteOf(1_500_000))).toBe(200);
        expect(await post(app, noteOf(2_500_000))).toBe(413);
      });
      await withRoutes({ adapter, configure: limitTo(adapter, 1000) }, async (app) => {
        expect(await post(app, noteOf(500))).toBe(200);
        expect(await post(app, noteOf(1500))).toBe(413);
      });
    },
  );

  test('a request without a body may state its type, as many clients do', async () => {
    await withRoutes({ adapter }, async (app) => {
      for (const headers of [json, { ...json, 'content-length': '0' }]) {
        const sent = await app.fetch('DELETE', '/api/acme/v1/notes', { headers });
        expect([sent.status, sent.body]).toEqual([200, { isDeleted: true }]);
      }
    });
  });

  test('JSON may begin with a byte order mark', async () => {
    await withRoutes({ adapter }, async (app) => {
      expect(await post(app, `\ufeff${noteOf(3)}`)).toBe(200);
      expect(await post(app, `\ufeff\ufeff${noteOf(3)}`)).toBe(400);
    });
  });

  test('a form that middleware has read is the body; if no body is left, the error says so', async () => {
    const configure = (nest: INestApplication): void => void nest.use(multer().any());
    await withRoutes({ adapter, configure }, async (app) => {
      const sent = form({ name: 'text', content: 'abc' });
      const { status, body } = await app.fetch('POST', '/api/acme/v1/notes', sent);
      // Middleware on Fastify has Node's request: its body is not that of Fastify's.
      const unread = {
        code: 'rest_invalid_body',
        message: expect.stringContaining('another body parser of the application has read it'),
      };
      expect([status, body]).toMatchObject(
        adapter === 'express' ? [200, { length: 3 }] : [400, unread],
      );
    });
  });

  test('a body parser that a module binds to a route reads what the others leave', async () => {
    class WebhookModule implements NestModule {
      configure(consumer: MiddlewareConsumer): void {
        consumer
          .apply(raw({ type: 'application/octet-stream' }))
          .forRoutes('api/acme/v1/notes/raw');
      }
    }
    const app = await startRoutes([NotesController], { adapter, imports: [WebhookModule] });
    const headers = { 'content-type': 'application/octet-stream' };
    const { body } = await app.fetch('POST', '/api/acme/v1/notes/raw', { headers, body: 'abc' });
    // Fastify's request does not have the body of Node's.
    expect(body).toEqual({ body: adapter === 'express' ? 'abc' : 'undefined' });
    await app.close();
  });

  test('a second forRoot() is a diagnostic that names the modules', async () => {
    @Module({ imports: [RestModule.forRoot({ namespace: 'shop' })] })
    class ShopModule {}
    const start = startRoutes([NotesController], { adapter, imports: [ShopModule] });
    await expect(start).rejects.toThrow(DeclarationException);
    await expect(start).rejects.toThrow(/RR1063.* imported by \w+ and ShopModule/);
  });

  test('a guard reads the bytes of a body from rawBody with the option of Nest', async () => {
    const seen: string[] = [];
    class BytesGuard implements CanActivate {
      canActivate(context: import('@nestjs/common').ExecutionContext): boolean {
        const request = context.switchToHttp().getRequest<{ rawBody?: Buffer }>();
        seen.push(String(request.rawBody));
        return true;
      }
    }
    for (const rawBody of [false, true]) {
      const configure = (nest: INestApplication): void =>
        void nest.useGlobalGuards(new BytesGuard());
      await withRoutes({ adapter, configure, create: { rawBody } }, async (app) => {
        expect(await post(app, '{ "text": "abc" }')).toBe(200);
      });
    }
    expect(seen).toEqual(['undefined', '{ "text": "abc" }']);
  });
});
