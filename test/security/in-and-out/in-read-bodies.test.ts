import type { INestApplication, MiddlewareConsumer, NestModule } from '@nestjs/common';
import fastifyCompress from '@fastify/compress';
import {
  HttpMethod,
  PublicAccess,
  RestController,
  RestRoute,
  UploadedFile,
} from 'nestjs-rest-routes';
import { Agent, type IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import { PassThrough, Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import {
  startRoutes,
  useRoutes,
  type RoutesOptions,
  type TestApplication,
} from '../../support/application.js';
import { expressOf, fastifyOf } from './support/sides.js';

/** The package has no types for modules. */
const rawBody = createRequire(import.meta.url)('raw-body') as (stream: Readable) => Promise<Buffer>;

const OPEN = new PublicAccess();
const CHANGING = [HttpMethod.Put, HttpMethod.Patch, HttpMethod.Delete];

@RestController('v1', '/notes')
class NotesController {
  @RestRoute('', [HttpMethod.Post, ...CHANGING], OPEN)
  take(text = 'lost', tags: string[] = []) {
    return { text, tags };
  }
  /** A path without POST reads forms with any method. */
  @RestRoute('/changed', CHANGING, OPEN)
  change(text = 'lost') {
    return { text };
  }
  @RestRoute('/required', HttpMethod.Post, OPEN)
  require(text: string) {
    return { text };
  }
  @RestRoute('/file', HttpMethod.Post, OPEN)
  async file(file: UploadedFile | null = null) {
    return { text: file === null ? 'lost' : String(await file.bytes()) };
  }
}

const MULTIPART = '--x\r\nContent-Disposition: form-data; name="text"\r\n\r\nabc\r\n--x--\r\n';
const FILE =
  '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc\r\n--x--\r\n';

/** A body of each kind, by what reads it without a hook. */
const BODIES = {
  'application/json': '{"text":"abc"}',
  'application/vnd.api+json': '{"text":"abc"}',
  'application/x-www-form-urlencoded': 'text=abc',
  'multipart/form-data; boundary=x': MULTIPART,
  'application/xml': '<text>abc</text>',
  'application/octet-stream': 'abc',
  'text/csv': 'abc',
  '': 'text=abc',
} as const;
type BodyType = keyof typeof BODIES;
const TYPES = Object.keys(BODIES) as BodyType[];
const OTHER_JSON = 'application/vnd.api+json';

const TARGETS = [
  ['POST', ''],
  ['PUT', ''],
  ['PATCH', ''],
  ['DELETE', ''],
  ['PUT', '/changed'],
  ['PATCH', '/changed'],
  ['DELETE', '/changed'],
  ['POST', '/required'],
] as const;
const LENGTHS = ['stated', 'chunked'] as const;

/** A body without a length. */
function inChunks(chunks: readonly Buffer[]): RequestInit {
  const body = Readable.toWeb(Readable.from(chunks)) as never;
  return { body, duplex: 'half' } as RequestInit;
}

/** What a client gets: the status, and the argument or the code of the error. */
async function outcome(
  { url }: TestApplication,
  [method, path]: (typeof TARGETS)[number],
  type: BodyType,
  length: (typeof LENGTHS)[number],
): Promise<string> {
  const bytes = Buffer.from(BODIES[type]);
  const sent = await fetch(`${url}/api/acme/v1/notes${path}`, {
    method,
    headers: type === '' ? {} : { 'content-type': type },
    ...(length === 'chunked' ? inChunks([bytes]) : { body: bytes }),
  });
  const { code, text } = (await sent.json()) as { readonly code?: string; readonly text?: string };
  return `${sent.status} ${code ?? text}`;
}

/** The outcomes of all requests of some types, by what was sent. */
async function outcomes(app: TestApplication, types = TYPES): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const type of types) {
    for (const target of TARGETS) {
      for (const length of LENGTHS) {
        const sent = `${target.join(' ')} ${type} ${length}`;
        found[sent] = await outcome(app, target, type, length);
      }
    }
  }
  return found;
}

const LOST = '400 rest_invalid_body';
const everywhere = (types: readonly BodyType[], expected: string) =>
  Object.fromEntries(
    types.flatMap((type) =>
      TARGETS.flatMap((target) =>
        LENGTHS.map((length) => [`${target.join(' ')} ${type} ${length}`, expected]),
      ),
    ),
  );

type Next = () => void;
type Middleware = (request: IncomingMessage, response: unknown, next: Next) => void;

