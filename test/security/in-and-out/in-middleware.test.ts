import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import mongoSanitize from 'express-mongo-sanitize';
import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import { parse } from 'qs';
import { describe } from 'vitest';
import { BOTH_ADAPTERS, type AdapterName } from '../../support/application.js';
import {
  expressOf,
  fastifyOf,
  middlewareModule,
  replaceQuery,
  testCases,
  type Case,
  type Change,
  type ChangeableRequest,
  type Middleware,
} from './support/sides.js';

/** These packages have no types. */
const require = createRequire(import.meta.url);
const { xss, sanitize: cleaned } = require('express-xss-sanitizer') as {
  xss(): Middleware;
  sanitize<Data>(data: Data): Data;
};
const hpp = require('hpp') as () => Middleware;

type Setup = NonNullable<Case['setup']>;

/** Middleware that a module applies, after the body parsers of Express. */
const middleware =
  (...list: readonly Middleware[]): Setup =>
  () => ({ imports: [middlewareModule(...list)] });

/** Middleware as a function that changes the request. */
const changing =
  (change: Change): Setup =>
  (adapter) =>
    middleware((request, _response, next) => {
      void change(request, adapter);
      next();
    })(adapter);

/** A hook of Fastify for the whole application. */
const hook =
  (name: 'onRequest' | 'preValidation' | 'preHandler', change: Change): Setup =>
  () => ({
    configure: (nest) =>
      void fastifyOf(nest).addHook(name, async (request) => {
        await change(request as unknown as ChangeableRequest, 'fastify');
      }),
  });

