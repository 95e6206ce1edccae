import type { Parameter, Placed } from '../../../openapi/contract/document.js';
import {
  FILES_TYPE,
  JSON_TYPE,
  type ContractRequest,
  type Values,
} from '../../../openapi/contract/request.js';
import { camelCase, isJson, literal, program, type Call } from './program.js';

/** Programs for clients that write neither nested queries nor, if a body has several types, its type. */
export function moreCallersOf(calls: readonly Call[]): Readonly<Record<string, string>> {
  const names = calls.map(({ name }) => name).join(', ');
  return {
    kubb: program(KUBB(names), calls, calls.map(kubbCall)),
    'swagger-typescript-api': program(TYPESCRIPT_API, calls, calls.map(typescriptApiCall)),
    'ng-openapi-gen': program(ANGULAR, calls, calls.map(angularCall)),
    oazapfts: program(OAZAPFTS(names), calls, calls.map(oazapftsCall)),
  };
}

const NESTED = `const pairs = (name: string, value: unknown): string[][] => {
  if (Array.isArray(value)) return value.flatMap((one: unknown) => pairs(name, one));
  if (typeof value !== 'object' || value === null) return [[name, String(value)]];
  return Object.entries(value).flatMap(([key, one]) => pairs(\`\${name}[\${key}]\`, one));
};
const queryOf = (values: unknown) =>
  new URLSearchParams(Object.entries(values ?? {}).flatMap(([name, one]) => pairs(name, one))).toString();
const base = process.argv[2] as string;`;

const KUBB = (names: string) => `import { ${names} } from './kubb/clients/index.js';
import type { Client } from './kubb/.kubb/fetch.js';
${NESTED}
const client: Client = async ({ url = '', method = 'GET', params, data, headers = {} }) => {
  const isForm = data instanceof FormData;
  const type: Record<string, string> = isForm || data === undefined ? {} : { 'Content-Type': 'application/json' };
  const response = await fetch(\`\${base}\${url}?\${queryOf(params)}\`, {
    method,
    headers: { 'X-User': 'editor', ...type, ...(headers as Record<string, string>) },
    ...(data === undefined ? {} : { body: isForm ? data : JSON.stringify(data) }),
  });
  const text = await response.text();
  const isRead = response.headers.get('content-type')?.includes('json') === true && text !== '';
  const { status, statusText, headers: received } = response;
  return { data: (isRead ? JSON.parse(text) : undefined) as never, status, statusText, headers: received };
};
const read = ({ status, data }: { status: number; data: unknown }) => ({ status, error: status < 400 ? undefined : data });`;

function kubbCall({ name, request }: Call): string {
  const { to, path, query, headers, body } = request;
  const { parameters = [], requestBody } = to.operation;
  const options = [
    ...Object.entries(path).map(([key, value]) => `${key}: ${literal(value)}`),
    ...(body === undefined ? [] : [`data: ${literal(body.value)}`]),
    ...(Object.keys(query).length === 0 ? [] : [`params: ${literal(query)}`]),
    ...(Object.keys(headers).length === 0 ? [] : [`headers: ${literal(headers)}`]),
  ].join(', ');
  const isEmpty = parameters.length === 0 && requestBody === undefined;
  return isEmpty ? `${name}({ client })` : `${name}({ ${options} }, { client })`;
}

const TYPESCRIPT_API = `import { Api } from './swagger-typescript-api.js';
${NESTED}
class Client extends Api<unknown> {
  protected override toQueryString(values?: Record<string, unknown>): string {
    return queryOf(values);
  }
}
const client = new Client({ baseUrl: base, baseApiParams: { headers: { 'X-User': 'editor' } } });
type Answer = { status: number; error?: unknown };
const settled = (sent: Promise<Answer>) => sent.catch((failed: Answer) => failed);
const read = ({ status, error }: Answer) => ({ status, error: status < 400 ? undefined : error });`;

function typescriptApiCall({ name, request }: Call): string {
  const { to, path, query, headers, body } = request;
  const { parameters = [], requestBody } = to.operation;
  // Without a format, it does not read the error of a response that is not JSON otherwise.
  const options = [
    "format: 'json' as const",
    ...(body?.type === JSON_TYPE ? ["type: 'application/json' as never"] : []),
    ...(Object.keys(headers).length === 0 ? [] : [`headers: ${literal(headers)}`]),
  ];
  const values = [
    ...placeholders(to).map((key) => literal(path[key])),
    ...(parameters.some((one) => one.in === 'query') ? [typedQuery(name, path, query)] : []),
    ...(requestBody === undefined ? [] : [body === undefined ? '{}' : literal(body.value)]),
    `{ ${options.join(', ')} }`,
  ];
  return `settled(client.api.${name}(${values.join(', ')}))`;
}

