import {
  HttpMethod,
  PublicAccess,
  RestController,
  RestResponse,
  RestRoute,
  RestRoutes,
  type int,
} from 'nestjs-rest-routes';
import { openApiDocument } from 'nestjs-rest-routes/openapi';
import { of, ReplaySubject, type Observable, type Subject } from 'rxjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes, type TestApplication } from '../support/application.js';

interface Row {
  id: int;
  title: string | null;
}

const ROWS = [{ id: 1, title: null, secret: 'x' }];

/** As the queries of Drizzle: a class that is a promise. */
abstract class QueryPromise<T> implements Promise<T> {
  readonly [Symbol.toStringTag] = 'QueryPromise';

  protected abstract execute(): Promise<T>;

  // oxlint-disable-next-line unicorn/no-thenable -- a class with a method `then` is under test here
  then<A = T, B = never>(
    done?: ((value: T) => A | PromiseLike<A>) | null,
    failed?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.execute().then(done, failed);
  }

  catch<B = never>(failed?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.then(undefined, failed);
  }

  finally(done?: (() => void) | null): Promise<T> {
    return this.execute().finally(done);
  }
}

class Select<T> extends QueryPromise<T[]> {
  readonly config = { dialect: 'pg' };

  constructor(private readonly rows: T[]) {
    super();
  }

  where(_condition: Partial<T>): Select<T> {
    return this;
  }

  protected execute(): Promise<T[]> {
    return Promise.resolve(this.rows);
  }
}

/** As the calls of Prisma. */
interface PrismaPromise<T> extends Promise<T> {
  [Symbol.toStringTag]: 'PrismaPromise';
}

abstract class BaseController<T> {
  protected abstract find(): Promise<T>;

  @RestRoute('/inherited', HttpMethod.Get, new PublicAccess(), { responses: 'declared' })
  inherited(): Promise<T> {
    return this.find();
  }
}

@RestController('v1', '/rows')
class RowsController extends BaseController<Row[]> {
  protected find(): Promise<Row[]> {
    return Promise.resolve(ROWS);
  }

  @RestRoute('/inferred', HttpMethod.Get, new PublicAccess())
  inferred() {
    return new Select<Row>(ROWS).where({ id: 1 });
  }

  @RestRoute('/select', HttpMethod.Get, new PublicAccess(), { responses: 'declared' })
  select(): Select<Row> {
    return new Select<Row>(ROWS);
  }

  @RestRoute('/prisma', HttpMethod.Get, new PublicAccess(), { responses: 'declared' })
  prisma(): PrismaPromise<Row[]> {
    return Promise.resolve(ROWS) as unknown as PrismaPromise<Row[]>;
  }

  @RestRoute('/like', HttpMethod.Get, new PublicAccess(), { responses: 'declared' })
  like(): PromiseLike<Row[]> {
    return new Select<Row>(ROWS);
  }

  @RestRoute('/observable', HttpMethod.Get, new PublicAccess(), { responses: 'declared' })
  observable(): Observable<Row[]> {
    return of(ROWS);
  }

  @RestRoute('/subject', HttpMethod.Get, new PublicAccess(), { responses: 'declared' })
  subject(): Subject<Row[]> {
    const subject = new ReplaySubject<Row[]>(1);
    subject.next(ROWS);
    subject.complete();
    return subject;
  }

  @RestRoute('/either', HttpMethod.Get, new PublicAccess(), { responses: 'declared' })
  either(): Promise<Row[]> | Observable<Row[]> | Row[] {
    return of(ROWS);
  }

  @RestRoute('/within', HttpMethod.Get, new PublicAccess(), { responses: 'declared' })
  async within(): Promise<RestResponse<Row[]>> {
    return new RestResponse(await new Select<Row>(ROWS));
  }
}

const PATHS = [
  'select',
  'prisma',
  'like',
  'observable',
  'subject',
  'either',
  'within',
  'inherited',
];

describe.each(ADAPTERS)('results that are awaited on %s', (adapter) => {
  let app: TestApplication;

  beforeAll(async () => {
    app = await startRoutes([RowsController], { adapter });
  });

  afterAll(() => app.close());

  test.each(PATHS)('/%s sends only what the rows declare', async (path) => {
    const { status, body } = await app.fetch('GET', `/api/acme/v1/rows/${path}`);
    expect({ status, body }).toEqual({ status: 200, body: [{ id: 1, title: null }] });
  });

  test.each([...PATHS, 'inferred'])('/%s is described by its rows in OpenAPI', async (path) => {
    const document = openApiDocument(await app.nest.get(RestRoutes).list());
    const { responses = {} } = document.paths[`/api/acme/v1/rows/${path}`]?.['get'] ?? {};
    const rows = { type: 'array', items: { $ref: '#/components/schemas/Row' } };
    expect(JSON.stringify(responses['200'])).toContain(JSON.stringify(rows));
    expect(Object.keys(document.components?.schemas ?? {})).not.toContain('Select');
  });
});
