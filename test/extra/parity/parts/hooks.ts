import { Readable } from 'node:stream';
import { part, type Part } from '../part.js';

/** Hooks and settings of a Fastify instance. */
export const hooks: readonly Part[] = [
  part({
    name: 'hooks that note',
    on: 'fastify',
    make: ({ saw }) => ({
      hooks: (instance) => {
        instance.addHook('onRequest', async (request, reply) => saw('onRequest', request, reply));
        instance.addHook('preParsing', async (request, reply, payload) => {
          saw('preParsing', request, reply);
          return payload;
        });
        instance.addHook('preValidation', async (request, reply) =>
          saw('preValidation', request, reply),
        );
        instance.addHook('preHandler', async (request, reply) => saw('preHandler', request, reply));
        instance.addHook('preSerialization', async (request, reply, payload) => {
          saw('preSerialization', request, reply, { payload });
          return payload;
        });
        instance.addHook('onSend', async (request, reply, payload) => {
          saw('onSend', request, reply, { payload });
          return payload;
        });
        instance.addHook('onResponse', async (request, reply) => saw('onResponse', request, reply));
        instance.addHook('onError', async (request, reply, error) =>
          saw('onError', request, reply, { error }),
        );
        instance.addHook('onRequestAbort', async (request) => saw('onRequestAbort', request, {}));
      },
    }),
  }),
  part({
    name: 'hooks with callbacks',
    on: 'fastify',
    make: ({ saw }) => ({
      hooks: (instance) => {
        instance.addHook('onRequest', (request, reply, done) => {
          saw('onRequest', request, reply);
          done();
        });
        instance.addHook('preHandler', (_request, reply, done) => {
          void reply.header('x-handled', 'before');
          setImmediate(done);
        });
        instance.addHook('onSend', (_request, reply, payload, done) => {
          void reply.header('x-sent', typeof payload);
          done(null, payload);
        });
        instance.addHook('onResponse', (request, reply, done) => {
          saw('onResponse', request, reply);
          done();
        });
      },
    }),
  }),
  part({
    name: 'hook that fails',
    on: 'fastify',
    make: ({ isMeant, random }) => {
      const name = random.pick(['onRequest', 'preValidation', 'preHandler'] as const);
      const status = random.pick([undefined, 403, 429]);
      return {
        hooks: (instance) => {
          instance.addHook(name, async (request) => {
            if (isMeant(request))
              throw Object.assign(new Error('of a hook'), status && { statusCode: status });
          });
        },
      };
    },
  }),
  part({
    name: 'preSerialization that fails',
    on: 'fastify',
    make: ({ isMeant }) => ({
      hooks: (instance) => {
        instance.addHook('preSerialization', async (request, reply, payload) => {
          if (isMeant(request) && reply.statusCode < 400) throw new Error('of preSerialization');
          return payload;
        });
      },
    }),
  }),
  part({
    name: 'onSend that fails',
    on: 'fastify',
    make: ({ isMeant }) => ({
      hooks: (instance) => {
        instance.addHook('onSend', async (request, reply, payload) => {
          if (isMeant(request) && reply.statusCode < 400) throw new Error('of onSend');
          return payload;
        });
      },
    }),
  }),
  part({
    name: 'hook that responds',
    on: 'fastify',
    make: ({ isMeant, random, pause }) => {
      const name = random.pick(['onRequest', 'preValidation', 'preHandler'] as const);
      return {
        hooks: (instance) => {
          instance.addHook(name, async (request, reply) => {
            if (!isMeant(request)) return;
            await pause();
            await reply.code(418).send({ of: name });
          });
        },
      };
    },
  }),
  part({
    name: 'hook that hijacks',
    on: 'fastify',
    make: ({ isMeant }) => ({
      hooks: (instance) => {
        instance.addHook('preHandler', async (request, reply) => {
          if (!isMeant(request)) return;
          reply.hijack();
          reply.raw.end('hijacked');
        });
      },
    }),
  }),
  part({
    name: 'hook that changes the body',
    on: 'fastify',
    make: ({ random, isMeant }) => {
      const name = random.pick(['preValidation', 'preHandler'] as const);
      const body = random.pick([{ title: 'of the hook' }, ['a', 'list'], undefined, 'a text']);
      return {
        hooks: (instance) => {
          instance.addHook(name, async (request) => {
            if (isMeant(request)) request.body = body;
          });
        },
      };
    },
  }),
  part({
    name: 'hook that changes the query',
    on: 'fastify',
    make: ({ random, isMeant }) => {
      const name = random.pick(['onRequest', 'preValidation', 'preHandler'] as const);
      return {
        hooks: (instance) => {
          instance.addHook(name, async (request) => {
            if (isMeant(request))
              request.query = { ...(request.query as object), a: 'of the hook' };
          });
        },
      };
    },
  }),
  part({
    name: 'hook that changes headers of the request',
    on: 'fastify',
    make: () => ({
      hooks: (instance) => {
        instance.addHook('onRequest', async (request) => {
          request.headers['accept-language'] = 'fr';
          delete request.headers.authorization;
        });
      },
    }),
  }),
  part({
    name: 'hook that finds the user',
    on: 'fastify',
    make: ({ random }) => ({
      hooks: (instance) => {
        instance.decorateRequest('user', undefined);
        instance.addHook(random.pick(['onRequest', 'preHandler'] as const), async (request) => {
          const name = request.headers['x-user'];
          if (name !== undefined) Object.assign(request, { user: { name } });
        });
      },
    }),
  }),
  part({
    name: 'hook that sets headers and a status',
    on: 'fastify',
    make: ({ random, isMeant }) => {
      const [name, value] = random.pick([
        ['cache-control', 'public, max-age=5'],
        ['etag', '"of-hook"'],
        ['content-type', 'application/vnd.acme+json'],
        ['vary', 'accept-language'],
        ['link', '</style.css>; rel=preload'],
        ['set-cookie', 'seen=1'],
      ] as const);
      return {
        hooks: (instance) => {
          instance.addHook('onRequest', async (request, reply) => {
            void reply.header(name, value);
            if (isMeant(request)) void reply.code(202);
          });
        },
      };
    },
  }),
  part({
    name: 'preParsing that replaces the payload',
    on: 'fastify',
    only: 'payload',
    make: ({ isMeant }) => ({
      hooks: (instance) => {
        instance.addHook('preParsing', async (request, _reply, payload) => {
          if (!isMeant(request)) return payload;
          const chunks: Buffer[] = [];
          for await (const chunk of payload) chunks.push(chunk as Buffer);
          const bytes = Buffer.from(Buffer.concat(chunks).toString().replaceAll('Dune', 'Emma'));
          return Object.assign(Readable.from([bytes]), { receivedEncodedLength: bytes.length });
        });
      },
    }),
  }),
  part({
    name: 'preSerialization that replaces data',
    on: 'fastify',
    make: ({ random }) => {
      const change = random.pick([
        (payload: unknown): unknown => ({ replaced: payload }),
        (payload: unknown): unknown => structuredClone(payload),
        (): unknown => ['a', 'list'],
      ]);
      return {
        hooks: (instance) => {
          instance.addHook('preSerialization', async (_request, _reply, payload) =>
            change(payload),
          );
        },
      };
    },
  }),
  part({
    name: 'onSend that replaces the text',
    on: 'fastify',
    make: ({ random }) => {
      const isBytes = random.chance(0.3);
      return {
        hooks: (instance) => {
          instance.addHook('onSend', async (_request, _reply, payload) => {
            if (typeof payload !== 'string') return payload;
            const text = payload.replaceAll('Dune', 'Emma, replaced');
            return isBytes ? Buffer.from(text) : text;
          });
        },
      };
    },
  }),
  part({
    name: 'onSend that streams',
    on: 'fastify',
    make: ({ isMeant }) => ({
      hooks: (instance) => {
        instance.addHook('onSend', async (request, _reply, payload) =>
          typeof payload === 'string' && isMeant(request) ? Readable.from([payload]) : payload,
        );
      },
    }),
  }),
  part({
    name: 'serializer of replies',
    on: 'fastify',
    only: 'serializer',
    make: ({ random }) => ({
      hooks: (instance) => {
        const serialize = (payload: unknown): string => JSON.stringify({ serialized: payload });
        if (random.chance(0.5)) instance.setReplySerializer(serialize);
        else
          instance.addHook('onRequest', async (_request, reply) => {
            void reply.serializer(serialize);
          });
      },
    }),
  }),
  part({
    name: 'serializer that fails',
    on: 'fastify',
    only: 'serializer',
    make: ({ random }) => ({
      hooks: (instance) => {
        const isForAll = random.chance(0.3);
        instance.setReplySerializer((payload, status) => {
          if (isForAll || status < 400) throw new Error('of a serializer');
          return JSON.stringify(payload);
        });
      },
    }),
  }),
  part({
    name: 'decorators of requests and replies',
    on: 'fastify',
    make: ({ saw }) => ({
      hooks: (instance) => {
        instance.decorateRequest('tenant', '');
        instance.decorateReply(
          'note',
          function note(this: { header(name: string, value: string): void }) {
            this.header('x-note', 'yes');
          },
        );
        instance.addHook('onRequest', async (request, reply) => {
          Object.assign(request, { tenant: 'blue' });
          (reply as unknown as { note(): void }).note();
        });
        instance.addHook('onResponse', async (request, reply) =>
          saw('onResponse', request, reply, {
            tenant: (request as unknown as { tenant: string }).tenant,
          }),
        );
      },
    }),
  }),
  part({
    name: 'parser of a media type',
    on: 'fastify',
    only: 'body',
    make: ({ random }) => {
      const type = random.pick([
        'application/xml',
        'application/vnd.api+json',
        '*',
        /^application\/.*\+json/,
      ]);
      return {
        hooks: (instance) => {
          instance.addContentTypeParser(type, { parseAs: 'string' }, (_request, body, done) => {
            done(null, { parsed: String(body).slice(0, 40) });
          });
        },
      };
    },
  }),
  part({
    name: 'parser of JSON',
    on: 'fastify',
    only: 'body',
    make: ({ isMeant }) => ({
      create: { bodyParser: false },
      hooks: (instance) => {
        instance.addContentTypeParser(
          'application/json',
          { parseAs: 'string' },
          (request, body, done) => {
            if (isMeant(request))
              return done(Object.assign(new Error('of a parser'), { statusCode: 422 }));
            try {
              done(null, { own: JSON.parse(String(body)) as unknown });
            } catch (error) {
              done(Object.assign(error as Error, { statusCode: 400 }));
            }
          },
        );
      },
    }),
  }),
  part({
    name: 'asynchronous hooks that wait',
    on: 'fastify',
    make: ({ pause }) => ({
      hooks: (instance) => {
        instance.addHook('onRequest', pause);
        instance.addHook('preHandler', pause);
        instance.addHook('onSend', async (_request, _reply, payload) => {
          await pause();
          return payload;
        });
      },
    }),
  }),
  part({
    name: 'plugin with a scope of its own',
    on: 'fastify',
    make: ({ saw, subject }) => ({
      hooks: async (instance) => {
        await instance.register(async (scope) => {
          scope.addHook('onRequest', async (request, reply) => saw('of the scope', request, reply));
          scope.get(`${subject}/items/own`, async () => ({ own: true }));
        });
      },
    }),
  }),
  part({
    name: 'settings of Fastify',
    on: 'fastify',
    only: 'settings',
    make: ({ random }) => ({
      fastify: random.pick([
        { bodyLimit: 500 },
        { trustProxy: true },
        { routerOptions: { ignoreTrailingSlash: true } },
        { routerOptions: { caseSensitive: false } },
        { routerOptions: { ignoreDuplicateSlashes: true } },
        { routerOptions: { querystringParser: (text: string) => ({ text }) } },
        { exposeHeadRoutes: false },
        { genReqId: () => 'an id', requestIdHeader: 'x-n' },
        { onProtoPoisoning: 'remove', onConstructorPoisoning: 'remove' },
        { return503OnClosing: false, forceCloseConnections: true },
        { rewriteUrl: ({ url = '/' }: { url?: string }) => url.replace('title=', 'name=') },
        { ignoreTrailingSlash: true },
      ]),
    }),
  }),
];
