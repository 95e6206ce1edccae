import fc from 'fast-check';
import {
  Capability,
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestDispatcher,
  RestException,
  RestResponse,
  RestRoute,
  type ParamOptions,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import {
  ADAPTERS,
  startRoutes,
  type AdapterName,
  type TestApplication,
} from '../../support/application.js';
import { belowApi } from '../../support/location.js';

const RESULTS = ['object', 'list', 'created', 'nothing', 'error', 'broken'] as const;

/** What a random route takes, who may call it, and what it responds with. */
interface RandomRoute {
  readonly value: ParamOptions;
  /** A value that it accepts. */
  readonly valid: unknown;
  readonly isGuarded: boolean;
  readonly result: (typeof RESULTS)[number];
}

interface RandomRequest {
  readonly route: number;
  readonly isPost: boolean;
  readonly id: string;
  readonly value: unknown;
  readonly query: string;
  readonly isEditor: boolean;
}

const RUNS = 10;
const EDITOR = 'Bearer editor';
const EDITING = { id: 1, capabilities: ['edit'] };

/** Schemas, each with a value that it accepts. */
const SCHEMAS: readonly (readonly [ParamOptions, valid: unknown])[] = [
  [{ type: 'integer', minimum: 2, maximum: 9 }, 5],
  [{ type: 'string', minLength: 2 }, 'ab'],
  [{ type: 'boolean' }, true],
  [{ type: 'string', enum: ['a', 'b'] }, 'a'],
  [{ type: 'string', format: 'email' }, 'a@b.co'],
  [{ type: 'array', items: { type: 'integer' }, maxItems: 2 }, [1]],
  [{ type: 'object', properties: { a: { type: 'integer', required: true } } }, { a: 1 }],
];
const routes = fc.array(
  fc
    .record({
      schema: fc.constantFrom(...SCHEMAS),
      more: fc.constantFrom<ParamOptions>({}, { required: false }, { default: null }),
      isGuarded: fc.boolean(),
      result: fc.constantFrom(...RESULTS),
    })
    .map(({ schema: [stated, valid], more, ...rest }): RandomRoute => {
      return { ...rest, value: { ...stated, ...more, name: 'value' }, valid };
    }),
  { minLength: 6, maxLength: 6 },
);
/** Half of the parts of requests are as their routes want them, so that many requests succeed. */
const mostly = <Value>(usual: Value, ...others: readonly Value[]): fc.Arbitrary<Value> =>
  fc.oneof(fc.constant(usual), fc.constantFrom(...others));
const VALID = Symbol('valid');
const requests = fc.array(
  fc.record<RandomRequest>({
    route: fc.nat({ max: 6 }),
    isPost: fc.boolean(),
    id: mostly('7', '1', '0', 'x', '%zz', '7/none', ''),
    value: mostly<unknown>(VALID, undefined, 5, '5', 'ab', true, [1], { a: 1 }, null),
    query: mostly('', '_fields=id', 'value=3', 'value[]=1&value[]=2', '%zz'),
    isEditor: fc.boolean(),
  }),
  { minLength: 12, maxLength: 12 },
);

/** The request, with a value that its route accepts where it is to have one. */
function completed(sent: RandomRequest, declared: readonly RandomRoute[]): RandomRequest {
  return sent.value === VALID ? { ...sent, value: declared[sent.route]?.valid } : sent;
}

/** A controller with one method for each route. */
function controllerOf(declared: readonly RandomRoute[]): new () => object {
  class RandomController {}
  const prototype = RandomController.prototype as Record<string, unknown>;
  declared.forEach(({ value: options, isGuarded, result }, index) => {
    const name = `route${index}`;
    const run = (id: number, taken: unknown): unknown => {
      const data = { id, value: taken };
      switch (result) {
        case 'list':
          return [data, data];
        case 'created':
          return new RestResponse(data, 201, { Location: `/made/${id}`, 'X-Made': 'yes' });
        case 'nothing':
          return undefined;
        case 'error':
          throw new RestException('not_now', 'Not now.', 409);
        case 'broken':
          throw new TypeError('A mistake.');
        default:
          return data;
      }
    };
    Object.defineProperty(prototype, name, { value: run, writable: true, configurable: true });
    const descriptor = Object.getOwnPropertyDescriptor(prototype, name) as PropertyDescriptor;
    Param({ name: 'id', type: 'integer', minimum: 1 })(prototype, name, 0);
    Param(options)(prototype, name, 1);
    const permission = isGuarded ? new Capability('edit') : new PublicAccess();
    const methods = [HttpMethod.Get, HttpMethod.Post];
    const path: string = `/${name}/{id}`;
    RestRoute(path, methods, permission, { batch: true })(prototype, name, descriptor);
  });
  RestController('v1', '')(RandomController);
  return RandomController;
}

@RestController('v1', '/links')
class LinksController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  link(to: string): RestResponse {
    return new RestResponse({ ok: true }).link('to', to, { embeddable: true });
  }
}

