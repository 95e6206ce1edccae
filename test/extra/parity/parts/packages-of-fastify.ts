import { createRequire } from 'node:module';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { part, type Part } from '../part.js';

type Plugin = Parameters<NestFastifyApplication['register']>[0];

const load = createRequire(import.meta.url);
const plugin = (name: string): Plugin => load(name) as Plugin;

/** Published plugins, as `main.ts` registers them. */
export const packagesOfFastify: readonly Part[] = [
  part({
    name: '@fastify/helmet',
    on: 'fastify',
    make: () => ({
      hooks: async (_instance, app) => {
        await (app as NestFastifyApplication).register(plugin('@fastify/helmet'));
      },
    }),
  }),
  part({
    name: '@fastify/compress',
    on: 'fastify',
    make: ({ random }) => ({
      hooks: async (_instance, app) => {
        await (app as NestFastifyApplication).register(plugin('@fastify/compress'), {
          threshold: random.pick([0, 60, 1024]),
        });
      },
    }),
  }),
  part({
    name: '@fastify/etag',
    on: 'fastify',
    make: ({ random }) => ({
      hooks: async (_instance, app) => {
        await (app as NestFastifyApplication).register(plugin('@fastify/etag'), {
          weak: random.chance(0.5),
        });
      },
    }),
  }),
  part({
    name: '@fastify/cookie',
    on: 'fastify',
    only: 'cookie',
    make: ({ saw }) => ({
      hooks: async (instance, app) => {
        await (app as NestFastifyApplication).register(plugin('@fastify/cookie'), {
          secret: 'a secret',
        });
        instance.addHook('preHandler', async (request, reply) => {
          saw('cookies', request, reply, {
            cookies: (request as unknown as { cookies: object }).cookies,
          });
          (reply as unknown as { setCookie(name: string, value: string): void }).setCookie(
            'a',
            'b c',
          );
        });
      },
    }),
  }),
  part({
    name: '@fastify/session',
    on: 'fastify',
    only: 'cookie',
    make: ({ random, saw }) => ({
      hooks: async (instance, app) => {
        let made = 0;
        await (app as NestFastifyApplication).register(plugin('@fastify/cookie'));
        await (app as NestFastifyApplication).register(plugin('@fastify/session'), {
          secret: 'a secret that has thirty-two characters',
          cookie: { secure: false },
          saveUninitialized: random.chance(0.5),
          idGenerator: () => `session-${made++}`,
        });
        instance.addHook('preHandler', async (request, reply) => {
          const { session } = request as unknown as { session: { views?: number } };
          session.views = (session.views ?? 0) + 1;
          saw('session', request, reply, { views: session.views });
        });
      },
    }),
  }),
  part({
    name: '@fastify/caching',
    on: 'fastify',
    make: () => ({
      hooks: async (_instance, app) => {
        const caching = plugin('@fastify/caching');
        await (app as NestFastifyApplication).register(caching, {
          privacy: (caching as unknown as { privacy: { PRIVATE: string } }).privacy.PRIVATE,
          expiresIn: 60,
        });
      },
    }),
  }),
  part({
    name: '@fastify/static',
    on: 'fastify',
    make: () => ({
      hooks: async (_instance, app) => {
        await (app as NestFastifyApplication).register(plugin('@fastify/static'), {
          root: `${process.cwd()}/test/support`,
          prefix: '/files/',
        });
      },
    }),
  }),
  part({
    name: '@fastify/multipart',
    on: 'fastify',
    only: 'multipart',
    make: () => ({
      hooks: async (_instance, app) => {
        await (app as NestFastifyApplication).register(plugin('@fastify/multipart'), {
          attachFieldsToBody: true,
        });
      },
    }),
  }),
];
