import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileCorpus, type Compiled } from './support/compile.js';
import { casesOf, expectedDiagnostics, inOrder } from './support/corpus.js';
import { diagnosticsIn, expectAsWritten, loaded } from './support/read-case.js';
import { serveCorpus, type Served } from './support/serve.js';

/** Compared with what the plugin of Vite makes, which corpus.test.ts compares with what each case states. */
let compiled: Compiled;
let served: Served;

beforeAll(async () => {
  compiled = compileCorpus();
  served = await serveCorpus();
});

afterAll(async () => {
  compiled.dispose();
  await served.close();
});

describe.each(casesOf('valid'))('valid: $name', ({ path }) => {
  it("is read by the plugin of Nest's command line", async () => {
    expectAsWritten(loaded(await import(/* @vite-ignore */ compiled.outputOf(path))));
  });

  it('is read the same by the plugin of Vite', async () => {
    const byVite = loaded(await served.load(path));
    const byNest = loaded(await import(/* @vite-ignore */ compiled.outputOf(path)));
    expect(byVite.attached.signature).toEqual(byNest.attached.signature);
  });

  it('has no diagnostic', () => {
    expect(compiled.diagnostics.filter(({ file }) => file === path)).toEqual([]);
  });
});

describe.each(casesOf('invalid'))('invalid: $name', (one) => {
  const expected = inOrder(expectedDiagnostics(one));
  const files = new Set([one.path, ...expected.map(({ file }) => file)]);
  const reportedByNest = () => compiled.diagnostics.filter(({ file }) => files.has(file));

  it("is reported by the plugin of Nest's command line, at its place", () => {
    expect(inOrder(reportedByNest().map(({ text: _text, ...diagnostic }) => diagnostic))).toEqual(
      expected,
    );
  });

  it('is reported the same by the plugin of Vite', async () => {
    const error: unknown = await served.transform(one.path).catch((reason: unknown) => reason);
    const reported = diagnosticsIn(String((error as { readonly message?: unknown }).message));
    const texts = reportedByNest().map(({ text }) => text);
    expect(reported.map(({ text }) => text).toSorted()).toEqual(texts.toSorted());
  });
});
