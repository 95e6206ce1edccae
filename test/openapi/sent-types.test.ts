import { Injectable } from '@nestjs/common';
import {
  Format,
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  RestRoutes,
  type int,
} from 'nestjs-rest-routes';
import { openApiDocument, type OpenApiDocument } from 'nestjs-rest-routes/openapi';
import { beforeAll, describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../support/application.js';
import { requestBodyOf } from './support/request-body.js';
import { problemsOf } from './support/validators.js';

interface NewEvent {
  /** @pattern ^[A-Z]{2}-\d{4}$ */
  code: string;
  begins: Date;
  /** @format uuid */
  organizer: string;
}

interface Event extends NewEvent {
  id: int;
}

@Injectable()
@RestController('v1', '/events')
class EventsController {
  /** Lists events. Those of the past are left out. */
  @RestRoute('/{slug}', HttpMethod.Get, new PublicAccess())
  list(slug: string, after: Date, @Param({ format: Format.HexColor }) color?: string): Event[] {
    return [{ id: slug.length, code: 'AB-1234', begins: after, organizer: color ?? '' }];
  }
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(event: NewEvent, others: NewEvent[] = []): Event {
    return { id: others.length, ...event };
  }
}

describe.each(ADAPTERS)('what clients send, in the document on %s', (adapter) => {
  const app = useRoutes([EventsController], { adapter });
  let document: OpenApiDocument;
  const PATH = '/api/acme/v1/events';

  beforeAll(async () => {
    const license = { name: 'MIT', identifier: 'MIT' };
    document = openApiDocument(await app.nest.get(RestRoutes).list(), { info: { license } });
  });

  test('has neither errors nor warnings', async () => {
    expect(await problemsOf(document)).toEqual([]);
  });

  test('has an example for each pattern, which is accepted', async () => {
    const [slug, after, color] = document.paths[`${PATH}/{slug}`]?.['get']?.parameters ?? [];
    const examples = [slug, after, color].map((one) => one?.schema['example']);
    expect(examples).toEqual(['text', '2026-01-31T12:00:00Z', '#336699']);
    const query = new URLSearchParams({ after: String(examples[1]), color: String(examples[2]) });
    const got = await app.fetch('GET', `${PATH}/${String(examples[0])}?${String(query)}`);
    expect(got.status).toBe(200);
    const body = requestBodyOf(document, document.paths[PATH]?.['post']);
    const { example } = body?.content['application/json'] ?? {};
    const sent = await app.fetch('POST', PATH, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(example),
    });
    expect([sent.status, example]).toEqual([
      200,
      {
        event: {
          code: 'AA-1111',
          begins: '2026-01-31T12:00:00Z',
          organizer: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
        },
      },
    ]);
  });

  test('has no pattern of times and no example in responses', () => {
    const { Event: sent } = document.components.schemas;
    expect(sent).toMatchObject({
      properties: { begins: { type: 'string', format: 'date-time' } },
    });
    expect(JSON.stringify(sent)).not.toContain('example');
    expect(sent?.['properties']).not.toHaveProperty('begins.pattern');
  });
});

enum Kind {
  Talk = 'talk',
  Panel = 'panel',
}

interface Room {
  name: string;
  kind: Kind;
}

interface Counts {
  [name: string]: int;
}

@RestController('v1', '/rooms')
class RoomsController {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(room: Room, counts: Counts, second: Room | null = null): Room {
    return second ?? { ...room, name: `${room.name}${Object.keys(counts).length}` };
  }
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(kind: Kind = Kind.Talk, others: Kind[] = [], maybe: Kind | null = null): Kind | null {
    return others[0] ?? maybe ?? kind;
  }
}

describe.each(ADAPTERS)('named types in the document on %s', (adapter) => {
  const app = useRoutes([EventsController, RoomsController], { adapter });

  test('are components of requests as they are of responses, with another name only if they differ', async () => {
    const license = { name: 'MIT', identifier: 'MIT' };
    const document = openApiDocument(await app.nest.get(RestRoutes).list(), { info: { license } });
    expect(await problemsOf(document)).toEqual([]);
    expect(Object.keys(document.components.schemas).toSorted()).toEqual([
      'Counts',
      'Event',
      'Kind',
      'NewEvent',
      'RestError',
      'Room',
      // What is received is closed.
      'RoomInput',
    ]);
    const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
    const bodyAt = (path: string) =>
      requestBodyOf(document, document.paths[path]?.['post'])?.content['application/json']?.schema;
    expect(bodyAt('/api/acme/v1/events')).toMatchObject({
      properties: { event: ref('NewEvent'), others: { type: 'array', items: ref('NewEvent') } },
    });
    expect(bodyAt('/api/acme/v1/rooms')).toMatchObject({
      properties: {
        room: ref('RoomInput'),
        counts: ref('Counts'),
        second: { anyOf: [ref('RoomInput'), { type: 'null' }] },
      },
    });
    expect(document.components.schemas).toMatchObject({
      Kind: { type: 'string', enum: ['talk', 'panel'] },
      Room: { properties: { kind: ref('Kind') } },
      Counts: { additionalProperties: { type: 'integer' } },
    });
    const { parameters, responses } = document.paths['/api/acme/v1/rooms']?.['get'] ?? {};
    expect(parameters?.map(({ schema }) => schema)).toMatchObject([
      { ...ref('Kind'), default: 'talk' },
      { type: 'array', items: ref('Kind') },
      { anyOf: [ref('Kind'), { type: 'null' }] },
    ]);
    expect(responses?.['200']).toMatchObject({
      content: { 'application/json': { schema: { anyOf: [ref('Kind'), { type: 'null' }] } } },
    });
  });
});
