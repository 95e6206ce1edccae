import fc from 'fast-check';
import type { OpenApiDocument } from 'nestjs-rest-routes/openapi';
import { RequestCheck } from '../../../openapi/contract/check/request-check.js';
import {
  operationsOf,
  typesOf,
  type Placed,
  type Schema,
} from '../../../openapi/contract/document.js';
import { Requests } from '../../../openapi/contract/generate/requests.js';
import {
  FILES_TYPE,
  FileValue,
  type ContractRequest,
  type Values,
} from '../../../openapi/contract/request.js';
import { DocumentValidator } from '../../../openapi/contract/validator.js';
import { moreCallersOf } from './more-clients.js';
import { camelCase, isJson, literal, program, type Call } from './program.js';

/** Programs that call each operation of a document with a client, by the name of the client. */
export function callersOf(document: OpenApiDocument): Readonly<Record<string, string>> {
  const calls = validRequests(document);
  const typed = calls.map(({ request }) => openApiFetchCall(request));
  const hey = calls.map(({ name, request }) => heyApiCall(name, request));
  const orval = calls.map(({ name, request }) => orvalCall(name, request));
  const names = calls.map(({ name }) => name).join(', ');
  return {
    'openapi-typescript': program(
      `import createClient from 'openapi-fetch';
import type { paths } from './openapi-typescript.js';
const client = createClient<paths>({ baseUrl: process.argv[2] as string, headers: { 'X-User': 'editor' } });
const read = ({ response, error }: { response: Response; error?: unknown }) => ({ status: response.status, error });`,
      calls,
      typed,
    ),
    'hey-api': program(
      `import { client } from './hey-api/client.gen.js';
import { ${names} } from './hey-api/sdk.gen.js';
client.setConfig({ baseUrl: process.argv[2] as string, headers: { 'X-User': 'editor' } });
const read = ({ response, error }: { response?: Response; error?: unknown }) => ({ status: response?.status, error });`,
      calls,
      hey,
    ),
    'orval-fetch': program(
      `import { ${names} } from './orval-fetch.js';
const headers = { 'X-User': 'editor' };
const read = ({ status, data }: { status: number; data: unknown }) => ({ status, error: status < 400 ? undefined : data });`,
      calls,
      orval,
    ),
    ...moreCallersOf(validRequests(document, hasStructures)),
  };
}

/** One request for each operation, which the document allows and each client can write. */
function validRequests(document: OpenApiDocument, isTyped: IsTyped = () => true): readonly Call[] {
  const validator = new DocumentValidator(document);
  const check = new RequestCheck(validator);
  const requests = new Requests(validator, { callers: [] });
  return operationsOf(document).map((to) => {
    const type = bodyTypeOf(to);
    const found = fc
      .sample(requests.for(to), { seed: 7, numRuns: 500 })
      .find(
        (request) =>
          request.body?.type === type &&
          check.verdict(request) === 'valid' &&
          !Object.values(request.query).some(isNested) &&
          hasDeclaredNames(request, validator) &&
          isTyped(request, validator),
      );
    if (found === undefined) throw new Error(`No request for ${to.operation.operationId}.`);
    return { name: camelCase(to.operation.operationId), request: found };
  });
}

type IsTyped = (request: ContractRequest, validator: DocumentValidator) => boolean;

/** Of a list of types with an object or a list, some generators have only the object or the list. */
const hasStructures: IsTyped = ({ to, body }, validator) => {
  const media = to.operation.requestBody?.content[body?.type ?? ''];
  if (media === undefined) return true;
  const { properties = {} } = validator.follow(media.schema);
  return Object.entries(properties as Readonly<Record<string, Schema>>).every(([name, schema]) => {
    const types = typesOf(validator.follow(schema)).filter((type) => type !== 'null');
    const isStructure = types.includes('object') || types.includes('array');
    const value: unknown = (body?.value as Values | undefined)?.[name];
    return types.length < 2 || !isStructure || value === undefined || typeof value === 'object';
  });
};