/** Its types require all properties of an object in a query. */
function typedQuery(name: string, path: Values, query: Values): string {
  const text = literal(query);
  const isNested = Object.values(query).some((one) => typeof one === 'object');
  const at = Object.keys(path).length;
  return isNested ? `${text} as unknown as Parameters<typeof client.api.${name}>[${at}]` : text;
}

const ANGULAR = `import '@angular/compiler';
import { HttpClient, HttpResponse, type HttpHandler, type HttpRequest } from '@angular/common/http';
import { firstValueFrom, from, type Observable } from 'rxjs';
import * as api from './ng-openapi-gen/functions.js';
const base = process.argv[2] as string;
async function send(request: HttpRequest<unknown>): Promise<HttpResponse<unknown>> {
  const type = request.detectContentTypeHeader();
  const headers: Record<string, string> = { 'X-User': 'editor' };
  if (type !== null) headers['Content-Type'] = type;
  for (const name of request.headers.keys()) headers[name] = request.headers.get(name) ?? '';
  const { method, urlWithParams: url } = request;
  const response = await fetch(url, { method, headers, body: request.serializeBody() as BodyInit | null });
  const text = await response.text();
  const isRead = response.headers.get('content-type')?.includes('json') === true && text !== '';
  return new HttpResponse({ status: response.status, body: isRead ? JSON.parse(text) : null });
}
const handler: HttpHandler = { handle: (request: HttpRequest<unknown>) => from(send(request)) };
const http = new HttpClient(handler);
const one = <Value>(sent: Observable<Value>) => firstValueFrom(sent);
const read = ({ status, body }: { status: number; body: unknown }) => ({ status, error: status < 400 ? undefined : body });`;

/** Of a body with several types, it has a function for each. */
const SUFFIXES: Readonly<Record<string, string>> = {
  [JSON_TYPE]: '$Json',
  [FILES_TYPE]: '$FormData',
};

function angularCall({ name, request }: Call): string {
  const { to, path, query, headers, body } = request;
  const types = Object.keys(to.operation.requestBody?.content ?? {});
  const suffix = types.length > 1 ? (SUFFIXES[types[0] ?? ''] ?? '') : '';
  const values = { ...path, ...query, ...headers };
  const entries = [
    ...Object.entries(values).map(([key, value]) => `${JSON.stringify(key)}: ${literal(value)}`),
    ...(body === undefined ? [] : [`body: ${literal(body.value)}`]),
  ];
  return `one(api.${name}${suffix}(http, base, { ${entries.join(', ')} }))`;
}

const OAZAPFTS = (names: string) => `import { defaults, ${names} } from './oazapfts.js';
defaults.baseUrl = process.argv[2] as string;
defaults.headers = { 'X-User': 'editor' };
const read = ({ status, data }: { status: number; data?: unknown }) => ({ status, error: status < 400 ? undefined : data });`;

/** What is required comes first, then the body, then an object with the rest. */
function oazapftsCall({ name, request }: Call): string {
  const { parameters = [], requestBody } = request.to.operation;
  const required = parameters.filter((one) => one.required);
  const optional = parameters.filter((one) => !one.required);
  const stated = optional.flatMap((one) => {
    const value = valueOf(one, request);
    return value === undefined ? [] : [`${camelCase(one.name)}: ${literal(value)}`];
  });
  const { body } = request;
  const values = [
    ...required.map((one) => literal(valueOf(one, request))),
    ...(requestBody === undefined ? [] : [body === undefined ? 'undefined' : literal(body.value)]),
    ...(optional.length === 0 ? [] : [`{ ${stated.join(', ')} }`]),
  ];
  const call = `${name}(${values.join(', ')})`;
  return isJson(request.to) ? call : `${call} as { status: number; data?: unknown }`;
}

function valueOf({ in: place, name }: Parameter, request: ContractRequest): unknown {
  const { path, query, headers } = request;
  return { path, query, header: headers }[place][name];
}

function placeholders({ path }: Placed): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, key = '']) => key);
}
