import { MIDDLEWARE_PLACES, part, type Part } from '../part.js';

/** Middleware that uses what Express adds to requests and responses. */
export const express: readonly Part[] = [
  part({
    name: 'wrapped res.json',
    on: 'express',
    places: MIDDLEWARE_PLACES,
    make: ({ saw }) => ({
      middleware: (request, response, next) => {
        const json = response.json.bind(response);
        response.json = (data) => {
          saw('json', request, response, { data });
          return json(data);
        };
        next();
      },
    }),
  }),
  part({
    name: 'wrapped res.json that changes data',
    on: 'express',
    places: MIDDLEWARE_PLACES,
    make: () => ({
      middleware: (_request, response, next) => {
        const json = response.json.bind(response);
        response.json = (data) => json({ ok: response.statusCode < 400, data });
        next();
      },
    }),
  }),
  part({
    name: 'wrapped res.json that waits',
    on: 'express',
    places: MIDDLEWARE_PLACES,
    make: ({ pause, isMeant }) => ({
      middleware: (request, response, next) => {
        const json = response.json.bind(response);
        response.json = (async (data: unknown) => {
          await pause();
          if (isMeant(request) && response.statusCode < 400) throw new Error('of a wrapper');
          return json(data);
        }) as unknown as typeof response.json;
        next();
      },
    }),
  }),
  part({
    name: 'wrapped res.json that throws',
    on: 'express',
    places: MIDDLEWARE_PLACES,
    make: ({ isMeant }) => ({
      middleware: (request, response, next) => {
        const json = response.json.bind(response);
        response.json = (data) => {
          if (isMeant(request) && response.statusCode < 400) throw new Error('of a wrapper');
          return json(data);
        };
        next();
      },
    }),
  }),
  part({
    name: 'wrapped res.send',
    on: 'express',
    places: MIDDLEWARE_PLACES,
    make: ({ saw }) => ({
      middleware: (request, response, next) => {
        const send = response.send.bind(response);
        response.send = (data) => {
          saw('send', request, response, { data });
          return send(typeof data === 'string' ? data.replaceAll('Dune', 'Emma') : data);
        };
        next();
      },
    }),
  }),
  part({
    name: 'wrapped res.status',
    on: 'express',
    places: MIDDLEWARE_PLACES,
    make: ({ saw }) => ({
      middleware: (request, response, next) => {
        const status = response.status.bind(response);
        response.status = (code) => {
          saw('status', request, response, { code });
          return status(code);
        };
        next();
      },
    }),
  }),
  part({
    name: 'middleware that responds with res.json',
    on: 'express',
    places: MIDDLEWARE_PLACES,
    make: ({ isMeant }) => ({
      middleware: (request, response, next) => {
        if (isMeant(request)) response.status(503).json({ closed: true });
        else next();
      },
    }),
  }),
  part({
    name: 'middleware that redirects',
    on: 'express',
    places: MIDDLEWARE_PLACES,
    make: ({ isMeant }) => ({
      middleware: (request, response, next) => {
        if (isMeant(request)) response.redirect(307, '/elsewhere');
        else next();
      },
    }),
  }),
  part({
    name: 'middleware that sets cookies and locals',
    on: 'express',
    places: MIDDLEWARE_PLACES,
    make: ({ saw }) => ({
      middleware: (request, response, next) => {
        response.cookie('a', 'b c', { httpOnly: true });
        response.append('X-List', 'one');
        response.append('X-List', 'two');
        response.vary('Origin');
        response.locals['tenant'] = 'blue';
        response.on('finish', () => saw('finish', request, response, { locals: response.locals }));
        next();
      },
    }),
  }),
  part({
    name: 'middleware that changes the body',
    on: 'express',
    places: ['module', 'module-path', 'module-method'],
    make: ({ random }) => {
      const change = random.pick([
        (body: unknown): unknown => ({ ...(body as object), title: 'of middleware' }),
        (): unknown => undefined,
        (): unknown => ['a', 'list'],
        (): unknown => 'a text',
        (body: unknown): unknown => {
          if (typeof body === 'object' && body !== null) Reflect.deleteProperty(body, 'title');
          return body;
        },
      ]);
      return {
        middleware: (request, _response, next) => {
          request.body = change(request.body);
          next();
        },
      };
    },
  }),
  part({
    name: 'middleware that changes the query',
    on: 'express',
    places: MIDDLEWARE_PLACES,
    make: ({ isMeant }) => ({
      middleware: (request, _response, next) => {
        if (isMeant(request)) {
          const value = { ...request.query, a: 'of middleware' };
          Object.defineProperty(request, 'query', { value, configurable: true, enumerable: true });
        }
        next();
      },
    }),
  }),
  part({
    name: 'error handler of Express',
    on: 'express',
    make: ({ saw }) => ({
      afterInit: (app) => {
        app.use((error: Error, request: never, response: never, next: (error: Error) => void) => {
          saw('error', request, response, { error });
          next(error);
        });
      },
    }),
  }),
  part({
    name: 'layer after the routes of Express',
    on: 'express',
    make: ({ saw }) => ({
      afterInit: (app) => {
        app.use((request: never, response: never, next: () => void) => {
          saw('after', request, response);
          next();
        });
      },
    }),
  }),
];
