import compression from 'compression';
import expressPackage from 'express';
import session from 'express-session';
import helmet from 'helmet';
import { createRequire } from 'node:module';
import { Histogram, Registry } from 'prom-client';
import { MIDDLEWARE_PLACES, part, type Middleware, type Part } from '../part.js';

/** Packages without types. */
const load = createRequire(import.meta.url);
const mung = load('express-mung') as {
  json(change: (body: unknown) => unknown, options?: object): Middleware;
  jsonAsync(change: (body: unknown) => Promise<unknown>, options?: object): Middleware;
  headers(
    change: (request: unknown, response: { setHeader(name: string, value: string): void }) => void,
  ): Middleware;
};
const interceptor = load('express-interceptor') as (
  make: (
    request: unknown,
    response: { getHeader(name: string): unknown },
  ) => {
    isInterceptable(): boolean;
    intercept(body: string, send: (body: string) => void): void;
  },
) => Middleware;
const morgan = load('morgan') as (format: string, options: object) => Middleware;
const responseTime = load('response-time') as (
  note: (request: unknown, response: unknown, time: number) => void,
) => Middleware;
const onHeaders = load('on-headers') as (response: unknown, listener: () => void) => void;
const hpp = load('hpp') as () => Middleware;
const { xss } = load('express-xss-sanitizer') as { xss(): Middleware };
const mongo = load('express-mongo-sanitize') as { sanitize<Data>(data: Data): Data };
const multer = load('multer') as () => { any(): Middleware; none(): Middleware };
const cors = load('cors') as (options: object) => Middleware;

const middlewareOf = (value: unknown): Middleware => value as Middleware;

