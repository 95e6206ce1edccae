import { randomUUID } from 'node:crypto';
import type { INestApplication } from '@nestjs/common';
import type { RestRequest } from '../routes/rest-request.js';
import type { RestModuleOptions } from '../nest/options/rest-options.js';

/** The header that identifies the user of a test. Its values are random, and only one application knows them. */
const HEADER = 'x-rest-test-user';

interface RawRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  user?: unknown;
}

interface FastifyLike {
  addHook(
    name: 'onRequest',
    hook: (request: RawRequest, reply: unknown, done: () => void) => void,
  ): void;
}

export class TestUsers {
  readonly #users = new Map<string, unknown>();

  headersOf(user: unknown): Readonly<Record<string, string>> {
    const key = randomUUID();
    this.#users.set(key, user);
    return { [HEADER]: key };
  }

  /** `user` of the application decides if no user of the test is meant. */
  options<User>(options: RestModuleOptions<User>): RestModuleOptions<User> {
    const own = options.user?.bind(options);
    const user = (request: RestRequest) => {
      const key = request.headers[HEADER];
      if (typeof key === 'string' && this.#users.has(key)) return this.#users.get(key) as User;
      return own === undefined ? ((request.raw as RawRequest).user as User) : own(request);
    };
    return { ...options, user };
  }

  /** Sets `request.user`, as Passport would, so that Nest's guards see the users too. */
  expose(app: INestApplication): void {
    const adapter = app.getHttpAdapter();
    if (adapter.getType() === 'fastify') this.#exposeOnFastify(adapter.getInstance());
    else {
      app.use((request: RawRequest, _response: unknown, next: () => void) => {
        this.#setUser(request);
        next();
      });
    }
  }

  #exposeOnFastify(instance: FastifyLike): void {
    instance.addHook('onRequest', (request, _reply, done) => {
      this.#setUser(request);
      done();
    });
  }

  #setUser(request: RawRequest): void {
    const key = request.headers[HEADER];
    if (typeof key === 'string' && this.#users.has(key)) request.user = this.#users.get(key);
  }
}
