import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  signatureOf,
  type AttachedSignature,
  type ClassSignature,
  SIGNATURE_FORMAT,
} from '../support/signature-of.js';
import { compileCorpus, type Compiled } from './support/compile.js';
import {
  casesOf,
  expectedDiagnostics,
  inOrder,
  type ReportedDiagnostic,
} from './support/corpus.js';
import { serveCorpus, type Served } from './support/serve.js';

const VALID = casesOf('valid');
const INVALID = casesOf('invalid');

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

/** What a case is turned into, and what it says about itself. */
interface Loaded {
  readonly attached: AttachedSignature;
  readonly expected: object;
  readonly references: Readonly<Record<string, unknown>> | undefined;
}

function loaded(module: Record<string, unknown>): Loaded {
  const { Subject = module['default'], expected, references } = module;
  return {
    attached: signatureOf(Subject),
    expected: expected as object,
    references: (references as (() => Readonly<Record<string, unknown>>) | undefined)?.(),
  };
}

function expectAsWritten({ attached, expected, references }: Loaded): void {
  const head = { format: SIGNATURE_FORMAT, className: 'Subject' };
  // test/signature/decorators.test.ts has the decorators, test/signature/inferred-returns.test.ts what is inferred.
  const { decorators: _decorators, ...signature } = attached.signature;
  expect(withoutInferred(signature)).toEqual({ ...head, ...expected });
  if (references === undefined) return;
  const resolved = Object.entries(attached.references).map(([key, get]) => [key, get()]);
  expect(Object.fromEntries(resolved)).toEqual(references);
  for (const [key, type] of resolved) expect(type).toBe(references[key as string]);
}

function withoutInferred(signature: Omit<ClassSignature, 'decorators'>): object {
  if (signature.methods === undefined) return signature;
  const methods = Object.entries(signature.methods).map(([name, method]) => {
    if (method.isInferred !== true) return [name, method];
    const { isInferred, returns, returnsResponse, responses, ...written } = method;
    return [name, written];
  });
  return { ...signature, methods: Object.fromEntries(methods) };
}

it('the corpus has at least sixty valid and forty invalid cases', () => {
  expect(VALID.length).toBeGreaterThanOrEqual(60);
  expect(INVALID.length).toBeGreaterThanOrEqual(40);
});

describe.each(VALID)('valid: $name', ({ path }) => {
  it("is read by the plugin of Nest's command line", async () => {
    expectAsWritten(loaded(await import(/* @vite-ignore */ compiled.outputOf(path))));
  });

  it('is read the same by the plugin of Vite', async () => {
    const byVite = loaded(await served.load(path));
    expectAsWritten(byVite);
    const byNest = loaded(await import(/* @vite-ignore */ compiled.outputOf(path)));
    expect(byVite.attached.signature).toEqual(byNest.attached.signature);
  });

  it('has no diagnostic', () => {
    expect(compiled.diagnostics.filter(({ file }) => file === path)).toEqual([]);
  });
});

describe.each(INVALID)('invalid: $name', (one) => {
  const expected = inOrder(expectedDiagnostics(one));
  const files = new Set([one.path, ...expected.map(({ file }) => file)]);
  const reportedByNest = () => compiled.diagnostics.filter(({ file }) => files.has(file));

  it("is reported by the plugin of Nest's command line, at its place", () => {
    expect(inOrder(reportedByNest().map(({ text: _text, ...diagnostic }) => diagnostic))).toEqual(
      expected,
    );
    expect(expected).not.toEqual([]);
  });

  it('is reported the same by the plugin of Vite', async () => {
    const error: unknown = await served.transform(one.path).catch((reason: unknown) => reason);
    const reported = diagnosticsIn(String((error as { readonly message?: unknown }).message));
    expect(inOrder(reported.map(({ text: _text, ...diagnostic }) => diagnostic))).toEqual(expected);
    const texts = reportedByNest().map(({ text }) => text);
    expect(reported.map(({ text }) => text).toSorted()).toEqual(texts.toSorted());
  });
});

/** The lines of an error of the Vite plugin. */
function diagnosticsIn(
  message: string,
): readonly (ReportedDiagnostic & { readonly text: string })[] {
  return [...message.matchAll(/^(.*):(\d+):(\d+) - ((RR\d{4}).*)$/gm)].map(
    ([, file = '', line, column, text = '', code = '']) => ({
      file,
      line: Number(line),
      column: Number(column),
      code,
      text,
    }),
  );
}
