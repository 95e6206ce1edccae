import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { casesOf, expectedDiagnostics, inOrder } from './support/corpus.js';
import { diagnosticsIn, expectAsWritten, loaded } from './support/read-case.js';
import { serveCorpus, type Served } from './support/serve.js';

/** By the plugin of Vite; corpus-by-nest.dist.test.ts and corpus-producers.test.ts compare the others with it. */
const VALID = casesOf('valid');
const INVALID = casesOf('invalid');

let served: Served;

beforeAll(async () => {
  served = await serveCorpus();
});

afterAll(() => served.close());

it('the corpus has at least sixty valid and forty invalid cases', () => {
  expect(VALID.length).toBeGreaterThanOrEqual(60);
  expect(INVALID.length).toBeGreaterThanOrEqual(40);
});

describe.each(VALID)('valid: $name', ({ path }) => {
  it('is read, and has no diagnostic', async () => {
    expectAsWritten(loaded(await served.load(path)));
  });
});

describe.each(INVALID)('invalid: $name', (one) => {
  it('is reported at its place', async () => {
    const expected = inOrder(expectedDiagnostics(one));
    expect(expected).not.toEqual([]);
    const error: unknown = await served.transform(one.path).catch((reason: unknown) => reason);
    const reported = diagnosticsIn(String((error as { readonly message?: unknown }).message));
    expect(inOrder(reported.map(({ text: _text, ...diagnostic }) => diagnostic))).toEqual(expected);
  });
});