/** A response as every way of making a request has it. */
interface Outcome {
  readonly status: number;
  readonly body: unknown;
  readonly location?: unknown;
  readonly made?: unknown;
}

/** Over HTTP. */
async function overHttp(app: TestApplication, sent: RandomRequest): Promise<Outcome> {
  const { status, headers, body } = await app.fetch(methodOf(sent), `/api${pathOf(sent)}`, {
    headers: headersOf(sent),
    ...(sent.isPost ? { body: JSON.stringify(bodyOf(sent)) } : {}),
  });
  const { code } = (body ?? {}) as { readonly code?: string };
  // Fastify itself rejects the malformed URL of a client; within the application, the library rejects it.
  const isOfFastify = code === 'FST_ERR_BAD_URL';
  const shown = isOfFastify ? MALFORMED_URL : body;
  const { location, 'x-made': made } = headers;
  return { status, body: shown, location: belowApi(location), made };
}

const MALFORMED_URL = {
  code: 'rest_invalid_url',
  message: 'The URL is malformed: percent-encoding.',
  data: { status: 400 },
};

async function inProcess(app: TestApplication, sent: RandomRequest): Promise<Outcome> {
  const body = sent.isPost ? bodyOf(sent) : undefined;
  const as = sent.isEditor ? EDITING : undefined;
  const { status, headers, data } = await app.nest
    .get(RestDispatcher)
    .request({ method: methodOf(sent), path: pathOf(sent), body }, { as });
  const { location, 'x-made': made } = headers;
  return { status, body: asJson(data), location: belowApi(location), made };
}

async function batched(app: TestApplication, sent: RandomRequest): Promise<Outcome> {
  const requested = { method: 'POST', path: pathOf(sent), body: bodyOf(sent) };
  const { body, text } = await app.fetch('POST', '/api/batch/v1', {
    headers: headersOf(sent),
    body: JSON.stringify({ requests: [requested] }),
  });
  const { responses } = body as {
    readonly responses: readonly (Outcome & { readonly headers: Record<string, unknown> })[];
  };
  const [item] = responses;
  if (item === undefined) throw new Error(text);
  const { status, headers } = item;
  const { Location: location, 'X-Made': made } = headers;
  return { status, body: item.body, location: belowApi(location), made };
}

/** An embedded response is its body. */
async function embedded(app: TestApplication, sent: RandomRequest): Promise<unknown> {
  const query = `to=${encodeURIComponent(pathOf(sent))}&_embed`;
  const { body } = await app.fetch('GET', `/api/acme/v1/links?${query}`, {
    headers: headersOf(sent),
  });
  const { _embedded: found } = body as { readonly _embedded?: { readonly to: readonly unknown[] } };
  return found?.to[0];
}

const methodOf = ({ isPost }: RandomRequest) => (isPost ? HttpMethod.Post : HttpMethod.Get);
const bodyOf = (sent: RandomRequest) => (sent.value === undefined ? {} : { value: sent.value });
const headersOf = ({ isEditor }: RandomRequest) => ({
  'Content-Type': 'application/json',
  ...(isEditor ? { Authorization: EDITOR } : {}),
});
/** In a query, the value is a text. */
function pathOf({ route, id, query, isPost, value: sent }: RandomRequest): string {
  const inQuery = isPost || sent === undefined ? '' : `value=${encodeURIComponent(String(sent))}`;
  const text = [query, inQuery].filter((part) => part !== '').join('&');
  return `/acme/v1/route${route}/${id}${text === '' ? '' : `?${text}`}`;
}
const asJson = (data: unknown): unknown =>
  data === undefined ? undefined : JSON.parse(JSON.stringify(data));

async function expectOneResponse(app: TestApplication, sent: RandomRequest): Promise<number> {
  const direct = await overHttp(app, sent);
  expect(await inProcess(app, sent), 'in process').toEqual(direct);
  if (sent.isPost) {
    const item = await batched(app, sent);
    expect(item, 'in a batch').toEqual({ ...direct, body: direct.body ?? null });
  } else {
    const body = await embedded(app, sent);
    expect(body ?? undefined, 'embedded').toEqual(direct.body ?? undefined);
  }
  return direct.status;
}

describe.each<AdapterName>(ADAPTERS)('one request on %s', (adapter) => {
  test('A random request to a random route has the same response over HTTP, in process, in a batch and embedded.', async () => {
    const statuses = new Set<number>();
    await fc.assert(
      fc.asyncProperty(routes, requests, async (declared, sent) => {
        const app = await startRoutes([controllerOf(declared), LinksController], {
          adapter,
          rest: {
            batch: true,
            user: ({ headers }) => (headers.authorization === EDITOR ? EDITING : undefined),
          },
        });
        try {
          for (const one of sent)
            statuses.add(await expectOneResponse(app, completed(one, declared)));
        } finally {
          await app.close();
        }
      }),
      { numRuns: RUNS },
    );
    // A property over requests that all fail, or all pass, would show little.
    expect([...statuses].some((status) => status < 300)).toBe(true);
    expect([...statuses].some((status) => status >= 400)).toBe(true);
  });
});
