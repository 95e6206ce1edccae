import { createHash } from 'node:crypto';
import { RouterModule } from '@nestjs/core';
import { VersioningType } from '@nestjs/common';
import express from 'express';
import { parse } from 'qs';
import { part, type Part } from '../part.js';

/** Settings of Express, and of Nest. */
export const settings: readonly Part[] = [
  part({
    name: 'etag of Express',
    on: 'express',
    only: 'etag',
    make: ({ random }) => ({
      express: (app) => {
        const own = (body: string | Buffer): string =>
          `"${createHash('md5').update(body).digest('hex')}"`;
        app.set('etag', random.pick([false, 'strong', 'weak', own]));
      },
    }),
  }),
  part({
    name: 'json spaces and escape of Express',
    on: 'express',
    make: ({ random }) => ({
      express: (app) => {
        app.set('json spaces', random.pick([2, '\t']));
        app.set('json escape', random.chance(0.5));
      },
    }),
  }),
  part({
    name: 'json replacer of Express',
    on: 'express',
    make: ({ random }) => ({
      express: (app) => {
        const hide = (key: string, value: unknown): unknown =>
          key === 'title' ? undefined : value;
        const fail = (key: string, value: unknown): unknown => {
          if (key === 'title' && value === 'Dune') throw new Error('of a replacer');
          return typeof value === 'bigint' ? String(value) : value;
        };
        app.set('json replacer', random.pick([hide, fail]));
      },
    }),
  }),
  part({
    name: 'trust proxy of Express',
    on: 'express',
    make: () => ({ express: (app) => void app.set('trust proxy', true) }),
  }),
  part({
    name: 'x-powered-by of Express',
    on: 'express',
    make: () => ({ express: (app) => void app.disable('x-powered-by') }),
  }),
  part({
    name: 'query parser of Express',
    on: 'express',
    only: 'query parser',
    make: ({ random }) => ({
      express: (app) => {
        app.set(
          'query parser',
          random.pick([
            'extended',
            'simple',
            false,
            (text: string) => parse(text, { allowDots: true }),
          ]),
        );
      },
    }),
  }),
  part({
    name: 'case and slashes of Express',
    on: 'express',
    make: ({ random }) => ({
      express: (app) => {
        app.set(random.pick(['case sensitive routing', 'strict routing']), true);
      },
    }),
  }),
  part({
    name: 'useBodyParser of JSON',
    on: 'express',
    only: 'body',
    make: ({ random, saw }) => ({
      express: (app) => {
        app.useBodyParser(
          'json',
          random.pick([
            { limit: 400 },
            { strict: false },
            { inflate: false },
            { type: ['application/json', 'application/vnd.api+json', 'application/csp-report'] },
            { reviver: (_key: string, value: unknown) => (value === null ? 'revived' : value) },
            {
              verify: (request: unknown, response: unknown, bytes: Buffer) =>
                saw('verify', request, response, { length: bytes.length }),
            },
            {
              verify: (_request: unknown, _response: unknown, bytes: Buffer) => {
                if (bytes.includes('Dune'))
                  throw Object.assign(new Error('of verify'), { status: 403 });
              },
            },
          ]),
        );
      },
    }),
  }),
  part({
    name: 'useBodyParser of texts',
    on: 'express',
    only: 'body',
    make: ({ random }) => ({
      express: (app) => {
        app.useBodyParser(random.pick(['text', 'raw'] as const), { type: '*/*' });
      },
    }),
  }),
  part({
    name: 'useBodyParser of forms',
    on: 'express',
    only: 'body',
    make: ({ random }) => ({
      express: (app) => {
        app.useBodyParser(
          'urlencoded',
          random.pick([{ extended: false }, { extended: true, limit: 5 }, { parameterLimit: 1 }]),
        );
      },
    }),
  }),
  part({
    name: 'bodyParser: false',
    on: 'express',
    only: 'body',
    make: ({ random }) => ({
      create: { bodyParser: false },
      middleware: random.chance(0.5) ? [] : [express.json() as never],
    }),
  }),
  part({
    name: 'useBodyParser on Fastify',
    on: 'fastify',
    only: 'body',
    make: ({ random }) => ({
      hooks: (_instance, app) => {
        const type = random.pick(['text/plain', 'application/xml', 'application/json']);
        (app as never as { useBodyParser(...all: unknown[]): void }).useBodyParser(
          type,
          { bodyLimit: random.pick([100, 100_000]) },
          (_request: unknown, body: Buffer, done: (error: null, body: unknown) => void) =>
            done(null, { of: type, length: body.length }),
        );
      },
    }),
  }),
  part({
    name: 'rawBody',
    only: 'body',
    make: ({ saw }) => ({
      create: { rawBody: true },
      parameter: (_data, context) => {
        const { rawBody } = context.switchToHttp().getRequest<{ rawBody?: Buffer }>();
        saw('raw', {}, {}, { rawBody });
        return rawBody?.length;
      },
    }),
  }),
  part({
    name: 'enableCors',
    only: 'cors',
    make: ({ random }) => ({
      configure: (app) =>
        app.enableCors(
          random.pick([
            {},
            { origin: ['https://a.example'], credentials: true },
            { origin: true, exposedHeaders: ['X-Trace'], maxAge: 5 },
          ]),
        ),
    }),
  }),
  part({
    name: 'enableVersioning',
    make: ({ random }) => ({
      configure: (app) =>
        void app.enableVersioning(
          random.pick([
            { type: VersioningType.URI } as const,
            { type: VersioningType.HEADER, header: 'x-version' } as const,
            { type: VersioningType.MEDIA_TYPE, key: 'v=' } as const,
          ]),
        ),
    }),
  }),
  part({
    name: 'RouterModule for another module',
    make: () => {
      class OtherModule {}
      return {
        imports: [OtherModule, RouterModule.register([{ path: 'elsewhere', module: OtherModule }])],
      };
    },
  }),
  part({
    name: 'shutdown hooks',
    make: ({ recorder, name }) => ({
      configure: (app) => void app.enableShutdownHooks([]),
      providers: [
        {
          provide: `${name} hooks`,
          useValue: {
            onModuleInit: () => recorder.line('process', 'onModuleInit'),
            beforeApplicationShutdown: () => recorder.line('process', 'beforeApplicationShutdown'),
            onApplicationShutdown: () => recorder.line('process', 'onApplicationShutdown'),
          },
        },
      ],
    }),
  }),
];