/** The one that clients take: the first. */
function bodyTypeOf({ operation }: Placed): string | undefined {
  return Object.keys(operation.requestBody?.content ?? {})[0];
}

/** A body may have other properties, but the types of clients do not. */
function hasDeclaredNames({ to, body }: ContractRequest, validator: DocumentValidator): boolean {
  const media = to.operation.requestBody?.content[body?.type ?? ''];
  if (media === undefined) return true;
  const { properties = {} } = validator.follow(media.schema);
  return Object.keys(body?.value as object).every((name) => name in (properties as object));
}

/**
 * Clients write null as a text, and some cannot write objects in objects of a query, as the documentation says. An empty
 * object is not sent, whatever its place has for a type.
 */
function isNested(value: unknown): boolean {
  if (typeof value !== 'object') return false;
  if (value !== null && !Array.isArray(value) && Object.keys(value).length === 0) return true;
  return value === null || Object.values(value).some((one) => typeof one === 'object');
}

function openApiFetchCall({ to, path, query, headers, body }: ContractRequest): string {
  const params = [
    ...(Object.keys(path).length === 0 ? [] : [`path: ${literal(path)}`]),
    ...(Object.keys(query).length === 0 ? [] : [`query: ${literal(query)}`]),
    ...(Object.keys(headers).length === 0 ? [] : [`header: ${literal(headers)}`]),
  ];
  const options = [
    ...(params.length === 0 ? [] : [`params: { ${params.join(', ')} }`]),
    ...(body === undefined ? [] : [typedBody(body)]),
    ...(isJson(to) ? [] : ["parseAs: 'text' as const"]),
  ].join(', ');
  return `client.${to.method.toUpperCase()}(${JSON.stringify(to.path)}, { ${options} })`;
}

/** Its types have a text in the place of a file, and an application writes the form. */
function typedBody({ type, value }: NonNullable<ContractRequest['body']>): string {
  if (type !== FILES_TYPE) return `body: ${literal(value)}`;
  const entries = Object.entries(value as object).flatMap(([name, one]: [string, unknown]) =>
    [one].flat().map((item) => `form.append(${JSON.stringify(name)}, ${formValue(item)});`),
  );
  const serializer = `bodySerializer: () => { const form = new FormData(); ${entries.join(' ')} return form; }`;
  return `body: ${literal(value, '""')}, ${serializer}`;
}

function formValue(value: unknown): string {
  if (value instanceof FileValue) return literal(value);
  return JSON.stringify(typeof value === 'string' ? value : JSON.stringify(value));
}

function heyApiCall(name: string, { path, query, headers, body }: ContractRequest): string {
  const options = [
    ...(Object.keys(path).length === 0 ? [] : [`path: ${literal(path)}`]),
    ...(Object.keys(query).length === 0 ? [] : [`query: ${literal(query)}`]),
    ...(Object.keys(headers).length === 0 ? [] : [`headers: ${literal(headers)}`]),
    ...(body === undefined ? [] : [`body: ${literal(body.value)}`]),
  ];
  return `${name}({ ${options.join(', ')} })`;
}

function orvalCall(name: string, { to, path, query, headers, body }: ContractRequest): string {
  const { parameters = [] } = to.operation;
  // Of a body that may have files, orval sends JSON without its type.
  const isEither = Object.keys(to.operation.requestBody?.content ?? {}).length > 2;
  const takesQuery = parameters.some((parameter) => parameter.in === 'query');
  const values = [
    ...[...to.path.matchAll(/\{(\w+)\}/g)].map(([, key = '']) => literal(path[key])),
    ...(body === undefined ? [] : [literal(body.value)]),
    ...(takesQuery ? [literal(query)] : []),
    `{ headers: { ...headers, ${[
      ...Object.entries(headers).map(([key, value]) => `${JSON.stringify(key)}: ${literal(value)}`),
      ...(isEither ? ["'Content-Type': 'application/json'"] : []),
    ].join(', ')} } }`,
  ];
  return `${name}(${values.join(', ')})`;
}
