import { RestModule } from 'nestjs-rest-routes';
import fc from 'fast-check';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADAPTERS, startApplication, type TestApplication } from '../support/application.js';
import { fuzzedRequest, type FuzzedRequest } from './support/arbitrary-request.js';
import { createClient, type FuzzedResponse } from './support/client.js';
import { FuzzedController } from './support/fuzzed-controller.js';
import { fuzzSettings } from './support/settings.js';

const { numRuns, seed, command } = fuzzSettings();
const client = createClient();
const apps: TestApplication[] = [];
const crashes: unknown[] = [];
const note = (error: unknown): void => void crashes.push(error);

beforeAll(async () => {
  console.log(`Fuzzing ${numRuns} requests on both adapters. To repeat it: ${command}`);
  process.on('unhandledRejection', note);
  process.on('uncaughtException', note);
  const user = ({ headers }: { readonly headers: Readonly<Record<string, unknown>> }) => {
    const id = headers['x-test-user'];
    return id === undefined || id === '' ? undefined : { id: Number(id) };
  };
  const can = ({ id }: { readonly id: number }, capability: string) =>
    id === 1 || (id === 2 && capability === 'edit');
  const imports = [RestModule.forRoot({ namespace: 'acme', user, can, bodyLimit: 10_000 })];
  for (const adapter of ADAPTERS) {
    apps.push(await startApplication({ imports, providers: [FuzzedController] }, { adapter }));
  }
});

afterAll(async () => {
  client.close();
  await Promise.all(apps.map((app) => app.close()));
  process.off('unhandledRejection', note);
  process.off('uncaughtException', note);
});

test('No request makes a 500, another shape of error, a wrong type, or a difference between the adapters.', async () => {
  const reached = new Set<number>();
  await fc.assert(
    fc.asyncProperty(fuzzedRequest, async (request) => {
      const responses = await Promise.all(apps.map((app) => client.send(portOf(app), request)));
      for (const response of responses) {
        expectDocumented(request, response);
        reached.add(response.status);
      }
      const [express, fastify] = responses.map(comparable);
      expect(fastify).toEqual(express);
      expect(polluted()).toEqual([]);
      expect(crashes).toEqual([]);
    }),
    { numRuns, seed },
  );
  // A generator that never gets past the router would find nothing.
  for (const status of [200, 201, 204, 400, 401, 403, 404, 410]) expect(reached).toContain(status);
});

function portOf({ nest }: TestApplication): number {
  return ((nest.getHttpServer() as { address(): unknown }).address() as AddressInfo).port;
}

function expectDocumented({ method }: FuzzedRequest, { status, text }: FuzzedResponse): void {
  expect(status).toBeLessThan(500);
  if (method === 'HEAD' || status === 204 || status === 304) {
    expect(text).toBe('');
    return;
  }
  const body: unknown = JSON.parse(text);
  if (status < 400) return;
  expect(body).toMatchObject({ code: expect.any(String), message: expect.any(String) });
  expect(body).toHaveProperty('data.status', status);
}

const COMPARED = [
  'allow',
  'content-type',
  'etag',
  'location',
  'x-wp-total',
  'cache-control',
  'vary',
];

/** Ports differ, and nothing else may. */
function comparable({ status, headers, text }: FuzzedResponse): unknown {
  const link = String(headers['link']).replaceAll(/:\d+/g, '');
  const some = Object.fromEntries(COMPARED.map((name) => [name, headers[name]]));
  return { status, text: text.replaceAll(/127\.0\.0\.1:\d+/g, 'host'), link, ...some };
}

const CLEAN = [Object.prototype, Array.prototype, Function.prototype].map(namesOf);

function namesOf(prototype: object): readonly PropertyKey[] {
  return Reflect.ownKeys(prototype);
}

/** What has been added to the prototypes that everything inherits from. */
function polluted(): readonly PropertyKey[] {
  return [Object.prototype, Array.prototype, Function.prototype].flatMap((prototype, at) =>
    namesOf(prototype).filter((name) => CLEAN[at]?.includes(name) !== true),
  );
}
