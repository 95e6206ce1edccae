import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADAPTERS, type TestApplication, type TestResponse } from '../support/application.js';
import { book } from './application/books.js';
import { CAPABILITIES } from './application/contract.module.js';
import { startContract } from './contract-document.js';
import { operationsOf } from './document.js';
import { Requests } from './generate/requests.js';
import { wireOf } from './generate/send.js';
import { isRejected } from './check/rejected.js';
import { RequestCheck, type Verdict } from './check/request-check.js';
import { responseProblems } from './check/response-check.js';
import type { ContractRequest } from './request.js';
import { DocumentValidator } from './validator.js';

const SEED = Number(process.env['CONTRACT_SEED'] ?? 18);
const REQUESTS = Number(process.env['CONTRACT_REQUESTS'] ?? 25);

/** As JSON has it. */
const BOOK = JSON.parse(JSON.stringify(book(1))) as object;

describe.each(ADAPTERS)('requests generated from the OpenAPI document, on %s', (adapter) => {
  let app: TestApplication;
  const sent: { request: ContractRequest; verdict: Verdict; response: TestResponse }[] = [];
  let check: RequestCheck;

  beforeAll(async () => {
    const started = await startContract(adapter);
    ({ app } = started);
    const { document } = started;
    const validator = new DocumentValidator(document);
    check = new RequestCheck(validator);
    const requests = new Requests(validator, { callers: Object.keys(CAPABILITIES) });
    for (const operation of operationsOf(document)) {
      const settings = { seed: SEED, numRuns: REQUESTS };
      for (const request of fc.sample(requests.for(operation), settings)) {
        const { method, target, headers, body } = wireOf(request);
        const response = await app.fetch(method, target, {
          headers,
          ...(body === undefined ? {} : { body }),
        });
        sent.push({ request, verdict: check.verdict(request), response });
      }
    }
  });
  afterAll(() => app.close());

  const of = (verdict: Verdict) => sent.filter((one) => one.verdict === verdict);

  test('there are many of each verdict', () => {
    const counts = ['valid', 'coercible', 'invalid'].map((one) => of(one as Verdict).length);
    expect(Math.min(...counts)).toBeGreaterThan(20);
  });

  test('what the document calls valid is accepted', () => {
    expect(
      of('valid')
        .filter(({ response }) => isRejected(response))
        .map(shown),
    ).toEqual([]);
  });

  test('what the document calls invalid is rejected, but for the documented coercions', () => {
    const accepted = of('invalid').filter(({ response }) => !isRejected(response));
    expect(accepted.map(shown)).toEqual([]);
  });

  test('each response has a declared status, content type, headers and body', () => {
    const undocumented = sent.flatMap(({ request, response, verdict }) => {
      const problems = responseProblems(check.validator, request.to.operation, response);
      return problems.length === 0 ? [] : [{ problems, ...shown({ request, response, verdict }) }];
    });
    expect(undocumented).toEqual([]);
  });

  test('a response that is not documented is found', () => {
    const one = operationsOf(check.validator.document).find(
      ({ path, method }) => path === '/api/acme/v1/books/{id}' && method === 'get',
    );
    if (one === undefined) throw new Error('The document has no GET of a book.');
    const problemsOf = (status: number, type: string, body: unknown) =>
      responseProblems(check.validator, one.operation, {
        status,
        headers: { 'content-type': type },
        text: JSON.stringify(body),
        body,
      });
    expect(problemsOf(200, 'application/json', BOOK)).toEqual([]);
    expect(problemsOf(200, 'application/json', { ...BOOK, title: 7 })).toHaveLength(1);
    expect(problemsOf(200, 'text/html', BOOK)).toHaveLength(1);
    expect(problemsOf(302, 'application/json', BOOK)).toHaveLength(1);
  });

  const shown = ({ request, response }: (typeof sent)[number]) => {
    const { method, target, body } = wireOf(request);
    return {
      sent: `${method} ${decodeURIComponent(target)} ${request.body?.type ?? ''} ${String(body ?? '')}`,
      received: `${response.status} ${response.text}`,
      reasons: check.reasons(request),
    };
  };
});