const HTML = { text: '<b>a</b><script>steal()</script>' };
const CLEAN = { text: '<b>a</b>' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

const middlewareCases: readonly Case[] = [
  {
    on: 'express',
    after: 'middleware that replaces the body',
    setup: changing((request) => {
      request.body = cleaned(structuredClone(request.body));
    }),
    request: { body: HTML },
    plain: { body: CLEAN },
  },
  {
    on: 'express',
    after: 'middleware that replaces the body by a list',
    setup: changing((request) => void Reflect.set(request, 'body', ['a'])),
    request: { body: HTML },
    plain: { body: ['a'] },
  },
  {
    on: 'express',
    after: 'middleware that changes the body',
    setup: changing(({ body }) => void (body['text'] = 'of the middleware')),
    request: { body: HTML },
    plain: { body: { text: 'of the middleware' } },
  },
  {
    on: 'express',
    after: 'middleware that replaces the body of a form',
    setup: changing((request) => {
      request.body = { ...request.body, tenant: 'of-the-user' };
    }),
    request: { headers: FORM, body: 'text=a&tenant=of-another' },
    plain: { body: { text: 'a', tenant: 'of-the-user' } },
  },
  {
    on: 'express',
    after: 'middleware that replaces the query',
    setup: changing((request) =>
      replaceQuery(request, 'express', cleaned(structuredClone(request.query))),
    ),
    request: { method: 'GET', query: `?text=${encodeURIComponent(HTML.text)}` },
    plain: { query: CLEAN },
  },
  {
    after: 'middleware that changes the query in place',
    setup: changing(({ query }) => void (query['text'] = 'of the middleware')),
    request: { method: 'GET', query: '?text=a' },
    // On Express 5, the query is read from the URL again; on Fastify, middleware has the object of the request.
    plain: (adapter) => ({
      query: { text: adapter === 'express' ? 'a' : 'of the middleware' },
    }),
  },
  {
    after: 'middleware that renames a parameter in the URL',
    setup: changing((request) => {
      request.url = request.url.replace('organization=', 'org=');
    }),
    request: { method: 'GET', query: '?organization=mine' },
    // Fastify has read the query before any middleware.
    plain: (adapter) => ({
      query: adapter === 'express' ? { org: 'mine' } : { organization: 'mine' },
    }),
  },
  {
    on: 'express',
    after: 'middleware that renames a parameter of the query',
    setup: changing((request) => {
      const { organization, ...others } = request.query;
      replaceQuery(request, 'express', { ...others, org: organization });
    }),
    request: { method: 'GET', query: '?organization=mine&text=a&org=theirs' },
    plain: { query: { text: 'a', org: 'mine' } },
  },
  {
    after: 'middleware that puts the tenant of the host name into the body, on Fastify a hook',
    setup: (adapter) => {
      const change: Change = (request) => {
        request.body = { ...request.body, tenant: request.headers.host?.split('.')[0] };
      };
      return (adapter === 'express' ? changing(change) : hook('preValidation', change))(adapter);
    },
    request: { headers: { host: 'blue.example.com' }, body: { tenant: 'red', text: 'a' } },
    plain: { body: { tenant: 'blue', text: 'a' } },
  },
];

/** `express-mongo-sanitize` removes names with a dot, and those that begin with `$`. */
const MONGO = {
  body: { text: 'a', profile: { name: 'ada', $where: 'sleep(1)', 'a.b': 1 } },
  query: '?org=mine&profile[a.b]=1',
};
const SANE = { body: { text: 'a', profile: { name: 'ada' } }, query: { org: 'mine' } };

const packageCases: readonly Case[] = [
  {
    on: 'express',
    // It assigns the query, which Express 5 does not allow.
    after: 'express-mongo-sanitize itself, which throws',
    setup: middleware(mongoSanitize() as unknown as Middleware),
    request: MONGO,
    plain: { status: 500 },
  },
  {
    on: 'express',
    after: 'sanitize of express-mongo-sanitize in middleware',
    setup: changing((request) => {
      request.body = mongoSanitize.sanitize(request.body);
      replaceQuery(request, 'express', mongoSanitize.sanitize({ ...request.query }));
    }),
    request: MONGO,
    plain: SANE,
  },
  {
    on: 'fastify',
    after: 'express-mongo-sanitize as middleware, which sees no body',
    setup: middleware(mongoSanitize() as unknown as Middleware),
    request: { method: 'GET', query: MONGO.query },
    plain: { query: SANE.query },
  },
  {
    on: 'fastify',
    after: 'sanitize of express-mongo-sanitize in a hook',
    setup: hook('preValidation', (request) => {
      request.body = mongoSanitize.sanitize(request.body);
      request.query = mongoSanitize.sanitize({ ...request.query });
    }),
    request: MONGO,
    plain: SANE,
  },
  {
    on: 'express',
    after: 'express-xss-sanitizer',
    setup: middleware(xss()),
    request: { body: HTML },
    plain: { body: CLEAN },
  },
  {
    after: 'express-xss-sanitizer for a query',
    setup: middleware(xss()),
    request: { method: 'GET', query: `?text=${encodeURIComponent(HTML.text)}` },
    plain: { query: CLEAN },
  },
  {
    on: 'fastify',
    after: 'sanitize of express-xss-sanitizer in a hook',
    setup: hook('preHandler', (request) => {
      request.body = cleaned(request.body);
    }),
    request: { body: HTML },
    plain: { body: CLEAN },
  },
  {
    on: 'express',
    after: 'hpp for a form',
    setup: middleware(hpp()),
    request: { headers: FORM, body: 'org[]=mine&org[]=theirs&text=a' },
    plain: { body: { org: 'theirs', text: 'a' } },
  },
  {
    on: 'fastify',
    after: 'hpp for a query',
    setup: middleware(hpp()),
    request: { method: 'GET', query: '?org=mine&org=theirs' },
    plain: { query: { org: 'theirs' } },
  },
];

const hookCases: readonly Case[] = (['preValidation', 'preHandler'] as const).flatMap((name) => [
  {
    on: 'fastify',
    after: `a ${name} hook that replaces the body`,
    setup: hook(name, (request) => {
      request.body = { ...request.body, tenant: 'of-the-user' };
    }),
    request: { body: { tenant: 'of-another', text: 'a' } },
    plain: { body: { tenant: 'of-the-user', text: 'a' } },
  },
  {
    on: 'fastify',
    after: `a ${name} hook that changes the body`,
    setup: hook(name, ({ body }) => void Reflect.deleteProperty(body, 'tenant')),
    request: { body: { tenant: 'of-another', text: 'a' } },
    plain: { body: { text: 'a' } },
  },
  {
    on: 'fastify',
    after: `a ${name} hook that replaces the body of a form`,
    setup: hook(name, (request) => {
      request.body = { ...request.body, tenant: 'of-the-user' };
    }),
    request: { headers: FORM, body: 'text=a&tenant=of-another' },
    plain: { body: { text: 'a', tenant: 'of-the-user' } },
  },
  {
    on: 'fastify',
    after: `a ${name} hook that replaces the query`,
    setup: hook(name, (request) => {
      const { organization, ...others } = request.query;
      request.query = { ...others, org: organization };
    }),
    request: { method: 'GET', query: '?organization=mine&org=theirs&text=a' },
    plain: { query: { text: 'a', org: 'mine' } },
  },
  {
    on: 'fastify',
    after: `a ${name} hook that changes the query`,
    setup: hook(name, ({ query }) => void Reflect.deleteProperty(query, 'org')),
    request: { method: 'DELETE', query: '?org=theirs&text=a' },
    plain: { query: { text: 'a' } },
  },
]);

const otherHookCases: readonly Case[] = [
  {
    on: 'fastify',
    after: 'an onRequest hook that replaces the query',
    setup: hook('onRequest', (request) => {
      request.query = { org: 'of-the-hook' };
    }),
    request: { method: 'GET', query: '?org=theirs' },
    plain: { query: { org: 'of-the-hook' } },
  },
  {
    on: 'fastify',
    after: 'a rewritten URL',
    setup: () => ({
      adapter: new FastifyAdapter({
        rewriteUrl: ({ url = '/' }) => url.replace('organization=', 'org='),
      }),
    }),
    request: { method: 'GET', query: '?organization=mine' },
    plain: { query: { org: 'mine' } },
  },
];

/** What is sent in place of a body: its bytes in reverse. */
const encrypted = (text: string): Buffer => Buffer.from(text).reverse();
const decrypted = async (source: Readable): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of source) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).reverse();
};

