import { randomUUID } from 'node:crypto';
import type { INestApplication } from '@nestjs/common';
import type { RestModuleOptions, RestRequest } from '../index.js';

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
  /** Whether the application finds its users by `forRoot({ user })`. */
  #hasOption = false;

  headersOf(user: unknown): Readonly<Record<string, string>> {
    const key = randomUUID();
    this.#users.set(key, user);
    return { [HEADER]: key };
  }

  /**
   * Options whose `user` finds the users of the test first, as it finds those of the application over HTTP: after the
   * guards. Options without `user` stay: `request.user` is the caller then.
   */
  options<User>(options: RestModuleOptions<User>): RestModuleOptions<User> {
    const own = options.user?.bind(options);
    this.#hasOption = own !== undefined;
    if (own === undefined) return options;
    const user = (request: RestRequest) => {
      const key = request.headers[HEADER];
      const isOfTest = typeof key === 'string' && this.#users.has(key);
      return isOfTest ? (this.#users.get(key) as User) : own(request);
    };
    return { ...options, user };
  }

  /** If guards find the users, sets `request.user` before them, as Passport would. */
  expose(app: INestApplication): void {
    if (this.#hasOption) return;
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
