import {
  ClassSerializerInterceptor,
  StreamableFile,
  Res,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Exclude } from 'class-transformer';
import {
  Cache,
  HttpMethod,
  PublicAccess,
  RestController,
  RestDispatcher,
  RestException,
  RestResponse,
  RestRoute,
  RestRoutes,
  ValueClass,
  withLinks,
  type Linked,
  type int,
} from 'nestjs-rest-routes';
import { Readable } from 'node:stream';
import { map, of, type Observable } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../../support/application.js';

interface User {
  id: int;
  name: string;
  mail?: string | undefined;
  born: Date;
  manager: User | null;
}

interface Page<T> {
  items: T[];
  total: int;
}

@ValueClass()
class Holder {
  label!: string;
}

@ValueClass()
class Badge {
  label!: string;
  holder!: Holder;
}

interface Cat {
  kind: 'cat';
  lives: int;
}

interface Dog {
  kind: 'dog';
  tag: string;
}

class Account {
  id!: int;
  name!: string;
  @Exclude() secret!: string;

  constructor(values: object) {
    Object.assign(this, values);
  }

  get label(): string {
    return `Account ${this.id}`;
  }
}

/** Leaves no trace in JSON but its text. */
class Money {
  readonly #cents: number;

  constructor(cents: number) {
    this.#cents = cents;
  }

  toJSON(): string {
    return (this.#cents / 100).toFixed(2);
  }
}

const BORN = new Date('1990-01-02T03:04:05.000Z');
const SECRET = { password_hash: 'x' };
const ADA = { id: 1, name: 'Ada', born: BORN, manager: null, ...SECRET };
const BOB = { id: 2, name: 'Bob', mail: undefined, born: BORN, manager: ADA, ...SECRET };
const ADA_SENT = { id: 1, name: 'Ada', born: BORN.toJSON(), manager: null };
const BOB_SENT = { id: 2, name: 'Bob', born: BORN.toJSON(), manager: ADA_SENT };

class AddingInterceptor implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(map((user: object) => ({ ...user, mail: 'a@b.c', added: 1 })));
  }
}

let calls = 0;

@RestController('v1', '/users')
class UsersController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  async list(): Promise<User[]> {
    return [ADA, BOB];
  }

  @RestRoute('/one', HttpMethod.Get, new PublicAccess())
  one(): User {
    return BOB;
  }

  @RestRoute('/created', HttpMethod.Post, new PublicAccess(), { batch: true })
  created(): RestResponse<User> {
    return new RestResponse<User>(ADA, 201, { 'X-Kind': 'user' }).link(
      'self',
      '/acme/v1/users/one',
    );
  }

  @RestRoute('/page', HttpMethod.Get, new PublicAccess())
  page(): Observable<Page<User>> {
    return of({ items: [ADA], total: 1, ...SECRET });
  }

  @RestRoute('/paged', HttpMethod.Get, new PublicAccess())
  async paged(): Promise<RestResponse<User[]>> {
    return new RestResponse<User[]>([ADA]).paged(1, { page: 1, per_page: 10 });
  }

  @RestRoute('/linked', HttpMethod.Get, new PublicAccess())
  linked(): Linked<User>[] {
    const boss = { href: '/acme/v1/users/one', embeddable: true };
    return [withLinks(ADA, { boss })];
  }

  @RestRoute('/badge', HttpMethod.Get, new PublicAccess())
  badge(): Badge {
    const holder = { label: 'inner', ...SECRET };
    return { label: 'outer', holder, ...SECRET } as Badge;
  }

  @RestRoute('/pets', HttpMethod.Get, new PublicAccess())
  pets(): (Cat | Dog)[] {
    const cat = { kind: 'cat', lives: 9, tag: 'hidden', ...SECRET } as const;
    const dog = { kind: 'dog', tag: 't', lives: 1, ...SECRET } as const;
    return [cat, dog];
  }

  @RestRoute('/account', HttpMethod.Get, new PublicAccess())
  @UseInterceptors(ClassSerializerInterceptor)
  account(): Account {
    return new Account({ id: 1, name: 'Ada', secret: 's', ...SECRET });
  }

  @RestRoute('/raw-account', HttpMethod.Get, new PublicAccess())
  rawAccount(): Pick<Account, 'id' | 'label'> {
    return new Account({ id: 1, name: 'Ada', secret: 's', ...SECRET });
  }

  @RestRoute('/added', HttpMethod.Get, new PublicAccess())
  @UseInterceptors(AddingInterceptor)
  added(): User {
    return ADA;
  }

  @RestRoute('/cached', HttpMethod.Get, new PublicAccess())
  @Cache({ ttl: '1h' })
  cached(): User {
    calls += 1;
    return ADA;
  }

  @RestRoute('/record', HttpMethod.Get, new PublicAccess())
  record(): {
    byName: Record<string, Pick<User, 'id'>>;
    prices: Money[];
    meta: unknown;
    sizes: [int, string];
  } {
    const meta = { any: [1, { x: new Map() }] };
    const rest = { prices: [new Money(150)], meta, sizes: [1, 'a'] as [int, string], ...SECRET };
    return { byName: { ada: ADA }, ...rest };
  }

  @RestRoute('/stream', HttpMethod.Get, new PublicAccess())
  stream(): StreamableFile {
    return new StreamableFile(Readable.from(['bytes']));
  }

  @RestRoute('/nothing', HttpMethod.Delete, new PublicAccess())
  nothing(): void {}

  @RestRoute('/missing', HttpMethod.Get, new PublicAccess())
  missing(): User | null {
    return null;
  }

  @RestRoute('/failed', HttpMethod.Get, new PublicAccess())
  failed(): User {
    throw new RestException('user_gone', 'Gone.', 410, { since: 1 });
  }

  @RestRoute('/all', HttpMethod.Get, new PublicAccess(), { responses: 'returned' })
  all(): Pick<User, 'id'> {
    return ADA;
  }

  @RestRoute('/anything', HttpMethod.Get, new PublicAccess())
  anything(): unknown {
    return ADA;
  }

  @RestRoute('/itself', HttpMethod.Get, new PublicAccess())
  itself(@Res() response: { send(body: object): void }): void {
    response.send(ADA);
  }
}

