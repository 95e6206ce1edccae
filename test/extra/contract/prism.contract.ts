import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ADAPTERS,
  sendRequest,
  type TestApplication,
  type TestResponse,
} from '../../support/application.js';
import { freePort } from '../../support/free-port.mjs';
import { REPOSITORY } from '../../support/repository.js';
import { CAPABILITIES } from '../../openapi/contract/application/contract.module.js';
import { startContract } from '../../openapi/contract/contract-document.js';
import { operationsOf } from '../../openapi/contract/document.js';
import { Requests } from '../../openapi/contract/generate/requests.js';
import { wireOf } from '../../openapi/contract/generate/send.js';
import { isRejected } from '../../openapi/contract/check/rejected.js';
import { RequestCheck, type Verdict } from '../../openapi/contract/check/request-check.js';
import { FILES_TYPE, FORM_TYPE, type ContractRequest } from '../../openapi/contract/request.js';
import { DocumentValidator } from '../../openapi/contract/validator.js';

const PRISM = join(
  REPOSITORY,
  'test/extra/contract/tools/node_modules/@stoplight/prism-cli/dist/index.js',
);
const SEED = Number(process.env['CONTRACT_SEED'] ?? 18);
const REQUESTS = Number(process.env['CONTRACT_REQUESTS'] ?? 25);

interface Violation {
  readonly location: readonly string[];
  readonly code?: string | number;
  readonly message: string;
}

interface Exchange {
  readonly request: ContractRequest;
  readonly verdict: Verdict;
  readonly response: TestResponse;
  readonly violations: readonly Violation[];
}

/** Prism stands between a client and the API, and reports in a header what differs from the document. */
describe.each(ADAPTERS)('Prism as a proxy, on %s', (adapter) => {
  let folder: string;
  let app: TestApplication;
  let prism: ChildProcess;
  let check: RequestCheck;
  const exchanges: Exchange[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rest-routes-prism-'));
    const started = await startContract(adapter);
    ({ app } = started);
    const file = join(folder, 'openapi.json');
    writeFileSync(file, JSON.stringify(started.document));
    const port = await freePort();
    prism = await startPrism(file, app.url, port);
    const validator = new DocumentValidator(started.document);
    check = new RequestCheck(validator);
    const requests = new Requests(validator, { callers: Object.keys(CAPABILITIES) });
    for (const operation of operationsOf(started.document)) {
      for (const request of fc.sample(requests.for(operation), { seed: SEED, numRuns: REQUESTS })) {
        if (!isReadable(request)) continue;
        const { method, target, headers, body } = wireOf(request);
        const options = { headers, ...(body === undefined ? {} : { body }) };
        const response = await sendRequest(port, method, target, options);
        const violations = violationsOf(response);
        exchanges.push({ request, verdict: check.verdict(request), response, violations });
      }
    }
  });
  afterAll(async () => {
    prism.kill();
    await app.close();
    rmSync(folder, { recursive: true });
  });

  test('there are many requests of which Prism approves, and many of which it does not', () => {
    const counts = [exchanges.filter(isApproved).length, exchanges.length];
    expect(counts[0]).toBeGreaterThan(100);
    expect((counts[1] ?? 0) - (counts[0] ?? 0)).toBeGreaterThan(100);
  });

  test('Prism has nothing against any response', () => {
    const undocumented = exchanges.flatMap((exchange) => {
      const violations = exchange.violations.filter(({ location }) => location[0] === 'response');
      return violations.length === 0 ? [] : [shown(exchange, violations)];
    });
    expect(undocumented).toEqual([]);
  });

  test('what Prism approves of is accepted', () => {
    const rejected = exchanges.filter(
      (exchange) =>
        isApproved(exchange) &&
        isRejected(exchange.response) &&
        !hasUnstatedInteger(exchange) &&
        !hasNumberOfJavaScript(exchange),
    );
    expect(rejected.map((exchange) => shown(exchange))).toEqual([]);
  });

  test('what Prism does not approve of is rejected, but for the documented coercions', () => {
    const accepted = exchanges.filter(
      (exchange) =>
        !isApproved(exchange) && exchange.verdict !== 'coercible' && !isRejected(exchange.response),
    );
    expect(accepted.map((exchange) => shown(exchange))).toEqual([]);
  });

  const shown = ({ request, response, violations }: Exchange, why = violations) => {
    const { method, target, body } = wireOf(request);
    const type = request.body?.type ?? '';
    return {
      sent: `${method} ${decodeURIComponent(target)} ${type} ${String(body ?? '')}`,
      received: `${response.status} ${response.text}`,
      why: why.map(({ location, message }) => `${location.join('.')}: ${message}`),
    };
  };
});

async function startPrism(file: string, upstream: string, port: number): Promise<ChildProcess> {
  const address = ['--host', '127.0.0.1', '--port', String(port)];
  const child = spawn(process.execPath, [PRISM, 'proxy', file, upstream, ...address], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += String(chunk)));
  while (!text.includes('Prism is listening')) {
    if (child.exitCode !== null) throw new Error(`Prism ended: ${text}`);
    await once(child.stdout, 'data');
  }
  return child;
}

/** Prism reads neither files nor the names of lists and objects in forms and queries. */
function isReadable({ body, query }: ContractRequest): boolean {
  if (body?.type === FILES_TYPE || body?.type === FORM_TYPE) return false;
  // Prism sends the length of the body, and no body, for JSON that is null.
  if (body?.value === null) return false;
  return !Object.values(query).some((value) => typeof value === 'object' && value !== null);
}

function violationsOf({ headers }: TestResponse): readonly Violation[] {
  const text = headers['sl-violations'];
  if (text === undefined) return [];
  const all = [text].flat().join('');
  // Prism cuts a long list.
  if (!all.startsWith('[')) return [{ location: ['request'], message: all }];
  return JSON.parse(all) as readonly Violation[];
}

/** An integer that JavaScript has not: a document does not state this limit (docs/discovery-and-openapi.md). */
function hasUnstatedInteger({ request }: Exchange): boolean {
  return wireOf(request).target.includes('9007199254740993');
}

/** That a caller is anonymous is for the API to decide. */
function isApproved({ violations }: Exchange): boolean {
  return !violations.some(({ location, code }) => location[0] === 'request' && code !== 401);
}

/** Prism reads a text as JavaScript does: `+5` and `0x1A` are numbers to it. */
function hasNumberOfJavaScript({ request: { path, query } }: Exchange): boolean {
  return [...Object.values(path), ...Object.values(query)].some(
    (value) => typeof value === 'string' && /^(?:\+\d|0x)/i.test(value),
  );
}
