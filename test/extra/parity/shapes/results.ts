import {
  BadRequestException,
  GoneException,
  Header,
  HttpCode,
  HttpException,
  ImATeapotException,
  InternalServerErrorException,
  NotFoundException,
  ServiceUnavailableException,
  StreamableFile,
} from '@nestjs/common';
import { Exclude, Expose } from 'class-transformer';
import { RestController } from 'nestjs-rest-routes';
import { Readable } from 'node:stream';
import { concat, delay, of, throwError, timer, map } from 'rxjs';
import { DomainError } from '../errors.js';
import type { Shape } from '../shape.js';
import { Serve } from '../twin.js';

class Entity {
  @Expose() id = 7;
  @Exclude() password = 'secret';
  title = 'Dune';
}

class Document {
  constructor(
    readonly title: string,
    readonly seen: () => void,
  ) {}

  toJSON(): object {
    this.seen();
    return { title: this.title };
  }
}

/** What a handler can return or throw, by name. */
const results = (seen: () => void): Readonly<Record<string, () => unknown>> => ({
  object: () => ({ title: 'Dune', empty: undefined, at: new Date(0), none: null }),
  list: () => [1, 'a', null, undefined],
  empty: () => ({}),
  'a null': () => null,
  number: () => 7,
  boolean: () => false,
  'not a number': () => Number.NaN,
  entity: () => new Entity(),
  entities: () => [new Entity(), new Entity()],
  document: () => new Document('Dune', seen),
  documents: () => ({ items: [new Document('Dune', seen)] }),
  map: () => new Map([['a', 1]]),
  'large object': () => ({ title: 'Dune', text: 'x'.repeat(5000) }),
  unusual: () => ({ title: '</script>\u2028é😀', __proto__: null }),
  'a bigint': () => ({ id: 7n }),
  cycle: () => {
    const data: Record<string, unknown> = { title: 'Dune' };
    data['self'] = data;
    return data;
  },
  'getter that throws': () => ({
    get title() {
      throw new Error('of a getter');
    },
  }),
  promise: async () => ({ title: 'Dune' }),
  later: () => new Promise((resolve) => setTimeout(() => resolve({ title: 'Dune' }), 2)),
  // oxlint-disable-next-line unicorn/no-thenable -- what is tried here
  thenable: () => ({ then: (resolve: (value: unknown) => void) => resolve({ title: 'Dune' }) }),
  observable: () => of({ title: 'Dune' }),
  'observable of two': () => concat(of({ title: 'Dune' }), of({ title: 'Emma' })),
  'late observable': () => timer(1).pipe(map(() => ({ title: 'Dune' }))),
  'empty observable': () => concat(),
  'failing observable': () => throwError(() => new NotFoundException('of an observable')),
  'observable that fails late': () =>
    timer(1).pipe(
      map(() => {
        throw new DomainError('late');
      }),
    ),
  'observable with a delay': () => of(['a']).pipe(delay(1)),
  file: () => new StreamableFile(Buffer.from('a,b\n')),
  'named file': () =>
    new StreamableFile(Readable.from([Buffer.from('a,b\n'), Buffer.from('c,d\n')]), {
      type: 'text/csv',
      disposition: 'attachment; filename="a.csv"',
      length: 8,
    }),
  'failing file': () =>
    new StreamableFile(
      new Readable({
        read() {
          this.destroy(new Error('of a stream'));
        },
      }),
    ),
  'not found': () => {
    throw new NotFoundException();
  },
  'not found with a text': async () => {
    throw new NotFoundException('There is no item 7.', { cause: new Error('a cause') });
  },
  'bad request of a list': () => {
    throw new BadRequestException(['title must be a string', 'price must be positive']);
  },
  'gone with a body': () => {
    throw new GoneException({ code: 'gone', since: 2020 });
  },
  'with a code': () => {
    throw new HttpException('taken', 409, { errorCode: 'X_TAKEN' } as object);
  },
  'an own body': () => {
    throw new HttpException({ status: 'own', nested: { a: 1 } }, 422);
  },
  'a text as the body': () => {
    throw new HttpException('only a text', 402);
  },
  teapot: () => {
    throw new ImATeapotException('short and stout');
  },
  'status below 400': () => {
    throw new HttpException('moved', 302);
  },
  'internal error of Nest': () => {
    throw new InternalServerErrorException('told');
  },
  unavailable: () => {
    throw new ServiceUnavailableException({ retryAfter: 7 });
  },
  error: () => {
    throw new Error('secret');
  },
  'error with a status': () => {
    throw Object.assign(new Error('upstream'), { status: 404, statusCode: 404, expose: true });
  },
  'error of the domain': () => {
    throw new DomainError('closed');
  },
  'late error': async () => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    throw new TypeError('late');
  },
  'a text that is thrown': () => {
    // oxlint-disable-next-line no-throw-literal -- what is tried here
    throw 'a text';
  },
  'nothing that is thrown': () => {
    // oxlint-disable-next-line no-throw-literal -- what is tried here
    throw undefined;
  },
  'rejected with null': () => Promise.reject(null),
});

const KINDS = Object.keys(results(() => undefined));

/** Handlers that return or throw what the path says. */
export const shape: Shape = {
  name: 'results',
  make({ recorder, version }) {
    const all = results(() => recorder.saw('toJSON', {}, {}));
    const resultOf = (kind: string): unknown => {
      const make = all[decodeURIComponent(kind)];
      recorder.saw(`handler ${kind}`, {}, {});
      return make === undefined ? { unknown: kind } : make();
    };
    @RestController(version as 'subject', '/results')
    class Results {
      @Serve('Get', '/{kind}', { kind: 0 })
      get(kind: string): unknown {
        return resultOf(kind);
      }

      @HttpCode(201)
      @Header('X-Created', 'yes')
      @Serve('Post', '/{kind}', { kind: 0 })
      async create(kind: string): Promise<unknown> {
        return resultOf(kind);
      }
    }
    return { routes: Results };
  },
  request: (random) => ({
    method: random.pick(['GET', 'GET', 'GET', 'POST', 'HEAD']),
    path: `/${encodeURIComponent(random.pick(KINDS))}`,
  }),
};
