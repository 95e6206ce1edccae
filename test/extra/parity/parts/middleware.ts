import { AsyncLocalStorage } from 'node:async_hooks';
import { MIDDLEWARE_PLACES, part, type Part } from '../part.js';

/** Middleware of either adapter: on Fastify, it gets the message and the response of Node. */
export const middleware: readonly Part[] = [
  part({
    name: 'middleware that notes',
    places: MIDDLEWARE_PLACES,
    make: ({ saw }) => ({
      middleware: (request, response, next) => {
        saw('passes', request, response);
        response.on('finish', () => saw('finish', request, response));
        response.on('close', () => saw('close', request, response));
        next();
      },
    }),
  }),
  part({
    name: 'middleware that waits',
    places: MIDDLEWARE_PLACES,
    make: ({ saw, pause }) => ({
      middleware: async (request, response, next) => {
        await pause();
        saw('passes', request, response);
        next();
      },
    }),
  }),
  part({
    name: 'middleware that fails',
    places: MIDDLEWARE_PLACES,
    make: ({ saw, isMeant }) => ({
      middleware: (request, response, next) => {
        saw('passes', request, response);
        if (isMeant(request)) next(new Error('of middleware'));
        else next();
      },
    }),
  }),
  part({
    name: 'middleware that throws a status',
    places: MIDDLEWARE_PLACES,
    make: ({ isMeant }) => ({
      middleware: (request, _response, next) => {
        if (isMeant(request))
          throw Object.assign(new Error('a teapot'), { status: 418, expose: true });
        next();
      },
    }),
  }),
  part({
    name: 'middleware that rejects',
    places: MIDDLEWARE_PLACES,
    on: 'express',
    make: ({ isMeant, pause }) => ({
      middleware: async (request, _response, next) => {
        await pause();
        if (isMeant(request)) throw new TypeError('of asynchronous middleware');
        next();
      },
    }),
  }),
  part({
    name: 'middleware that responds',
    places: MIDDLEWARE_PLACES,
    make: ({ isMeant }) => ({
      middleware: (request, response, next) => {
        if (!isMeant(request)) return next();
        response.statusCode = 418;
        response.setHeader('content-type', 'text/plain');
        response.end('of middleware');
      },
    }),
  }),
  part({
    name: 'middleware that streams',
    places: MIDDLEWARE_PLACES,
    make: ({ isMeant, pause }) => ({
      middleware: async (request, response, next) => {
        if (!isMeant(request)) return next();
        response.write('first, ');
        await pause();
        response.end('second');
      },
    }),
  }),
  part({
    name: 'middleware that sets headers',
    places: MIDDLEWARE_PLACES,
    make: () => ({
      middleware: (_request, response, next) => {
        response.setHeader('X-Trace', 'of middleware');
        response.setHeader('Vary', 'Accept-Language');
        response.setHeader('Set-Cookie', ['seen=1; Path=/', 'other=2']);
        next();
      },
    }),
  }),
  part({
    name: 'middleware that sets what responses have',
    places: MIDDLEWARE_PLACES,
    make: ({ random }) => {
      const [name, value] = random.pick([
        ['Cache-Control', 'public, max-age=5'],
        ['ETag', '"of-middleware"'],
        ['Content-Type', 'application/vnd.acme+json'],
        ['Content-Type', 'text/plain'],
        ['Link', '</style.css>; rel=preload'],
        ['Last-Modified', 'Thu, 01 Jan 2015 00:00:00 GMT'],
        ['Location', '/elsewhere'],
        ['Allow', 'GET'],
        ['X-Content-Type-Options', 'nosniff'],
      ] as const);
      return {
        middleware: (_request, response, next) => {
          response.setHeader(name, value);
          next();
        },
      };
    },
  }),
  part({
    name: 'middleware that sets a status',
    places: MIDDLEWARE_PLACES,
    make: ({ isMeant }) => ({
      middleware: (request, response, next) => {
        if (isMeant(request)) response.statusCode = 202;
        next();
      },
    }),
  }),
  part({
    name: 'middleware that changes headers of the request',
    places: MIDDLEWARE_PLACES,
    make: ({ isMeant }) => ({
      middleware: (request, _response, next) => {
        request.headers['accept-language'] = 'fr';
        if (isMeant(request)) request.headers['if-none-match'] = '*';
        delete request.headers['authorization'];
        next();
      },
    }),
  }),
  part({
    name: 'middleware that finds the user',
    places: MIDDLEWARE_PLACES,
    make: () => ({
      middleware: (request, _response, next) => {
        const name = request.headers['x-user'];
        if (name !== undefined) request.user = { name };
        next();
      },
    }),
  }),
  part({
    name: 'middleware that changes the method',
    places: ['application', 'path'],
    on: 'express',
    make: ({ isMeant }) => ({
      middleware: (request, _response, next) => {
        if (isMeant(request) && request.method === 'POST') request.method = 'PUT';
        next();
      },
    }),
  }),
  part({
    name: 'middleware that changes the URL',
    places: ['application'],
    on: 'express',
    make: ({ isMeant, random }) => {
      const change = random.pick([
        (url: string) => `${url}${url.includes('?') ? '&' : '?'}a=of-middleware`,
        (url: string) => url.replace(/\?.*/, ''),
        (url: string) => url.replace(/\/[^/?]*(?=$|\?)/, '/moved'),
      ]);
      return {
        middleware: (request, _response, next) => {
          if (isMeant(request)) request.url = change(request.url ?? '');
          next();
        },
      };
    },
  }),
  part({
    name: 'asynchronous context',
    places: ['application', 'module'],
    make: ({ saw }) => {
      const storage = new AsyncLocalStorage<string>();
      const read = (context: { getRequest(): unknown; getResponse(): unknown }): string => {
        saw('parameter', context.getRequest(), context.getResponse(), {
          store: storage.getStore(),
        });
        return storage.getStore() ?? 'none';
      };
      return {
        middleware: (request, _response, next) => {
          storage.run(String(request.headers['x-n']), () => next());
        },
        parameter: (_data, context) => read(context.switchToHttp()),
      };
    },
  }),
  part({
    name: 'middleware that ends after the response',
    places: MIDDLEWARE_PLACES,
    make: ({ saw, recorder, pause }) => ({
      middleware: (request, response, next) => {
        next();
        response.on('finish', () => {
          void recorder.during(async () => {
            await pause();
            saw('later', request, response);
          });
        });
      },
    }),
  }),
  part({
    name: 'wrapped end',
    places: MIDDLEWARE_PLACES,
    make: ({ saw }) => ({
      middleware: (request, response, next) => {
        const end = response.end.bind(response) as (...args: unknown[]) => typeof response;
        response.end = ((...args: unknown[]) => {
          if (!response.headersSent) response.setHeader('X-Ended', String(response.statusCode));
          saw('end', request, response, { types: args.map((one) => typeof one) });
          return end(...args);
        }) as typeof response.end;
        next();
      },
    }),
  }),
  part({
    name: 'wrapped writeHead',
    places: MIDDLEWARE_PLACES,
    make: ({ saw }) => ({
      middleware: (request, response, next) => {
        const writeHead = response.writeHead.bind(response) as (
          ...args: unknown[]
        ) => typeof response;
        response.writeHead = ((...args: unknown[]) => {
          saw('writeHead', request, response, { args });
          return writeHead(...args);
        }) as typeof response.writeHead;
        next();
      },
    }),
  }),
  part({
    name: 'wrapped setHeader',
    places: MIDDLEWARE_PLACES,
    make: () => ({
      middleware: (_request, response, next) => {
        const setHeader = response.setHeader.bind(response);
        response.setHeader = (name, value) =>
          setHeader(name, name.toLowerCase() === 'x-trace' ? 'replaced' : value);
        next();
      },
    }),
  }),
  part({
    name: 'reader of the body by events',
    places: ['application', 'path'],
    on: 'express',
    only: 'body',
    make: ({ saw, isMeant }) => ({
      middleware: (request, response, next) => {
        if (!isMeant(request)) return next();
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', () => {
          saw('read', request, response, { length: Buffer.concat(chunks).length });
          request.body = { read: Buffer.concat(chunks).toString('utf8', 0, 40) };
          next();
        });
      },
    }),
  }),
  part({
    name: 'counter of the bytes of bodies',
    on: 'express',
    places: ['application', 'path'],
    make: ({ saw }) => ({
      middleware: (request, _response, next) => {
        let length = 0;
        request.on('data', (chunk: Buffer) => (length += chunk.length));
        request.on('end', () => saw('~end', { headers: request.headers }, {}, { length }));
        next();
      },
    }),
  }),
];