/** Middleware of `main.ts`, before the body parsers: it reads the stream itself. */
const decryptingMiddleware: Setup = () => ({
  configure: (nest) =>
    void nest.use(async (request: ChangeableRequest & Readable, _: unknown, next: () => void) => {
      request.body = JSON.parse(String(await decrypted(request))) as Record<string, unknown>;
      next();
    }),
});

/** A hook that hands another stream to the parsers. */
const decryptingHook: Setup = () => ({
  configure: (nest) =>
    void fastifyOf(nest).addHook('preParsing', async (request, _reply, payload) => {
      if (request.headers['x-encrypted'] === undefined) return payload;
      const bytes = await decrypted(payload);
      return Object.assign(Readable.from([bytes]), { receivedEncodedLength: bytes.length });
    }),
});

const decryptingParser: Setup = () => ({
  configure: (nest) =>
    void (nest as NestFastifyApplication).useBodyParser(
      'application/octet-stream',
      {},
      (_request, bytes, done) =>
        done(null, JSON.parse(String(Buffer.from(bytes as Buffer).reverse()))),
    ),
});

const SECRET = { org: 'mine', text: 'secret' };
const sentAs = (type: string) => ({
  headers: { 'content-type': type, 'x-encrypted': 'yes' },
  body: encrypted(JSON.stringify(SECRET)),
});

