import type { CanActivate, ExecutionContext, INestApplication } from '@nestjs/common';
import { ConflictException } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import {
  HttpMethod,
  PublicAccess,
  RestController,
  RestRequest,
  RestRoute,
} from 'nestjs-rest-routes';
import { Transform, type Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import {
  ADAPTERS,
  startRoutes,
  type RoutesOptions,
  type TestApplication,
} from '../../support/application.js';

const NOTES = '/api/acme/v1/notes';
const TYPE = 'application/vnd.api+json';
const NOTE = '{"text":"abc"}';

@RestController('v1', '/notes')
class NotesController {
  @RestRoute('', [HttpMethod.Post, HttpMethod.Put], new PublicAccess())
  create(text: string, request: RestRequest) {
    const { rawBody } = request.raw as { readonly rawBody?: Buffer };
    return { text, type: request.headers['content-type'], rawBody: rawBody?.toString() };
  }
}

async function withNotes(
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

async function post(app: TestApplication, body = NOTE, type = TYPE, method = 'POST') {
  const headers = { 'content-type': type, 'idempotency-key': String(Math.random()) };
  const response = await app.fetch(method, NOTES, { headers, body });
  return [response.status, response.body] as const;
}

const fastifyOf = (nest: INestApplication) =>
  (nest as NestFastifyApplication).getHttpAdapter().getInstance();

describe.each(ADAPTERS)('JSON of another media type on %s', (adapter) => {
  test.each([TYPE, 'application/problem+json', `${TYPE}; charset=utf-8`, 'APPLICATION/LD+JSON'])(
    '%s is read by the parser of the application for JSON',
    async (type) => {
      await withNotes({ adapter, create: { rawBody: true } }, async (app) => {
        const expected = { text: 'abc', type, rawBody: NOTE };
        expect(await post(app, NOTE, type)).toEqual([200, expected]);
        expect(await post(app, NOTE, type, 'PUT')).toEqual([200, expected]);
      });
    },
  );

  test.each([
    ['invalid', '{"text":'],
    ['empty', ''],
    ['too large', JSON.stringify({ text: 'x'.repeat(2_000_000) })],
    ['a list', '[1]'],
  ])('a body that is %s gets the error of application/json', async (_name, body) => {
    await withNotes({ adapter }, async (app) => {
      const [status, error] = await post(app, body, 'application/json');
      const { code } = error as { readonly code: string };
      expect(await post(app, body)).toMatchObject([status, { code }]);
      expect(status).toBeGreaterThanOrEqual(400);
    });
  });

  test('guards see its media type as it was sent', async () => {
    const seen: unknown[] = [];
    class TypeGuard implements CanActivate {
      canActivate(context: ExecutionContext): boolean {
        const { headers } = context.switchToHttp().getRequest<RestRequest>();
        seen.push(headers['content-type']);
        return true;
      }
    }
    const configure = (nest: INestApplication): void => void nest.useGlobalGuards(new TypeGuard());
    await withNotes({ adapter, configure }, async (app) => {
      expect((await post(app))[0]).toBe(200);
      expect((await post(app, JSON.stringify({ text: 'x'.repeat(2_000_000) })))[0]).toBe(413);
    });
    expect(seen).toEqual([TYPE, TYPE]);
  });
});

describe('JSON of another media type on fastify', () => {
  const adapter = 'fastify';

  test('it passes each hook once, so that a check of idempotency keys lets it pass', async () => {
    const used = new Set<unknown>();
    const seen: string[] = [];
    const configure = (nest: INestApplication): void => {
      const fastify = fastifyOf(nest);
      fastify.addHook('onRequest', (request, _reply, done) => {
        const key = request.headers['idempotency-key'];
        if (used.has(key)) throw new ConflictException();
        used.add(key);
        done();
      });
      for (const name of ['onRequest', 'preValidation', 'preHandler'] as const) {
        fastify.addHook(name as 'onRequest', (request, _reply, done) => {
          seen.push(`${name} ${request.headers['content-type']}`);
          done();
        });
      }
    };
    await withNotes({ adapter, configure }, async (app) => {
      expect((await post(app))[0]).toBe(200);
      expect(seen).toEqual([`onRequest ${TYPE}`, `preValidation ${TYPE}`, `preHandler ${TYPE}`]);
    });
  });

  type Body = string | Buffer | Readable;
  const capitals = async (body: Body): Promise<unknown> => {
    const source =
      typeof body === 'string' || Buffer.isBuffer(body) ? String(body) : await text(body);
    return JSON.parse(source.toUpperCase().replace('"TEXT"', '"text"'));
  };

  test.each([{ parseAs: 'string' }, { parseAs: 'buffer' }, {}] as const)(
    'an own parser of application/json with %j reads it, with a promise or a callback',
    async (options) => {
      const parsers = [
        (_request: unknown, body: Body) => capitals(body),
        (_request: unknown, body: Body, done: (error: null, body: unknown) => void) =>
          void capitals(body).then((value) => done(null, value)),
      ];
      for (const parser of parsers) {
        const configure = (nest: INestApplication): void => {
          fastifyOf(nest).addContentTypeParser(
            'application/json',
            options as object,
            parser as never,
          );
        };
        await withNotes({ adapter, configure, create: { bodyParser: false } }, async (app) => {
          expect(await post(app)).toMatchObject([200, { text: 'ABC', type: TYPE }]);
        });
      }
    },
  );

  test.each([
    ['its name', TYPE],
    ['an expression', /^application\/.+\+json$/],
  ])('an own parser of the application for %s comes first', async (_name, type) => {
    const configure = (nest: INestApplication): void => {
      fastifyOf(nest).addContentTypeParser(
        type,
        { parseAs: 'string' },
        (_request: unknown, body: string, done: (error: null, body: unknown) => void) =>
          done(null, { text: `own ${body}` }),
      );
    };
    await withNotes({ adapter, configure }, async (app) => {
      expect(await post(app)).toMatchObject([200, { text: `own ${NOTE}` }]);
      expect(await post(app, NOTE, 'application/json')).toMatchObject([200, { text: 'abc' }]);
    });
  });

  test('an error of an own parser is that of application/json', async () => {
    const configure = (nest: INestApplication): void => {
      fastifyOf(nest).addContentTypeParser('application/json', { parseAs: 'string' }, () => {
        throw new ConflictException('signed otherwise');
      });
    };
    await withNotes({ adapter, configure, create: { bodyParser: false } }, async (app) => {
      const direct = await post(app, NOTE, 'application/json');
      expect(direct[0]).toBe(409);
      expect(await post(app)).toEqual(direct);
    });
  });

  test('without a parser of JSON it is a 415', async () => {
    const configure = (nest: INestApplication): void =>
      fastifyOf(nest).removeContentTypeParser('application/json');
    await withNotes({ adapter, configure, create: { bodyParser: false } }, async (app) => {
      expect((await post(app))[0]).toBe((await post(app, NOTE, 'application/json'))[0]);
    });
  });

  test('a hook may ask for its media type, and may pass on another payload', async () => {
    const types: unknown[] = [];
    const configure = (nest: INestApplication): void => {
      const fastify = fastifyOf(nest);
      fastify.addHook('onRequest', (request, _reply, done) => {
        types.push((request as { readonly mediaType?: string }).mediaType);
        done();
      });
      fastify.addHook('preParsing', (_request, _reply, payload, done) => {
        const upper = new Transform({
          transform: (chunk, _encoding, next) => next(null, String(chunk).replace('abc', 'ABC')),
        });
        done(null, (payload as Readable).pipe(upper));
      });
    };
    await withNotes({ adapter, configure }, async (app) => {
      expect(await post(app)).toMatchObject([200, { text: 'ABC' }]);
      expect(types).toEqual([TYPE]);
    });
  });
});
