import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADAPTERS, type TestResponse } from '../../support/application.js';
import { book } from './application/books.js';
import { startContract } from './contract-document.js';
import { operationsOf } from './document.js';
import { Requests } from './generate/requests.js';
import { wireOf } from './generate/send.js';
import { isRejected } from './check/rejected.js';
import { RequestCheck, type Verdict } from './check/request-check.js';
import { responseProblems } from './check/response-check.js';
import type { ContractRequest } from './request.js';
import { SUBJECTS, type RunningSubject } from './subjects.js';
import { DocumentValidator } from './validator.js';

// Without the usual parts: the document describes only what the application itself states.

const SEED = Number(process.env['CONTRACT_SEED'] ?? 18);
const REQUESTS = Number(process.env['CONTRACT_REQUESTS'] ?? 25);

/** As JSON has it. */
const BOOK = JSON.parse(JSON.stringify(book(1))) as object;

const CASES = SUBJECTS.flatMap((subject) =>
  ADAPTERS.map((adapter) => [subject.name, adapter, subject] as const),
);

describe.each(CASES)(
  'requests generated from the document of %s, on %s',
  (_name, adapter, subject) => {
    let app: RunningSubject;
    const sent: { request: ContractRequest; verdict: Verdict; response: TestResponse }[] = [];
    let check: RequestCheck;

    beforeAll(async () => {
      app = await subject.start(adapter);
      const { document } = app;
      const validator = new DocumentValidator(document);
      check = new RequestCheck(validator);
      const callers = Object.keys(subject.callers);
      const requests = new Requests(validator, { callers });
      for (const operation of operationsOf(document)) {
        const settings = { seed: SEED, numRuns: REQUESTS };
        for (const request of fc.sample(requests.for(operation), settings)) {
          const response = await app.send(
            wireOf(request, (caller) => subject.callers[caller] ?? {}),
          );
          sent.push({ request, verdict: check.verdict(request), response });
        }
      }
    });
    afterAll(() => app.close());

    const of = (verdict: Verdict) => sent.filter((one) => one.verdict === verdict);

    test('there are many of each verdict', () => {
      const counts = ['valid', 'coercible', 'invalid'].map((one) => of(one as Verdict).length);
      expect(Math.min(...counts)).toBeGreaterThan(10);
    });

    test('what the document calls valid is accepted', () => {
      expect(
        of('valid')
          .filter(({ response }) => isRejected(response))
          .map(shown),
      ).toEqual([]);
    });

    test('what the document calls invalid is rejected, but for the documented coercions', () => {
      const isDenied = ({ status }: TestResponse) =>
        subject.asksFirst && (status === 401 || status === 403);
      const accepted = of('invalid').filter(
        ({ response }) => !isRejected(response) && !isDenied(response),
      );
      expect(accepted.map(shown)).toEqual([]);
    });

    test('each response has a declared status, content type, headers and body', () => {
      const undocumented = sent.flatMap(({ request, response, verdict }) => {
        const problems = responseProblems(check.validator, request.to.operation, response);
        return problems.length === 0
          ? []
          : [{ problems, ...shown({ request, response, verdict }) }];
      });
      expect(undocumented).toEqual([]);
    });

    const shown = ({ request, response }: (typeof sent)[number]) => {
      const { method, target, body } = wireOf(request);
      return {
        sent: `${method} ${decodeURIComponent(target)} ${request.body?.type ?? ''} ${String(body ?? '')}`,
        received: `${response.status} ${response.text}`,
        reasons: check.reasons(request),
      };
    };
  },
);

test.each(ADAPTERS)('a response that is not documented is found, on %s', async (adapter) => {
  const { app, document } = await startContract(adapter);
  await app.close();
  const validator = new DocumentValidator(document);
  const one = operationsOf(document).find(
    ({ path, method }) => path === '/api/acme/v1/books/{id}' && method === 'get',
  );
  if (one === undefined) throw new Error('The document has no GET of a book.');
  const problemsOf = (status: number, type: string, body: unknown) =>
    responseProblems(validator, one.operation, {
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
