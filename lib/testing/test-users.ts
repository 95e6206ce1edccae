import { randomUUID } from 'node:crypto';
import type { INestApplication } from '@nestjs/common';
import type { RestRequest } from '../model/request/rest-request.js';
import type { RestModuleOptions } from '../nest/options/rest-options.js';

/** The header by which a test says who is calling. Its values are unguessable, and known to one application. */
const HEADER = 'x-rest-test-user';

interface RawRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  user?: unknown;
}

type Next = () => void;

interface FastifyLike {
  addHook(name: 'onRequest', hook: (request: RawRequest, reply: unknown, done: Next) => void): void;
}

/** The users of one test application. */
export class TestUsers {
  readonly #users = new Map<string, unknown>();

  /** The headers of requests that a user makes. */
  headersOf(user: unknown): Readonly<Record<string, string>> {
    const key = randomUUID();
    this.#users.set(key, user);
    return { [HEADER]: key };
  }

  /** Options that know the users of the test, and ask those of the application for any other. */
  options<User>(options: RestModuleOptions<User>): RestModuleOptions<User> {
    const own = options.user?.bind(options);
    const user = (request: RestRequest) => {
      const key = request.headers[HEADER];
      if (typeof key === 'string' && this.#users.has(key)) return this.#users.get(key) as User;
      return own === undefined ? ((request.raw as RawRequest).user as User) : own(request);
    };
    return { ...options, user };
  }

  /** Lets Nest's guards see them too, where Passport would leave them. */
  expose(app: INestApplication): void {
    const set = (request: RawRequest): void => {
      const key = request.headers[HEADER];
      if (typeof key === 'string' && this.#users.has(key)) request.user = this.#users.get(key);
    };
    const adapter = app.getHttpAdapter();
    if (adapter.getType() === 'fastify') {
      (adapter.getInstance() as FastifyLike).addHook('onRequest', (request, _reply, done) => {
        set(request);
        done();
      });
      return;
    }
    app.use((request: RawRequest, _response: unknown, next: Next) => {
      set(request);
      next();
    });
  }
}
