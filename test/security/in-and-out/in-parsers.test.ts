import { ForbiddenException } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import fastifyCompress from '@fastify/compress';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { json, text, urlencoded } from 'express';
import { Buffer } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe } from 'vitest';
import { BOTH_ADAPTERS, type AdapterName } from '../../support/application.js';
import { expressOf, fastifyOf, testCases, type Case, type SentRequest } from './support/sides.js';

type Done = (error: Error | null, body?: unknown) => void;

const SIGNED = { 'content-type': 'application/json', 'x-signature': 'valid' };

function verify({ headers }: Pick<IncomingMessage, 'headers'>): void {
  if (headers['x-signature'] !== 'valid') throw new ForbiddenException('unsigned');
}

/** With an error that is none of Nest. */
function verifyByError({ headers }: Pick<IncomingMessage, 'headers'>): void {
  if (headers['x-signature'] !== 'valid') throw new Error('unsigned');
}

/** As an application of Fastify reads JSON itself. */
function verifiedJson(
  request: Pick<IncomingMessage, 'headers'>,
  bytes: string | Buffer,
  done: Done,
): void {
  try {
    verify(request);
    done(null, JSON.parse(String(bytes)));
  } catch (error) {
    done(error as Error);
  }
}

/** Texts in capitals. */
const reviver = (_name: string, value: unknown): unknown =>
  typeof value === 'string' ? value.toUpperCase() : value;

const revivedJson = (_request: unknown, bytes: string | Buffer, done: Done): void =>
  done(null, JSON.parse(String(bytes), reviver));

/** `<org>mine</org>` as `{ org: 'mine' }`. */
const xml = (source: string): Record<string, string> =>
  Object.fromEntries(
    [...source.matchAll(/<(\w+)>([^<]*)<\/\1>/g)].map(([, name = '', value = '']) => [name, value]),
  );

const parsedXml = (_request: unknown, bytes: string | Buffer, done: Done): void =>
  done(null, xml(String(bytes)));

/** Parses a text that `express.text` has read. */
const xmlOfExpress = (
  request: { body?: unknown; readonly headers: IncomingMessage['headers'] },
  _response: unknown,
  next: () => void,
): void => {
  if (request.headers['content-type'] === 'application/xml' && typeof request.body === 'string')
    request.body = xml(request.body);
  next();
};

/** `useBodyParser('json', …)` of Nest on Express. */
const useJson =
  (options: Parameters<typeof json>[0]): NonNullable<Case['setup']> =>
  () => ({ configure: (nest) => void expressOf(nest).useBodyParser('json', { ...options }) });

/** `bodyParser: false` and the parsers of Express itself. */
const expressJson =
  (options: Parameters<typeof json>[0]): NonNullable<Case['setup']> =>
  () => ({
    create: { bodyParser: false },
    configure: (nest) => void nest.use(json(options), urlencoded({ extended: true })),
  });

type Parser = (
  request: Pick<IncomingMessage, 'headers'>,
  bytes: string | Buffer,
  done: Done,
) => void;

/** `addContentTypeParser` of Fastify itself; Nest registers none. */
const addParser =
  (type: string | string[] | RegExp, parser: Parser, isBare = true): NonNullable<Case['setup']> =>
  () => ({
    create: { bodyParser: !isBare },
    configure: (nest) =>
      fastifyOf(nest).addContentTypeParser(
        type,
        { parseAs: 'buffer' },
        (request: Pick<IncomingMessage, 'headers'>, bytes: Buffer, done: Done) =>
          parser(request, bytes, done),
      ),
  });

/** `useBodyParser` of Nest on Fastify, with a parser. */
const useParser =
  (type: string, parser: Parser): NonNullable<Case['setup']> =>
  () => ({
    configure: (nest) => void fastifyParser(nest, type, parser),
  });

const fastifyParser = (nest: Parameters<typeof fastifyOf>[0], type: string, parser: Parser) =>
  (nest as NestFastifyApplication).useBodyParser(type, {}, (request, bytes, done) =>
    parser(request, bytes, done as Done),
  );

const body = { org: 'mine', text: 'a' };
const typed = (type: string, content: string | Buffer): SentRequest => ({
  headers: { 'content-type': type },
  body: content,
});
const JSON_TEXT = JSON.stringify(body);
const gzip = (content: string): SentRequest => ({
  headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
  body: gzipSync(content),
});

