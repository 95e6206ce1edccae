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
  /**
   * The tools that `McpModule` of `nestjs-rest-routes/mcp` lists for this user.
   *
   * @throws Error if the application has no `McpModule`, or it responds with an error.
   */
  tools(): Promise<readonly TestTool[]>;
  /**
   * Calls a tool. Errors of its route are results: `isError`.
   *
   * @throws Error if there is no such tool, or the application has no `McpModule`.
   */
  callTool(name: string, args?: Readonly<Record<string, unknown>>): Promise<TestToolResult>;
}

/** A tool as clients see it. */
export interface TestTool {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema?: Readonly<Record<string, unknown>>;
  readonly annotations: Readonly<Record<string, boolean>>;
}

/** The result of a tool. */
export interface TestToolResult {
  readonly isError: boolean;
  /** The structured content, or the body of an error; `undefined` if the result has neither. */
  readonly data: unknown;
  /** Its texts and files, as clients get them. */
  readonly content: readonly Readonly<Record<string, unknown>>[];
  /** The unexpected error behind a 500 of the route; `undefined` for any other result. */
  readonly cause: unknown;
}

/** The addresses of a test application. */
export interface TestAddresses {
  /** Of the namespace, below which the versions are. */
  readonly api: string;
  /** At which the tools may be: with the global prefix, and without it. None if there is no `McpModule`. */
  readonly tools: readonly string[];
}

export function testClient(
  { api: base, tools }: TestAddresses,
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
    ...toolClient(tools, headers, recording),
  };
}

function toolClient(
  addresses: readonly string[],
  headers: Readonly<Record<string, string>>,
  recording: RestRecorder,
): Pick<RestTestClient, 'tools' | 'callTool'> {
  const send = async (
    method: string,
    params: object,
  ): Promise<ToolMessage & { cause: unknown }> => {
    const key = randomUUID();
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const known = { ...headers, ...TOOL_HEADERS, [REQUEST_HEADER]: key };
    for (const address of addresses) {
      const response = await fetch(address, { method: 'POST', headers: known, body });
      if (response.status === 404) continue;
      const received = await readTestResponse(response, recording.takeCause(key));
      const { result, error } = (received.body ?? {}) as ToolMessage;
      if (result === undefined) throw new Error(error?.message ?? received.text);
      return { result, cause: received.cause };
    }
    throw new Error('The application has no McpModule: import it from nestjs-rest-routes/mcp.');
  };
  return {
    tools: async () => (await send('tools/list', {})).result?.tools ?? [],
    callTool: async (name, args = {}) => {
      const { result = {}, cause } = await send('tools/call', { name, arguments: args });
      const { isError = false, content = [], structuredContent } = result;
      return { isError, content, cause, data: isError ? errorOf(content) : structuredContent };
    },
  };
}

/** A response of the protocol, as far as it is read. */
interface ToolMessage {
  readonly result?: {
    readonly tools?: readonly TestTool[];
    readonly isError?: boolean;
    readonly content?: TestToolResult['content'];
    readonly structuredContent?: unknown;
  };
  readonly error?: { readonly message: string };
}

const TOOL_HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};

/** The body of the error of a route; its text if it is not JSON. */
function errorOf([first]: TestToolResult['content']): unknown {
  const text = String(first?.['text']);
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
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
  const isListOfScalars = Array.isArray(value) && !value.some(hasMembers);
  const members = Object.entries(value).map(([key, member]) =>
    entriesOf(isListOfScalars ? `${name}[]` : `${name}[${key}]`, member),
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
