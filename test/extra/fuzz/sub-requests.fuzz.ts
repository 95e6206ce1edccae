import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApplication } from '../../support/application.js';
import {
  fuzzedSubRequests,
  type FuzzedSubRequest,
  type FuzzedSubRequests,
} from './support/arbitrary-sub-requests.js';
import {
  createClient,
  isOfMalformedUrl,
  type FuzzClient,
  type FuzzedResponse,
} from './support/client.js';
import { BODY_LIMIT, SETUPS, startBoth } from './support/fuzzed-application.js';
import { fuzzSettings } from './support/settings.js';
import { pollution, watchCrashes, type CrashWatch } from './support/surroundings.js';

const { numRuns, seed, repeatable } = fuzzSettings();

/** A run sends about 15 requests to each adapter. */
const SHARE = 4;

/** One response of a batch. */
interface Item {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, unknown>>;
}

interface Batch {
  readonly failed?: 'validation';
  readonly responses: readonly (Item | null)[];
}

describe.each(SETUPS)('sub-requests of an application %s', (setup) => {
  let apps: readonly TestApplication[];
  let client: FuzzClient;
  let watch: CrashWatch;
  const seen = new Set<unknown>();

  beforeAll(async () => {
    watch = watchCrashes();
    client = createClient();
    apps = await startBoth(setup, seed);
  });
  afterAll(async () => {
    client.close();
    await Promise.all(apps.map((app) => app.close()));
    watch.stop();
  });

  const assertEach = (check: (url: string, sent: FuzzedSubRequests) => Promise<void>) =>
    repeatable(
      fc.assert(
        fc.asyncProperty(fuzzedSubRequests, async (sent) => {
          for (const { url } of apps) await check(url, sent);
          expect(pollution()).toEqual([]);
          expect(watch.crashes).toEqual([]);
        }),
        { numRuns: Math.ceil(numRuns / SETUPS.length / SHARE), seed },
      ),
    );

  test('Each request of a batch has the response of the same direct request, with both validations, and none is lost.', async () => {
    seen.clear();
    await assertEach(async (url, sent) => {
      const direct = await Promise.all(sent.requests.map((one) => sendAlone(url, sent, one)));
      const normal = await sendBatch(url, sent, 'normal');
      const checked = await sendBatch(url, sent, 'require-all-validate');
      if (normal === undefined || checked === undefined) return;
      for (const [at, expected] of direct.entries()) {
        expectAlike(sent.requests[at], normal.responses[at], expected);
        seen.add(normal.responses[at]?.status);
      }
      expectChecked(sent, checked, direct);
      seen.add(checked.failed);
    });
    for (const one of [200, 201, 204, 400, 401, 404, 'validation', undefined]) {
      expect(seen).toContain(one);
    }
  });

  test('Each embedded link has the body of the same direct request, and none is lost.', async () => {
    seen.clear();
    await assertEach(async (url, { caller, requests }) => {
      const hrefs = [...requests.map(({ href }) => href), '/acme/v1/fuzz/7'];
      const query = hrefs.map((href) => `hrefs[]=${encodeURIComponent(href)}`).join('&');
      const path = `/api/acme/v1/fuzz/links?_embed&${query}`;
      const whole = await client.send(url, {
        method: 'GET',
        path,
        headers: caller,
        body: undefined,
      });
      expect(whole.status).toBe(200);
      const { _embedded: embedded } = JSON.parse(whole.text) as {
        readonly _embedded: { readonly to: readonly unknown[] };
      };
      expect(embedded.to).toHaveLength(hrefs.length);
      expect(embedded.to.at(-1)).toEqual({ value: 7 });
      for (const [at, { linked }] of requests.entries()) {
        if (linked === undefined) {
          expect(embedded.to[at]).toEqual([]);
          continue;
        }
        if (isGlobal(linked)) continue;
        const target = `/api${escapeInUrl(linked)}`;
        const alone = { method: 'GET', path: target, headers: caller, body: undefined };
        const { status, text } = await client.send(url, alone);
        seen.add(status);
        expect(status).toBeLessThan(500);
        if (isOfMalformedUrl({ status, text })) {
          expect(embedded.to[at]).toMatchObject({ code: 'rest_invalid_url' });
          continue;
        }
        expect(embedded.to[at]).toEqual(text === '' ? null : JSON.parse(text));
      }
    });
    for (const one of [200, 400, 404]) expect(seen).toContain(one);
  });

  /** `undefined` for a request that no client can send alone. */
  async function sendAlone(
    url: string,
    { caller }: FuzzedSubRequests,
    { method, counterpart, headers, body }: FuzzedSubRequest,
  ): Promise<FuzzedResponse | undefined> {
    if (!('target' in counterpart)) return undefined;
    const { target: path } = counterpart;
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const all = { ...caller, ...headers, ...type };
    const response = await client.send(url, { method, path, headers: all, body: bytes });
    expect(response.status).toBeLessThan(500);
    return response;
  }

  /** `undefined` for a batch that is too large. */
  async function sendBatch(
    url: string,
    { caller, requests }: FuzzedSubRequests,
    validation: string,
  ): Promise<Batch | undefined> {
    const items = requests.map(({ method, path, body, headers, ignored }) => {
      return { method, path, body, headers: { ...ignored, ...headers } };
    });
    const body = Buffer.from(JSON.stringify({ validation, requests: items }));
    const { status, text } = await client.send(url, {
      method: 'POST',
      path: '/api/batch/v1',
      headers: { ...caller, 'content-type': 'application/json' },
      body,
    });
    expect(status, text).toBe(body.length > BODY_LIMIT ? 413 : 207);
    if (status === 413) return undefined;
    const batch = JSON.parse(text) as Batch;
    expect(batch.responses).toHaveLength(requests.length);
    return batch;
  }
});

