import { ClassSerializerInterceptor, ConsoleLogger, UseInterceptors } from '@nestjs/common';
import {
  HttpMethod,
  PublicAccess,
  RestController,
  RestResponse,
  RestRoute,
  withLinks,
} from 'nestjs-rest-routes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../../support/application.js';

/** Where compilers attach a signature. */

const HASH = 'hash-of-a-password';
const ADA = { name: 'Ada', hash: HASH };
/** Looks like links, as a row of a database may. */
const FORGED = { self: [{ href: '/acme/v1/users/own', hash: HASH }], hash: HASH };

class OwnDate extends Date {
  override toJSON(): string {
    return HASH;
  }
}

class OwnIsoDate extends Date {
  override toISOString(): string {
    return HASH;
  }
}

const withJson = <Value extends object>(value: Value, json: unknown): Value =>
  Object.assign(value, { toJSON: () => json });

/** Each reading of the property returns the next value, and the last for ever. */
function changing(target: object, name: string, ...values: readonly unknown[]): object {
  const left = [...values];
  const get = () => (left.length > 1 ? left.shift() : left[0]);
  return Object.defineProperty(target, name, { get, enumerable: true });
}

/** Each makes a value that shows the hash in one way. */
const RESULTS: Readonly<Record<string, () => unknown>> = {
  own: () => ({ ...ADA, friend: ADA }),
  'in a wrong place': () => ({ name: { hash: HASH }, friend: [ADA] }),
  'as an instance': () => Object.assign(new (class Person {})(), ADA),
  'by toJSON': () => ({ toJSON: () => ADA }),
  'as a list': () => [ADA],
  'as links': () => ({ name: 'Ada', _links: ADA }),
  'as links of a known form': () => ({ name: 'Ada', _links: FORGED }),
  'as links of a friend': () => ({ name: 'Ada', friend: { name: 'Bob', _links: FORGED } }),
  'as links that withLinks joins': () => withLinks({ name: 'Ada', _links: FORGED }, { up: '/up' }),
  'as links that link joins': () =>
    new RestResponse({ name: 'Ada', _links: FORGED }).link('up', '/up'),
  'as links with toJSON': () => withJson(withLinks({ name: 'Ada' }, { up: '/up' }), ADA),
  'in a copy of a link': () => {
    const { _links } = withLinks({ name: 'Ada' }, { up: '/up' });
    return { name: 'Ada', _links: { up: _links?.['up']?.map((link) => ({ ...link, ...ADA })) } };
  },
  'by a list of links with toJSON': () => {
    const linked = withLinks({ name: 'Ada' }, { up: '/up' });
    withJson(linked._links?.['up'] ?? [], FORGED);
    return linked;
  },
  'by a date with toJSON': () => ({ name: 'Ada', born: withJson(new Date(0), ADA) }),
  'by the text of a date with toJSON': () => ({ name: 'Ada', born: withJson(new Date(0), HASH) }),
  'by a class of dates': () => ({ name: 'Ada', born: new OwnDate(0) }),
  'by toISOString of a class of dates': () => ({ name: 'Ada', born: new OwnIsoDate(0) }),
  'by a date that changes': () => ({
    name: 'Ada',
    born: changing(
      new Date(0),
      'toJSON',
      Date.prototype.toJSON,
      Date.prototype.toJSON,
      Date.prototype.toJSON,
      () => ADA,
    ),
  }),
  'by a proxy of a date': () => ({
    name: 'Ada',
    born: new Proxy(new Date(0), { get: (_, key) => (key === 'toJSON' ? () => ADA : undefined) }),
  }),
  'by an object with the prototype of dates': () => ({
    name: 'Ada',
    born: withJson(Object.create(Date.prototype) as object, HASH),
  }),
  'by toJSON of a list': () => ({ name: 'Ada', tags: withJson(withJson(['a'], ADA), ADA) }),
  'by a list with toJSON that toJSON returns': () => ({
    name: 'Ada',
    tags: { toJSON: () => withJson(['a'], ADA) },
  }),
  'by an item of a list that changes': () => ({
    name: 'Ada',
    tags: changing(['a'], '0', 'a', 'a', ADA),
  }),
  'by a property that changes': () => changing({}, 'name', 'Ada', ADA),
  'by a text with a tag of its own': () => ({
    name: { [Symbol.toStringTag]: 'String', valueOf: () => ADA },
  }),
  'in a map': () => ({ name: new Map([['hash', HASH]]), friend: new Map([['hash', HASH]]) }),
};

