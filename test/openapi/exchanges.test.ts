import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { RestRoutes } from 'nestjs-rest-routes';
import { openApiDocument, type OpenApiDocument } from 'nestjs-rest-routes/openapi';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readLines, type Exchange } from '../conformance/recordings.js';
import { parseParameters } from '../../lib/lifecycle/messages/query-string.js';
import {
  startApplication,
  type TestResponse,
  type TestApplication,
} from '../support/application.js';
import { fixtureModule } from '../support/fixture.js';
import { requestBodyOf } from './support/request-body.js';
import { signedAsUser } from '../support/fixture-user.js';

/**
 * Checks every recorded exchange against the document: the arguments of requests that WordPress accepted,
 * read as the document describes (body before query, strings converted to the type of the argument), and
 * every response. OPTIONS and the index describe the API and are not operations of the document; the
 * recordings cover them.
 */
const exchanges = readLines<Exchange>('../conformance/http.jsonl');

describe('the recorded exchanges against the OpenAPI document', () => {
  let app: TestApplication;
  let document: OpenApiDocument;
  let ajv: Ajv2020;

  beforeAll(async () => {
    app = await startApplication(fixtureModule, { adapter: 'fastify' });
    document = openApiDocument(await app.nest.get(RestRoutes).list());
    ajv = new Ajv2020({ coerceTypes: 'array', strict: false, allErrors: true });
    addFormats.default(ajv);
    ajv.addSchema({ $id: 'openapi', components: document.components });
  });
  afterAll(() => app.close());

  const compile = (schema: unknown): ValidateFunction =>
    ajv.compile(
      JSON.parse(
        JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/'),
      ) as object,
    );

  /** The operation that documents an exchange; `undefined` where none does. */
  const operationOf = (exchange: Exchange) => {
    const [path = ''] = `/api${exchange.path}`.split('?');
    const method = methodOf(exchange);
    const found = Object.entries(document.paths).find(
      ([template, item]) =>
        item[method] !== undefined &&
        new RegExp(`^${template.replace(/\{\w+\}/g, '([^/]+)')}/?$`, 'i').test(path),
    );
    return found?.[1][method];
  };

  const documented = exchanges.filter(isDocumentable);
  const accepted = documented.filter(({ expect: { status } }) => status < 400);

  test('most exchanges are about operations, and many of them were accepted', () => {
    expect(documented.length).toBeGreaterThan(140);
    expect(accepted.length).toBeGreaterThan(60);
  });

  test.each(accepted)('the arguments of $id $method $path are those documented', (exchange) => {
    const operation = operationOf(exchange);
    expect(operation).toBeDefined();
    const body = requestBodyOf(document, operation)?.content['application/json']?.schema ?? {};
    const queried = (operation?.parameters ?? []).filter((parameter) => parameter.in === 'query');
    const properties = Object.fromEntries(
      queried.map(({ name, schema }) => [name.replace(/\[\]$/, ''), schema]),
    );
    const required = queried.filter((parameter) => parameter.required).map(({ name }) => name);
    const validate = compile({ allOf: [body, { type: 'object', properties, required }] });
    const args = argumentsOf(exchange, operation === undefined ? [] : listNames(properties, body));
    const isValid = validate(args);
    expect({ isValid, errors: validate.errors, args }).toMatchObject({ isValid: true });
  });

  test.each(documented)('the response to $id $method $path is documented', async (exchange) => {
    const { path, user, headers, body } = exchange;
    const response = await app.fetch(exchange.method, `/api${path}`, {
      headers: { ...headers, ...signedAsUser(user) },
      ...(body === undefined ? {} : { body }),
    });
    const operation = operationOf(exchange);
    const expected =
      operation === undefined ? errorOf(response) : responseOf(operation.responses, response);
    expect(expected, `status ${response.status}`).toBeDefined();
    if (response.text === '' || response.status < 400) return;
    const validate = compile({ $ref: '#/components/schemas/RestError' });
    expect({ isValid: validate(response.body), errors: validate.errors }).toMatchObject({
      isValid: true,
    });
  });

  test('a response that is not an error of this library is found', () => {
    const validate = compile({ $ref: '#/components/schemas/RestError' });
    expect(validate({ code: 1, message: 'no data' })).toBe(false);
  });
});

/** A path without a route has no operation, but its error has the documented format. */
function errorOf({ status }: TestResponse): true | undefined {
  return status === 404 || status === 400 ? true : undefined;
}

function responseOf(
  responses: Readonly<Record<string, unknown>>,
  { status: sent, body }: TestResponse,
): unknown {
  // The document states in words what an envelope is: its status is the one that operations document.
  const { status } = isEnvelope(body) ? body : { status: sent };
  return responses[String(status)] ?? responses[`${String(status)[0] ?? ''}XX`];
}

function isEnvelope(body: unknown): body is { readonly status: number } {
  return typeof body === 'object' && body !== null && 'status' in body && 'headers' in body;
}

/** HEAD is GET without a body; POST may mean another method. */
function methodOf({ method, path, headers = {} }: Exchange): string {
  const asked = /[?&]_method=(\w+)/.exec(path)?.[1] ?? headers['x-http-method-override'];
  const meant = method === 'POST' && asked !== undefined ? asked : method;
  return meant.toUpperCase() === 'HEAD' ? 'get' : meant.toLowerCase();
}

function isDocumentable({ method, group }: Exchange): boolean {
  return method !== 'OPTIONS' && group !== 'index';
}

/** Query and body as the layer reads them; undeclared ones are no concern of the document. */
function argumentsOf(
  { path, headers = {}, body, method }: Exchange,
  lists: readonly string[],
): Record<string, unknown> {
  const query = parseParameters(path.split('?')[1] ?? '');
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;
  const isRead =
    body !== undefined &&
    body !== '' &&
    method !== 'GET' &&
    /json|form/.test(headers['content-type'] ?? '');
  const sent = !isRead ? {} : isForm ? parseParameters(body) : (JSON.parse(body) as object);
  const args: Record<string, unknown> = structuredClone({ ...query, ...sent });
  // A list may be written as one text, or as an object with numbers for names.
  for (const name of lists) {
    const value = args[name];
    if (typeof value === 'string') args[name] = value.split(/[\s,]+/);
    else if (typeof value === 'object' && value !== null) args[name] = Object.values(value);
  }
  return args;
}

function listNames(...schemas: readonly object[]): readonly string[] {
  const [query = {}, body = {}] = schemas;
  const properties = { ...query, ...(body as { properties?: object }).properties };
  return Object.entries(properties).flatMap(([name, schema]) =>
    (schema as { type?: unknown }).type === 'array' ? [name] : [],
  );
}