describe.each(ADAPTERS)("responses: 'declared' on %s", (adapter) => {
  const app = useRoutes([UsersController], {
    adapter,
    rest: { responses: 'declared', batch: true },
  });
  const get = (path: string, headers = {}) =>
    app.fetch('GET', `/api/acme/v1/users${path}`, { headers });

  test.each<[title: string, path: string, sent: unknown]>([
    ['a list of objects', '', [ADA_SENT, BOB_SENT]],
    ['an object within itself', '/one', BOB_SENT],
    ['an Observable of a generic page', '/page', { items: [ADA_SENT], total: 1 }],
    ['a response with paging', '/paged', [ADA_SENT]],
    ['a value class within another', '/badge', { label: 'outer', holder: { label: 'inner' } }],
    [
      'a union, by the property that tells its options apart',
      '/pets',
      [
        { kind: 'cat', lives: 9 },
        { kind: 'dog', tag: 't' },
      ],
    ],
    ['what ClassSerializerInterceptor leaves of a class', '/account', { id: 1, name: 'Ada' }],
    ['a class without the accessor that JSON does not contain', '/raw-account', { id: 1 }],
    [
      'records, values with toJSON, tuples, and any value where unknown is declared',
      '/record',
      {
        byName: { ada: { id: 1 } },
        prices: ['1.50'],
        meta: { any: [1, { x: {} }] },
        sizes: [1, 'a'],
      },
    ],
    ['null where it is declared', '/missing', null],
  ])('%s is sent with its declared properties only', async (_title, path, sent) => {
    const { status, body, text } = await get(path);
    expect({ status, body }).toEqual({ status: 200, body: sent });
    expect(text).not.toContain('password_hash');
  });

  test('RestRoutes lists as declared what sends only its declared properties', async () => {
    const routes = await app.nest.get(RestRoutes).list();
    const returned = routes.filter(({ responses }) => responses === 'returned');
    expect(returned.map(({ handler }) => handler)).toEqual([
      'UsersController.all',
      'UsersController.anything',
      'UsersController.itself',
      'RestBatch.run',
    ]);
    expect(routes.map(({ handler }) => handler)).toContain('UsersController.list');
  });

  test('a response keeps its status, its headers and its links', async () => {
    const response = await app.fetch('POST', '/api/acme/v1/users/created');
    expect(response.status).toBe(201);
    expect(response.headers['x-kind']).toBe('user');
    expect(response.body).toEqual({
      ...ADA_SENT,
      _links: { self: [{ href: `${app.url}/api/acme/v1/users/one` }] },
    });
  });

  test('links of items stay, and what they embed is pruned too', async () => {
    const { body } = await get('/linked?_embed');
    expect(body).toEqual([
      {
        ...ADA_SENT,
        _links: { boss: [{ embeddable: true, href: `${app.url}/api/acme/v1/users/one` }] },
        _embedded: { boss: [BOB_SENT] },
      },
    ]);
  });

  test('an interceptor runs before: it may fill what is declared, and adds nothing else', async () => {
    expect((await get('/added')).body).toEqual({ ...ADA_SENT, mail: 'a@b.c' });
  });

  test('the cache stores the pruned response, which has an ETag', async () => {
    calls = 0;
    const fresh = await get('/cached');
    const hit = await get('/cached');
    expect([fresh.body, hit.body, calls]).toEqual([ADA_SENT, ADA_SENT, 1]);
    const etag = String(hit.headers.etag);
    expect((await get('/cached', { 'if-none-match': etag })).status).toBe(304);
  });

  test('HEAD has the length of the pruned body', async () => {
    const whole = await get('');
    const head = await app.fetch('HEAD', '/api/acme/v1/users');
    expect(head.status).toBe(200);
    expect(head.headers['content-length']).toBe(whole.headers['content-length']);
  });

  test('_fields and _envelope apply after it', async () => {
    expect((await get('?_fields=id,password_hash')).body).toEqual([{ id: 1 }, { id: 2 }]);
    expect((await get('/one?_envelope')).body).toMatchObject({ status: 200, body: BOB_SENT });
  });

  test('streams, empty responses and errors are as before', async () => {
    expect((await get('/stream')).text).toBe('bytes');
    expect((await app.fetch('DELETE', '/api/acme/v1/users/nothing')).status).toBe(204);
    const { status, body } = await get('/failed');
    expect(status).toBe(410);
    expect(body).toEqual({ code: 'user_gone', message: 'Gone.', data: { status: 410, since: 1 } });
  });

  test('a route may send all that its method returns', async () => {
    expect((await get('/all')).body).toMatchObject({ name: 'Ada', password_hash: 'x' });
  });

  test('requests in process and in a batch are pruned', async () => {
    const dispatcher = app.nest.get(RestDispatcher, { strict: false });
    const { data } = await dispatcher.request({ path: '/acme/v1/users/one' });
    expect(JSON.parse(JSON.stringify(data))).toEqual(BOB_SENT);
    const requests = [{ path: '/acme/v1/users/created' }];
    const batch = await app.fetch('POST', '/api/batch/v1', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ requests }),
    });
    expect(batch.text).toContain('"name":"Ada"');
    expect(batch.text).not.toContain('password_hash');
  });
});
