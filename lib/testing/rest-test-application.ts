import type { INestApplication } from '@nestjs/common';
import type { Recording, RestRecorder } from './recording.js';
import { testClient, type RestTestClient } from './rest-test-client.js';
import type { TestUsers } from './test-users.js';

/** An application that is served for a test, on 127.0.0.1 and a free port. */
export interface RestTestApplication extends RestTestClient {
  readonly nest: INestApplication;
  /** Where it listens, such as `http://127.0.0.1:43127`: for `fetch` and other clients. */
  readonly url: string;
  /** The permissions that were checked, the classes that were created, and the unexpected errors. */
  readonly recording: Recording;
  /**
   * A client whose requests come from a user, whatever `user` of `RestModule` does in production.
   *
   * @example
   * await app.as({ id: 1, capabilities: ['edit_items'] }).post('/v1/items', { title: 'Chair' });
   */
  as(user: unknown): RestTestClient;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * The served application as a test uses it.
 *
 * @param base The path of the namespace, below which the versions are: `/api/acme`.
 */
export function testApplication(
  nest: INestApplication,
  url: string,
  base: string,
  recording: RestRecorder,
  users: TestUsers,
): RestTestApplication {
  return {
    ...testClient(`${url}${base}`, {}, recording),
    nest,
    url,
    recording,
    as: (user) => testClient(`${url}${base}`, users.headersOf(user), recording),
    close: () => nest.close(),
    [Symbol.asyncDispose]: () => nest.close(),
  };
}