const decryptionCases: readonly Case[] = [
  ...['application/json', 'application/octet-stream'].map((type): Case => ({
    on: 'express',
    after: `middleware that decrypts a body of the type ${type}`,
    setup: decryptingMiddleware,
    request: sentAs(type),
    plain: { body: SECRET },
  })),
  {
    on: 'fastify',
    after: 'a preParsing hook that decrypts a body',
    setup: decryptingHook,
    request: sentAs('application/json'),
    plain: { body: SECRET },
  },
  {
    on: 'fastify',
    after: 'a parser that decrypts a body',
    setup: decryptingParser,
    request: sentAs('application/octet-stream'),
    plain: { body: SECRET },
  },
];

/** Settings of Express for the query. */
const queryParser =
  (value: unknown): Setup =>
  () => ({ configure: (nest) => void expressOf(nest).set('query parser', value) });

const fastifyQueryParser =
  (querystringParser: (text: string) => Record<string, unknown>): Setup =>
  () => ({ adapter: new FastifyAdapter({ routerOptions: { querystringParser } }) });

const NESTED = '?profile[name]=ada&tags[]=a&tags[]=b&org=mine';
const PARSED = { profile: { name: 'ada' }, tags: ['a', 'b'], org: 'mine' };
const named = (text: string): Record<string, unknown> => ({ org: `of ${text}` });
const dotted = (text: string): Record<string, unknown> => parse(text, { allowDots: true });

const queryCases: readonly Case[] = [
  ...(['extended', 'simple', undefined] as const).map((value): Case => ({
    on: 'express',
    after: `the query parser ${String(value)}`,
    ...(value === undefined ? {} : { setup: queryParser(value) }),
    request: { method: 'GET', query: '?org=a+b%20c&text=%C3%A9&other=' },
    plain: { query: { org: 'a b c', text: 'é', other: '' } },
  })),
  {
    on: 'express',
    after: 'the query parser extended, for lists and objects',
    setup: queryParser('extended'),
    request: { method: 'GET', query: NESTED },
    plain: { query: PARSED },
  },
  {
    on: 'express',
    after: 'a query parser of the application',
    setup: queryParser(named),
    request: { method: 'GET', query: '?org=theirs' },
    plain: { query: { org: 'of org=theirs' } },
  },
  {
    on: 'express',
    after: 'a query parser of the application with dots',
    setup: queryParser(dotted),
    request: { method: 'GET', query: '?profile.name=ada' },
    plain: { query: { profile: { name: 'ada' } } },
  },
  {
    on: 'express',
    after: 'the query parser false',
    setup: queryParser(false),
    request: { method: 'GET', query: '?org=theirs' },
    plain: { query: {} },
  },
  {
    on: 'fastify',
    after: 'the parser of Fastify for queries',
    request: { method: 'GET', query: '?org=a+b%20c&text=%C3%A9&other=' },
    plain: { query: { org: 'a b c', text: 'é', other: '' } },
  },
  {
    on: 'fastify',
    after: 'a querystringParser of the application',
    setup: fastifyQueryParser(named),
    request: { method: 'GET', query: '?org=theirs' },
    plain: { query: { org: 'of org=theirs' } },
  },
  {
    on: 'fastify',
    after: 'a querystringParser for lists and objects',
    setup: fastifyQueryParser((text) => parse(text)),
    request: { method: 'GET', query: NESTED },
    plain: { query: PARSED },
  },
  {
    on: 'fastify',
    after: 'a querystringParser with dots',
    setup: fastifyQueryParser(dotted),
    request: { method: 'GET', query: '?profile.name=ada' },
    plain: { query: { profile: { name: 'ada' } } },
  },
];

const caseOf = (adapter: AdapterName): void => {
  testCases(adapter, middlewareCases);
  testCases(adapter, packageCases);
  testCases(adapter, hookCases);
  testCases(adapter, otherHookCases);
  testCases(adapter, decryptionCases);
  testCases(adapter, queryCases);
};

describe.each(BOTH_ADAPTERS)('middleware, hooks and settings on %s', caseOf);
