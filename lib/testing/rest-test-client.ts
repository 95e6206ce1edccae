import { randomUUID } from 'node:crypto';
import { REQUEST_HEADER, type RestRecorder } from './recording.js';
import { Readable } from 'node:stream';
import { isUploadedFile, type UploadedFile } from '../routes/file-content.js';

/** A response as a client receives it. */
export interface RestTestResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed JSON of the body; `undefined` if the body is not JSON. */
  readonly body: unknown;
  /** The unexpected error behind a 500 of a route; `undefined` for any other response. */
  readonly cause: unknown;
}

const NO_BODY: TestBody = { headers: {} };

/**
 * The parts of a request besides its method and path.
 *
 * @example
 * await app.get('/v1/items', { query: { kind: 'film' }, headers: { 'Accept-Language': 'de' } });
 */
export interface TestRequestOptions {
  /** A list is sent as WordPress reads lists: `tags[]=a&tags[]=b`. */
  readonly query?: Readonly<Record<string, QueryValue | readonly QueryValue[]>>;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Sent as JSON; as `multipart/form-data` if it holds an `UploadedFile`, a `File` or a `Blob`, with its other values
   * as WordPress reads forms: `tags[]`, `size[width]`. A string, a `FormData`, a `URLSearchParams`, a `Blob`, bytes
   * such as a `Buffer`, a `ReadableStream` and a `Readable` are sent unchanged; state the media type of strings, bytes
   * and streams in `headers`.
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

/** `duplex` is for a stream. `fetch` adds other media types itself. */
interface TestBody extends Pick<RequestInit, 'body' | 'duplex'> {
  readonly headers: Readonly<Record<string, string>>;
}

/** Sends a body of `fetch` unchanged, a value with files as a form, and any other value as JSON. */
export async function testBody(value: unknown): Promise<TestBody> {
  if (value === undefined) return NO_BODY;
  if (value instanceof Readable) return streamed(Readable.toWeb(value) as ReadableStream);
  if (value instanceof ReadableStream) return streamed(value as ReadableStream);
  if (isSentAsItIs(value)) return { body: value, headers: {} };
  if (typeof value === 'object' && value !== null && holdsFile(value))
    return { body: await fillForm(value), headers: {} };
  return { body: JSON.stringify(value), headers: { 'content-type': 'application/json' } };
}

function streamed(body: ReadableStream): TestBody {
  return { body, headers: {}, duplex: 'half' };
}

function isSentAsItIs(value: unknown): value is NonNullable<RequestInit['body']> {
  if (typeof value === 'string' || value instanceof FormData || value instanceof Blob) return true;
  if (value instanceof URLSearchParams) return true;
  return value instanceof ArrayBuffer || ArrayBuffer.isView(value);
}

function holdsFile(value: unknown): boolean {
  if (isUploadedFile(value) || value instanceof Blob) return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsFile);
}

/**
 * Files as separate parts, other values as texts under PHP's names (`tags[]`, `lines[0][sku]`, `size[width]`). A form
 * has no null: null is left out.
 */
async function fillForm(value: object): Promise<FormData> {
  const form = new FormData();
  const entries = Object.entries(value).map(([name, member]) => entriesOf(name, member));
  for (const [name, member] of (await Promise.all(entries)).flat()) form.append(name, member);
  return form;
}

async function entriesOf(
  name: string,
  value: unknown,
): Promise<readonly (readonly [name: string, value: string | Blob])[]> {
  if (value === undefined || value === null) return [];
  if (value instanceof Blob) return [[name, value]];
  if (isUploadedFile(value)) return [[name, await blobOf(value)]];
  if (value instanceof Date) return [[name, value.toISOString()]];
  if (typeof value !== 'object') return [[name, textOf(value)]];
  const isPlainList = Array.isArray(value) && !value.some(hasMembers);
  const members = Object.entries(value).map(([key, member]) =>
    entriesOf(isPlainList ? `${name}[]` : `${name}[${key}]`, member),
  );
  return (await Promise.all(members)).flat();
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

async function blobOf(file: UploadedFile): Promise<File> {
  return new File([new Uint8Array(await file.bytes())], file.name, { type: file.type });
}

function hasMembers(value: unknown): boolean {
  const isLeaf = value instanceof Blob || isUploadedFile(value) || value instanceof Date;
  return typeof value === 'object' && value !== null && !isLeaf;
}

async function readTestResponse(response: Response, cause?: unknown): Promise<RestTestResponse> {
  const text = await response.text();
  const isJson = /^application\/(?:[\w.+-]+\+)?json/.test(
    response.headers.get('content-type') ?? '',
  );
  const body: unknown = isJson && text !== '' ? JSON.parse(text) : undefined;
  return { status: response.status, headers: response.headers, text, body, cause };
}