/** Each way in which an application sets a verifying parser. */
const VERIFYING: readonly [AdapterName, string, NonNullable<Case['setup']>][] = [
  ['express', "useBodyParser('json', { verify })", useJson({ verify })],
  [
    'express',
    "useBodyParser('json', { verify }) and an error of its own",
    useJson({ verify: verifyByError }),
  ],
  ['express', 'bodyParser: false with express.json({ verify })', expressJson({ verify })],
  [
    'fastify',
    'addContentTypeParser with its own check',
    addParser('application/json', verifiedJson),
  ],
  ['fastify', 'useBodyParser with its own check', useParser('application/json', verifiedJson)],
];

const verifyCases: readonly Case[] = VERIFYING.flatMap(([on, how, setup]) => [
  {
    on,
    after: `a body without a signature at ${how}`,
    setup,
    request: { body },
    plain: { status: 403, says: 'unsigned' },
  },
  {
    on,
    after: `a body with a signature at ${how}`,
    setup,
    request: { headers: SIGNED, body },
    plain: { body },
  },
]);

const optionCases: readonly Case[] = [
  {
    on: 'express',
    after: "useBodyParser('json', { reviver })",
    setup: useJson({ reviver }),
    request: { body },
    plain: { body: { org: 'MINE', text: 'A' } },
  },
  {
    on: 'express',
    after: 'express.json({ reviver })',
    setup: expressJson({ reviver }),
    request: { body },
    plain: { body: { org: 'MINE', text: 'A' } },
  },
  {
    on: 'fastify',
    after: 'a parser of the application that revives values',
    setup: addParser('application/json', revivedJson),
    request: { body },
    plain: { body: { org: 'MINE', text: 'A' } },
  },
  {
    on: 'fastify',
    after: 'useBodyParser with a parser that revives values',
    setup: useParser('application/json', revivedJson),
    request: { body },
    plain: { body: { org: 'MINE', text: 'A' } },
  },
  {
    on: 'express',
    after: "useBodyParser('json', { inflate: false }) and a body in gzip",
    setup: useJson({ inflate: false }),
    request: gzip(JSON_TEXT),
    plain: { status: 415 },
  },
  {
    on: 'express',
    after: 'express.json({ inflate: false }) and a body in gzip',
    setup: expressJson({ inflate: false }),
    request: gzip(JSON_TEXT),
    plain: { status: 415 },
  },
  {
    on: 'express',
    after: 'a body that is a text, with strict parsing by default',
    request: typed('application/json', '"abc"'),
    plain: { status: 400 },
  },
  {
    on: 'express',
    after: "a body that is a text, with useBodyParser('json', { strict: false })",
    setup: useJson({ strict: false }),
    request: typed('application/json', '"abc"'),
    plain: { body: 'abc' },
  },
  {
    on: 'fastify',
    after: 'a body that is a text',
    request: typed('application/json', '"abc"'),
    plain: { body: 'abc' },
  },
  {
    on: 'express',
    after: "useBodyParser('json', { type: [...] }) and a body of such a type",
    setup: useJson({ type: ['application/json', 'application/csp-report'] }),
    request: typed('application/csp-report', JSON_TEXT),
    plain: { body },
  },
  {
    on: 'express',
    after: "useBodyParser('json', { type: '*/*' }) and a text",
    setup: useJson({ type: '*/*' }),
    request: typed('text/plain', JSON_TEXT),
    plain: { body },
  },
  {
    on: 'fastify',
    after: 'addContentTypeParser for further types',
    setup: addParser(['application/csp-report', 'text/plain'], revivedJson, false),
    request: typed('text/plain', JSON_TEXT),
    plain: { body: { org: 'MINE', text: 'A' } },
  },
  {
    on: 'fastify',
    after: 'addContentTypeParser with a pattern',
    setup: addParser(/^application\/.+-report$/, revivedJson, false),
    request: typed('application/csp-report', JSON_TEXT),
    plain: { body: { org: 'MINE', text: 'A' } },
  },
  {
    on: 'express',
    after: 'a body over the limit of useBodyParser',
    setup: useJson({ limit: 20 }),
    request: { body: { text: 'a'.repeat(30) } },
    plain: { status: 413 },
  },
  {
    on: 'express',
    after: 'a body over the limit of express.json',
    setup: expressJson({ limit: '20b' }),
    request: { body: { text: 'a'.repeat(30) } },
    plain: { status: 413 },
  },
  {
    on: 'express',
    after: 'a body in gzip that is over the limit of useBodyParser when it is decompressed',
    setup: useJson({ limit: 100 }),
    request: gzip(JSON.stringify({ text: 'a'.repeat(2000) })),
    plain: { status: 413 },
  },
  {
    on: 'fastify',
    after: 'a body over the limit of the adapter',
    setup: () => ({ adapter: new FastifyAdapter({ bodyLimit: 20 }) }),
    request: { body: { text: 'a'.repeat(30) } },
    plain: { status: 413 },
  },
  {
    on: 'fastify',
    after: 'a body below the limit of the adapter and over that of Nest',
    setup: () => ({ adapter: new FastifyAdapter({ bodyLimit: 3_000_000 }) }),
    request: { body: { text: 'a'.repeat(2_000_000) } },
    plain: { body: { text: 'a'.repeat(2_000_000) } },
  },
  {
    on: 'fastify',
    after: 'a body over the limit that an onRoute hook states',
    setup: () => ({
      configure: (nest) =>
        void fastifyOf(nest).addHook('onRoute', (route) => {
          route.bodyLimit = 20;
        }),
    }),
    request: { body: { text: 'a'.repeat(30) } },
    plain: { status: 413 },
  },
  {
    on: 'fastify',
    after: 'a parser of the application that fails with an error of its own',
    setup: useParser('application/json', (_request, _bytes, done) => done(new Error('broken'))),
    request: { body },
    plain: { status: 500 },
  },
  {
    on: 'express',
    after: 'a parser of the application for texts',
    setup: () => ({ configure: (nest) => void nest.use(text({ type: 'text/*' })) }),
    request: typed('text/plain', 'hello'),
    plain: { body: 'hello' },
  },
  {
    on: 'fastify',
    after: 'a parser of the application for texts',
    setup: addParser(
      'text/markdown',
      (_request, bytes, done) => done(null, `# ${String(bytes)}`),
      false,
    ),
    request: typed('text/markdown', 'hello'),
    plain: { body: '# hello' },
  },
  {
    on: 'express',
    after: 'a parser of the application for XML',
    setup: () => ({
      configure: (nest) => void nest.use(text({ type: 'application/xml' }), xmlOfExpress),
    }),
    request: typed('application/xml', '<org>mine</org><text>a</text>'),
    plain: { body },
  },
  {
    on: 'fastify',
    after: 'a parser of the application for XML',
    setup: addParser('application/xml', parsedXml, false),
    request: typed('application/xml', '<org>mine</org><text>a</text>'),
    plain: { body },
  },
  {
    on: 'fastify',
    after: 'a parser of the application for all types',
    setup: addParser('*', parsedXml, false),
    request: typed('application/xml', '<org>mine</org><text>a</text>'),
    plain: { body },
  },
  {
    on: 'fastify',
    after: 'a parser of the application for all types that fails with an error of its own',
    setup: addParser('*', (_request, _bytes, done) => done(new Error('broken')), false),
    request: typed('application/xml', '<org>mine</org>'),
    plain: { status: 500 },
  },
  {
    on: 'fastify',
    after: 'a parser of the application for all types beside that for JSON',
    setup: addParser('*', parsedXml, false),
    request: { body },
    plain: { body },
  },
  {
    on: 'express',
    after: 'a parser of the application for XML of which a guard replaces the value',
    setup: () => ({
      guard: (request) => {
        request.body = { ...request.body, tenant: 'of-the-user' };
      },
      configure: (nest) => void nest.use(text({ type: 'application/xml' }), xmlOfExpress),
    }),
    request: { path: 'guarded', ...typed('application/xml', '<org>mine</org>') },
    plain: { body: { org: 'mine', tenant: 'of-the-user' } },
  },
];