interface User {
  name: string;
  friend?: { name: string };
  born?: Date;
  tags?: string[];
}

@RestController('v1', '/users')
class UsersController {
  @RestRoute('/{kind}', HttpMethod.Get, new PublicAccess(), { responses: 'declared' })
  one(kind: string): User {
    return RESULTS[kind]?.() as User;
  }

  @RestRoute('/serialized/{kind}', HttpMethod.Get, new PublicAccess(), { responses: 'declared' })
  @UseInterceptors(ClassSerializerInterceptor)
  serialized(kind: string): User {
    return RESULTS[kind]?.() as User;
  }
}

class RecordingLogger extends ConsoleLogger {
  readonly lines: string[] = [];

  override printMessages(messages: unknown[]): void {
    this.lines.push(...messages.map(String));
  }
}

/** In development a difference is an error, in production it is logged, and the rest is sent. */
const CASES = ADAPTERS.flatMap((adapter) =>
  ['development', 'production'].map((environment) => [adapter, environment] as const),
);

describe.each(CASES)('responses on %s in %s', (adapter, environment) => {
  const logger = new RecordingLogger();
  const before = process.env['NODE_ENV'];
  beforeAll(() => {
    process.env['NODE_ENV'] = environment;
  });
  const app = useRoutes([UsersController], { adapter, create: { logger }, rest: { debug: true } });
  afterAll(() => {
    process.env['NODE_ENV'] = before;
  });

  describe('With declared responses, a property that the return type does not declare is not sent, and no log line has a value of the response', () => {
    test.each(Object.keys(RESULTS))('%s', async (kind) => {
      const path = `/api/acme/v1/users/${encodeURIComponent(kind)}`;
      const { text: sent } = await app.fetch('GET', path);
      expect(sent).not.toBe('');
      expect(sent).not.toContain(HASH);
      expect(logger.lines.join('\n')).not.toContain(HASH);
    });

    test.each(Object.keys(RESULTS))('%s, behind a serializer', async (kind) => {
      const path = `/api/acme/v1/users/serialized/${encodeURIComponent(kind)}`;
      const { text: sent } = await app.fetch('GET', path);
      expect(sent).not.toBe('');
      expect(sent).not.toContain(HASH);
      expect(logger.lines.join('\n')).not.toContain(HASH);
    });
  });

  test('With declared responses, _links has only the links that withLinks and link add', async () => {
    const up = [{ href: `${app.url}/api/up` }];
    for (const path of ['', '/serialized']) {
      for (const kind of ['as links that withLinks joins', 'as links that link joins']) {
        const { body } = await app.fetch(
          'GET',
          `/api/acme/v1/users${path}/${encodeURIComponent(kind)}`,
        );
        expect(body).toEqual({ name: 'Ada', _links: { up } });
      }
    }
    const { body } = await app.fetch(
      'GET',
      '/api/acme/v1/users/as%20links%20of%20a%20known%20form',
    );
    expect(body).toEqual({ name: 'Ada' });
  });

  test('With declared responses, a Date is always sent as a date and time', async () => {
    const born = new Date(0).toISOString();
    const kinds = [
      'by a class of dates',
      'by a date with toJSON',
      'by toISOString of a class of dates',
    ];
    for (const kind of kinds) {
      const { body } = await app.fetch('GET', `/api/acme/v1/users/${encodeURIComponent(kind)}`);
      const code = 'framework_internal_error';
      if (environment === 'production') expect(body).toEqual({ name: 'Ada', born });
      else expect(body).toMatchObject({ code });
    }
  });
});