/** Those of a batch are `null` for a request that has passed its checks; permissions are checked later. */
function expectChecked(
  { requests }: FuzzedSubRequests,
  { failed, responses }: Batch,
  direct: readonly (FuzzedResponse | undefined)[],
): void {
  if (failed !== undefined) expect(responses.some((one) => one !== null)).toBe(true);
  for (const [at, response] of responses.entries()) {
    const status = direct[at]?.status;
    if (failed === undefined) expectAlike(requests[at], response, direct[at]);
    else if (response !== null) expectAlike(requests[at], response, direct[at], []);
    // Only checks that all requests pass come before the gate. `_method` changes only the direct request.
    else if (!isGlobal(requests[at]?.path ?? '')) expect([400, 404]).not.toContain(status);
  }
}

/** Those of the route itself. Those of every response are on the batch. */
const HEADERS = ['Location', 'Allow', 'ETag'];

function expectAlike(
  { path, counterpart }: FuzzedSubRequest = missing(),
  item: Item | null | undefined,
  direct: FuzzedResponse | undefined,
  compared: readonly string[] = HEADERS,
): void {
  if (item === null || item === undefined) throw new Error('A response was lost.');
  const { status, body, headers } = item;
  expect(status).toBeLessThan(500);
  if (direct === undefined) {
    if ('code' in counterpart)
      expect({ status, body }).toMatchObject({
        status: counterpart.status,
        body: { code: counterpart.code },
      });
    return;
  }
  if (isGlobal(path)) return;
  if (isOfMalformedUrl(direct)) {
    expect({ status, body }).toMatchObject({ status: 400, body: { code: 'rest_invalid_url' } });
    return;
  }
  if (hasCode(body, 'rest_batch_not_allowed')) {
    expect(path).toMatch(/formats|batch/i);
    return;
  }
  const alone = {
    status: direct.status,
    body: direct.text === '' ? null : (JSON.parse(direct.text) as unknown),
  };
  expect({ status, body }).toEqual(alone);
  const own = compared.map((name) => [name, headers[name]]);
  expect(own).toEqual(compared.map((name) => [name, direct.headers[name.toLowerCase()]]));
}

function hasCode(body: unknown, code: string): boolean {
  return typeof body === 'object' && body !== null && 'code' in body && body.code === code;
}

/** Whether a query has a parameter that belongs to the whole response, and has no effect within it. */
function isGlobal(path: string): boolean {
  return /(?:_|%5f)(?:method|envelope|embed)/i.test(path);
}

function escapeInUrl(text: string): string {
  return text.replaceAll(/[^!-~]|[\\#]/gu, (one) => encodeURIComponent(one));
}

function missing(): never {
  throw new Error('There is a request for each response.');
}