/** What the parser of each adapter reads as JSON. */
const jsonTypes: readonly Case[] = [
  'application/json; profile="x;charset=latin1"',
  'application/json; profile="charset=latin1"',
  'application/json;charset=UTF-8',
  'APPLICATION/JSON',
].map((type) => ({
  after: `a body of the type ${type}`,
  request: typed(type, JSON_TEXT),
  plain: { body },
}));

/** Types for which an adapter has no parser of JSON: Fastify rejects them for plain handlers. */
const otherTypes: readonly Case[] = ['application/json, text/plain', 'text/json'].map((type) => ({
  on: 'express',
  after: `a body of the type ${type}`,
  request: typed(type, JSON_TEXT),
  plain: { body: undefined },
}));

const compressed = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync };

const compressionCases: readonly Case[] = Object.entries(compressed).map(
  ([encoding, compress]) => ({
    after: `a body in ${encoding}, on Fastify with @fastify/compress`,
    setup: (adapter) =>
      adapter === 'express'
        ? {}
        : { configure: async (nest) => await fastifyOf(nest).register(fastifyCompress) },
    request: {
      headers: { 'content-type': 'application/json', 'content-encoding': encoding },
      body: compress(JSON_TEXT),
    },
    plain: { body },
  }),
);

describe.each(BOTH_ADAPTERS)('body parsers of an application on %s', (adapter) => {
  testCases(adapter, [
    ...verifyCases,
    ...optionCases,
    ...jsonTypes,
    ...otherTypes,
    ...compressionCases,
  ]);
});