async function collect(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Middleware that reads a body to its end, and leaves it nowhere. */
const READERS: Readonly<Record<string, Middleware>> = {
  'by events': (request, _response, next) => {
    request.on('data', () => undefined);
    request.on('end', next);
  },
  'by for await': (request, _response, next) => void collect(request).then(() => next()),
  'by raw-body': (request, _response, next) => void rawBody(request).then(() => next()),
};

/** Middleware that begins to read, and does not wait. */
const BEGINNERS: Readonly<Record<string, Middleware>> = {
  'listens to its bytes': (request, _response, next) => {
    request.on('data', () => undefined);
    next();
  },
  'pipes it': (request, _response, next) => {
    request.pipe(new PassThrough()).resume();
    next();
  },
};

/** The types that nothing but the application reads. */
const UNREAD = ['application/xml', 'application/octet-stream', 'text/csv'] as const;

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

describe('a body that middleware has read on Express', () => {
  test.each(Object.entries(READERS))(
    'is a 400 that says so, whatever its type and its method, if it was read %s',
    async (_how, reader) => {
      const configure = (nest: INestApplication): void => void nest.use(reader);
      await withNotes({ adapter: 'express', configure }, async (app) => {
        expect(await outcomes(app)).toEqual(everywhere(TYPES, LOST));
      });
    },
  );

  test('is a 400 if middleware of a module has read what the parsers leave', async () => {
    class ReadingModule implements NestModule {
      configure(consumer: MiddlewareConsumer): void {
        consumer.apply(READERS['by for await'] as Middleware).forRoutes('{*path}');
      }
    }
    await withNotes({ adapter: 'express', imports: [ReadingModule] }, async (app) => {
      const left = [...UNREAD, 'multipart/form-data; boundary=x'] as const;
      expect(await outcomes(app, [...left])).toEqual(everywhere(left, LOST));
      const read = ['application/json', OTHER_JSON, 'application/x-www-form-urlencoded'] as const;
      expect(await outcomes(app, [...read])).toEqual(everywhere(read, '200 abc'));
    });
  });

  test.each(Object.entries(BEGINNERS))(
    'is a 400 if nothing else reads it, and is read by its parser, if middleware %s without waiting',
    async (_how, reader) => {
      const configure = (nest: INestApplication): void => void nest.use(reader);
      await withNotes({ adapter: 'express', configure }, async (app) => {
        const found = await outcomes(app, [...UNREAD]);
        const missing = everywhere(UNREAD, LOST);
        for (const sent of Object.keys(missing)) {
          const isLater = sent.endsWith('chunked') && sent.includes('/required');
          // Whether a chunked body has bytes is known after the arguments were found missing.
          if (isLater) missing[sent] = found[sent] ?? '';
        }
        expect(found).toEqual(missing);
        const read = await outcomes(app, ['application/json', 'application/x-www-form-urlencoded']);
        expect(new Set(Object.values(read))).toEqual(new Set(['200 abc']));
      });
    },
  );

  test('that is empty is none', async () => {
    const configure = (nest: INestApplication): void =>
      void nest.use(READERS['by events'] as Middleware);
    await withNotes({ adapter: 'express', configure }, async (app) => {
      const sent = await fetch(`${app.url}/api/acme/v1/notes`, {
        method: 'POST',
        headers: { 'content-type': 'text/csv' },
        ...inChunks([]),
      });
      expect(await sent.json()).toEqual({ text: 'lost', tags: [] });
    });
  });

  test('and of which bytes are left as request.body is a 415, also under the type of JSON or of a form', async () => {
    const keep: Middleware = (request, _response, next) =>
      void collect(request).then((bytes) => {
        Reflect.set(request, 'body', bytes);
        next();
      });
    const configure = (nest: INestApplication): void => void nest.use(keep);
    await withNotes({ adapter: 'express', configure }, async (app) => {
      for (const type of TYPES.filter((one) => !one.startsWith('multipart'))) {
        const found = await outcome(app, ['PUT', ''], type, 'stated');
        expect([type, found]).toEqual([type, '415 rest_unsupported_media_type']);
      }
    });
  });
});

interface Hooked {
  addHook(name: string, hook: (...args: never[]) => unknown): unknown;
}

const hook =
  (name: 'onRequest' | 'preParsing', run: (...args: never[]) => unknown) =>
  (nest: INestApplication): void =>
    void (fastifyOf(nest) as unknown as Hooked).addHook(name, run);

describe('a body that a hook or middleware has read on Fastify', () => {
  const readers: Readonly<Record<string, (nest: INestApplication) => void>> = {
    'an onRequest hook': hook('onRequest', async ({ raw }: { raw: IncomingMessage }) => {
      await collect(raw);
    }),
    ...Object.fromEntries(
      Object.entries(READERS).map(([how, reader]) => [
        `middleware ${how}`,
        (nest: INestApplication) => void nest.use(reader),
      ]),
    ),
  };

  test.each(Object.entries(readers))(
    'is a 400 that says so, whatever its type and its method, if it was read by %s',
    async (_how, configure) => {
      await withNotes({ adapter: 'fastify', configure }, async (app) => {
        expect(await outcomes(app)).toEqual(everywhere(TYPES, LOST));
      });
    },
  );

  const passing: Readonly<Record<string, (nest: INestApplication) => void>> = {
    'reads it and passes its bytes on': hook(
      'preParsing',
      async (_request: unknown, _reply: unknown, payload: Readable) =>
        Readable.from([await collect(payload)]),
    ),
    'reads it and passes a text on': hook(
      'preParsing',
      async (_request: unknown, _reply: unknown, payload: Readable) =>
        Readable.from([String(await collect(payload))]),
    ),
    'pipes it through a stream': hook(
      'preParsing',
      (
        _request: unknown,
        _reply: unknown,
        payload: Readable,
        done: (error: null, stream: Readable) => void,
      ) => done(null, payload.pipe(new PassThrough())),
    ),
  };

  test.each(Object.entries(passing))(
    'is read as it is passed on, as without the hook, if a preParsing hook %s',
    async (_how, configure) => {
      await withNotes({ adapter: 'fastify' }, async (untouched) => {
        await withNotes({ adapter: 'fastify', configure }, async (app) => {
          const expected = await outcomes(untouched);
          expect(await outcomes(app)).toEqual(expected);
          expect(Object.values(expected)).toContain('415 rest_unsupported_media_type');
          expect(Object.values(expected).filter((one) => one.includes('lost'))).toEqual([]);
        });
      });
    },
  );

  test('leaves the connection usable if nothing reads the stream that a hook passes on', async () => {
    const configure = passing['pipes it through a stream'] as (nest: INestApplication) => void;
    await withNotes({ adapter: 'fastify', configure }, async (app) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const send = (type: string, body: Buffer | string) =>
        app.fetch('POST', '/api/acme/v1/notes', { agent, headers: { 'content-type': type }, body });
      expect((await send('application/xml', Buffer.alloc(1_000_000))).status).toBe(415);
      expect((await send('application/json', '{"text":"abc"}')).status).toBe(200);
      agent.destroy();
    });
  });
});

