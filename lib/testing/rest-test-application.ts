import type { INestApplication } from '@nestjs/common';
import type { Recording } from './recording.js';
import { readTestResponse, type RestTestResponse } from './rest-test-response.js';
import type { TestUsers } from './test-users.js';

/** What a request has beyond its method and path. */
export interface TestRequestOptions {
  /** A list is sent as WordPress reads it: `tags[]=a&tags[]=b`. */
  readonly query?: Readonly<Record<string, QueryValue | readonly QueryValue[]>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; a text is sent as it is. */
  readonly body?: unknown;
}

type QueryValue = string | number | boolean;

/** Sends requests. Paths begin at the version: `/v1/items/7`. */
export interface RestTestClient {
  request(method: string, path: string, options?: TestRequestOptions): Promise<RestTestResponse>;
  get(path: string, options?: TestRequestOptions): Promise<RestTestResponse>;
  post(path: string, body?: unknown, options?: TestRequestOptions): Promise<RestTestResponse>;
  put(path: string, body?: unknown, options?: TestRequestOptions): Promise<RestTestResponse>;
  patch(path: string, body?: unknown, options?: TestRequestOptions): Promise<RestTestResponse>;
  delete(path: string, options?: TestRequestOptions): Promise<RestTestResponse>;
  options(path: string, options?: TestRequestOptions): Promise<RestTestResponse>;
}

/** An application that is served for a test, on 127.0.0.1 and a free port. */
export interface RestTestApplication extends RestTestClient {
  readonly nest: INestApplication;
  readonly url: string;
  /** What was asked and created inside. */
  readonly recording: Recording;
  /**
   * The same requests as somebody else: whoever `user` finds in production, a test needs none of it.
   *
   * @example
   * await app.as({ id: 1, capabilities: ['edit_items'] }).post('/v1/items', { title: 'Chair' });
   */
  as(user: unknown): RestTestClient;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** What a served application is made of. */
export interface ServedApplication {
  readonly nest: INestApplication;
  readonly url: string;
  /** Where the versions are: `/api/acme`. */
  readonly base: string;
  readonly recording: Recording;
  readonly users: TestUsers;
}

/** The application as a test sees it. */
export function testApplication(served: ServedApplication): RestTestApplication {
  const { nest, url, base, recording, users } = served;
  return {
    ...client(`${url}${base}`, {}),
    nest,
    url,
    recording,
    as: (user) => client(`${url}${base}`, users.headersOf(user)),
    close: () => nest.close(),
    [Symbol.asyncDispose]: () => nest.close(),
  };
}

function client(base: string, known: Readonly<Record<string, string>>): RestTestClient {
  const request: RestTestClient['request'] = async (method, path, options = {}) => {
    const { query = {}, headers = {}, body } = options;
    const isText = body === undefined || typeof body === 'string';
    const response = await fetch(`${base}${path}${queryText(path, query)}`, {
      method,
      redirect: 'manual',
      headers: { ...known, ...(isText ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
    });
    return readTestResponse(response);
  };
  const withBody =
    (method: string): RestTestClient['post'] =>
    (path, body, options = {}) =>
      request(method, path, { ...options, body });
  return {
    request,
    get: (path, options) => request('GET', path, options),
    post: withBody('POST'),
    put: withBody('PUT'),
    patch: withBody('PATCH'),
    delete: (path, options) => request('DELETE', path, options),
    options: (path, options) => request('OPTIONS', path, options),
  };
}

function queryText(path: string, query: NonNullable<TestRequestOptions['query']>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (Array.isArray(value)) for (const one of value) search.append(`${name}[]`, String(one));
    else search.append(name, String(value));
  }
  const text = search.toString();
  if (text === '') return '';
  return `${path.includes('?') ? '&' : '?'}${text}`;
}
