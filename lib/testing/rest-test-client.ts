import { randomUUID } from 'node:crypto';
import { REQUEST_HEADER, type RestRecorder } from './recording.js';
import { testBody } from './test-body.js';
import { readTestResponse, type RestTestResponse } from './rest-test-response.js';

/**
 * The parts of a request beside its method and path.
 *
 * @example
 * await app.get('/v1/items', { query: { kind: 'film' }, headers: { 'Accept-Language': 'de' } });
 */
export interface TestRequestOptions {
  /** A list is sent as WordPress reads lists: `tags[]=a&tags[]=b`. */
  readonly query?: Readonly<Record<string, QueryValue | readonly QueryValue[]>>;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Sent as JSON; as `multipart/form-data` where it holds an `UploadedFile`, a `File` or a `Blob`, with its
   * other values as WordPress reads forms: `tags[]`, `size[width]`. Sent unchanged are a string, a `FormData`, a
   * `URLSearchParams`, a `Blob`, bytes such as a `Buffer`, a `ReadableStream` and a `Readable`; state the media type of
   * strings, bytes and streams in `headers`.
   */
  readonly body?: unknown;
}

type QueryValue = string | number | boolean;

/** Sends requests. Paths start with the version: `/v1/items/7`. */
export interface RestTestClient {
  request(method: string, path: string, options?: TestRequestOptions): Promise<RestTestResponse>;
  get(path: string, options?: TestRequestOptions): Promise<RestTestResponse>;
  post(path: string, body?: unknown, options?: TestRequestOptions): Promise<RestTestResponse>;
  put(path: string, body?: unknown, options?: TestRequestOptions): Promise<RestTestResponse>;
  patch(path: string, body?: unknown, options?: TestRequestOptions): Promise<RestTestResponse>;
  delete(path: string, options?: TestRequestOptions): Promise<RestTestResponse>;
  options(path: string, options?: TestRequestOptions): Promise<RestTestResponse>;
}

/** A client that sends its headers with every request. */
export function testClient(
  base: string,
  headers: Readonly<Record<string, string>>,
  recording: RestRecorder,
): RestTestClient {
  const request: RestTestClient['request'] = async (method, path, options = {}) => {
    const { query = {} } = options;
    const url = `${base}${path}${queryText(path, query)}`;
    const key = randomUUID();
    const known = { ...headers, [REQUEST_HEADER]: key };
    const response = await fetch(url, await requestInit(method, known, options));
    return readTestResponse(response, recording.takeCause(key));
  };
  return {
    request,
    get: (path, options) => request('GET', path, options),
    post: (path, body, options) => request('POST', path, { ...options, body }),
    put: (path, body, options) => request('PUT', path, { ...options, body }),
    patch: (path, body, options) => request('PATCH', path, { ...options, body }),
    delete: (path, options) => request('DELETE', path, options),
    options: (path, options) => request('OPTIONS', path, options),
  };
}

async function requestInit(
  method: string,
  known: Readonly<Record<string, string>>,
  options: TestRequestOptions,
): Promise<RequestInit> {
  const { headers, ...sent } = await testBody(options.body);
  return {
    method,
    redirect: 'manual',
    headers: { ...known, ...headers, ...options.headers },
    ...sent,
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