describe('a body that @fastify/compress decompresses', () => {
  const app = useRoutes([NotesController], {
    adapter: 'fastify',
    configure: async (nest) => await fastifyOf(nest).register(fastifyCompress),
  });
  const send = (type: string, body: string, path = '', encode = (text: string) => gzipSync(text)) =>
    app.fetch('POST', `/api/acme/v1/notes${path}`, {
      headers: { 'content-type': type, 'content-encoding': 'gzip' },
      body: encode(body),
    });
  const form = 'application/x-www-form-urlencoded';
  const multipart = 'multipart/form-data; boundary=x';

  test('is a form with the names of PHP, or one with files', async () => {
    const nested = await send(form, 'text=abc&tags[]=a&tags[]=b%26%5B');
    expect(nested.body).toEqual({ text: 'abc', tags: ['a', 'b&['] });
    expect((await send(multipart, MULTIPART)).body).toEqual({ text: 'abc', tags: [] });
    expect((await send(multipart, FILE, '/file')).body).toEqual({ text: 'abc' });
    const twice = await send(form, 'tags[]=a&tags=b');
    expect([twice.status, twice.body]).toMatchObject([400, { code: 'rest_invalid_body' }]);
  });

  test('is a 400 if it is not compressed, and the process goes on', async () => {
    for (const [type, body] of [
      [form, 'text=abc'],
      [multipart, MULTIPART],
      ['application/xml', '<text/>'],
    ] as const) {
      const { status } = await send(type, body, '', (text) => Buffer.from(text));
      expect([type, status]).toEqual([type, type === 'application/xml' ? 415 : 400]);
    }
    expect((await send(form, 'text=abc')).status).toBe(200);
  });
});

test('a form of which middleware has made texts is a 500, because the bytes of a file are lost', async () => {
  const configure = (nest: INestApplication): void =>
    void expressOf(nest).use((request: IncomingMessage, _response: unknown, next: Next) => {
      request.setEncoding('utf8');
      next();
    });
  await withNotes({ adapter: 'express', configure }, async (app) => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const sent = await app.fetch('POST', '/api/acme/v1/notes/file', { headers, body: FILE });
    expect(sent.status).toBe(500);
  });
});