export const packagesOfExpress: readonly Part[] = [
  part({
    name: 'helmet',
    on: 'express',
    places: MIDDLEWARE_PLACES,
    only: 'helmet',
    make: () => ({ middleware: middlewareOf(helmet()) }),
  }),
  part({
    name: 'compression',
    on: 'express',
    places: MIDDLEWARE_PLACES,
    only: 'compression',
    make: ({ random }) => ({
      middleware: middlewareOf(compression({ threshold: random.pick([0, 60, 1024]) })),
    }),
  }),
  part({
    name: 'cors as middleware',
    on: 'express',
    places: MIDDLEWARE_PLACES,
    only: 'cors',
    make: ({ random }) => ({
      middleware: cors(
        random.pick([
          {},
          { origin: true, credentials: true },
          { origin: 'https://a.example', exposedHeaders: ['X-Trace'] },
        ]),
      ),
    }),
  }),
  part({
    name: 'morgan',
    on: 'express',
    places: MIDDLEWARE_PLACES,
    make: ({ recorder, name }) => ({
      middleware: morgan(':method :url :status :res[content-length] :res[content-type] :referrer', {
        stream: { write: (line: string) => recorder.saw(`${name} line`, {}, {}, { line }) },
      }),
    }),
  }),
  part({
    name: 'on-headers',
    on: 'express',
    places: MIDDLEWARE_PLACES,
    make: ({ saw }) => ({
      middleware: (request, response, next) => {
        onHeaders(response, () => {
          response.setHeader('X-Late', String(response.statusCode));
          saw('headers', request, response);
        });
        next();
      },
    }),
  }),
  part({
    name: 'express-mung of JSON',
    on: 'express',
    places: MIDDLEWARE_PLACES,
    make: ({ random }) => ({
      middleware: mung.json(
        random.pick([
          (body: unknown) => ({ munged: true, ...(body as object) }),
          (body: unknown) => body,
          () => null,
          () => 'a scalar',
        ]),
        { mungError: random.chance(0.5) },
      ),
    }),
  }),
  part({
    name: 'express-mung of JSON, asynchronous',
    on: 'express',
    places: MIDDLEWARE_PLACES,
    make: ({ pause, random }) => ({
      middleware: mung.jsonAsync(
        async (body) => {
          await pause();
          return { munged: true, ...(body as object) };
        },
        { mungError: random.chance(0.5) },
      ),
    }),
  }),
  part({
    name: 'express-mung of headers',
    on: 'express',
    places: MIDDLEWARE_PLACES,
    make: () => ({
      middleware: mung.headers((_request, response) => response.setHeader('X-Munged', 'yes')),
    }),
  }),
  part({
    name: 'express-interceptor',
    on: 'express',
    places: MIDDLEWARE_PLACES,
    only: 'interceptor of bodies',
    make: () => ({
      middleware: interceptor((_request, response) => ({
        isInterceptable: () => String(response.getHeader('content-type')).includes('json'),
        intercept: (body, send) => send(body.replaceAll('Dune', 'Emma, intercepted')),
      })),
    }),
  }),
  part({
    name: 'express-session',
    on: 'express',
    places: ['application', 'module'],
    only: 'session',
    make: ({ random, saw }) => {
      let made = 0;
      const own = session({
        secret: 'a secret',
        resave: random.chance(0.5),
        saveUninitialized: random.chance(0.5),
        rolling: random.chance(0.3),
        genid: () => `session-${made++}`,
      });
      return {
        middleware: [
          middlewareOf(own),
          (request, response, next) => {
            const { session: current } = request as unknown as { session: { views?: number } };
            current.views = (current.views ?? 0) + 1;
            saw('session', request, response, { views: current.views });
            next();
          },
        ],
      };
    },
  }),
  part({
    name: 'hpp',
    on: 'express',
    places: ['module', 'module-path'],
    make: () => ({ middleware: hpp() }),
  }),
  part({
    name: 'express-xss-sanitizer',
    on: 'express',
    places: ['module', 'module-path'],
    make: () => ({ middleware: xss() }),
  }),
  part({
    name: 'express-mongo-sanitize',
    on: 'express',
    places: ['module'],
    make: () => ({
      middleware: (request, _response, next) => {
        if (request.body !== undefined) request.body = mongo.sanitize(request.body);
        next();
      },
    }),
  }),
  part({
    name: 'response-time',
    on: 'express',
    places: MIDDLEWARE_PLACES,
    make: ({ saw }) => ({
      middleware: responseTime((request, response) => {
        saw('time', request, response);
      }),
    }),
  }),
  part({
    name: 'histogram of prom-client',
    on: 'express',
    places: MIDDLEWARE_PLACES,
    make: ({ saw }) => {
      const registers = [new Registry()];
      const labelNames = ['method', 'status'];
      const seconds = new Histogram({
        name: 'seconds',
        help: 'of requests',
        labelNames,
        registers,
      });
      return {
        middleware: (request, response, next) => {
          response.on('finish', () => {
            seconds.observe({ method: request.method ?? '', status: response.statusCode }, 1);
            saw('observed', request, response);
          });
          next();
        },
      };
    },
  }),
  part({
    name: 'multer',
    on: 'express',
    places: ['module', 'module-path'],
    only: 'multer',
    make: ({ random }) => ({ middleware: random.chance(0.5) ? multer().any() : multer().none() }),
  }),
  part({
    name: 'express.static',
    on: 'express',
    places: ['application', 'module', 'path'],
    make: () => ({ middleware: middlewareOf(expressPackage.static('test/support')) }),
  }),
  part({
    name: 'express.text and express.raw',
    on: 'express',
    places: ['application', 'path'],
    only: 'body',
    make: ({ random }) => ({
      middleware: random.chance(0.5)
        ? middlewareOf(expressPackage.text({ type: ['text/*', 'application/xml'] }))
        : middlewareOf(expressPackage.raw({ type: random.pick(['application/json', '*/*']) })),
    }),
  }),
  part({
    name: 'express.json before the parsers of Nest',
    on: 'express',
    places: ['application', 'path'],
    only: 'body',
    make: ({ random }) => ({
      middleware: middlewareOf(
        expressPackage.json({
          limit: random.pick([500, '1mb']),
          strict: random.chance(0.5),
          type: random.pick(['application/json', '*/json', () => true]),
        }),
      ),
    }),
  }),
  part({
    name: 'router of Express with a route of its own',
    on: 'express',
    make: ({ saw, subject }) => ({
      express: (app) => {
        const router = expressPackage.Router();
        router.use((request, response, next) => {
          saw('use', request, response);
          next();
        });
        router.get(
          '/items/own',
          (request, response) => void response.json({ own: request.baseUrl }),
        );
        app.use(subject, router);
      },
    }),
  }),
];
