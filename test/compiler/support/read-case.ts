import { expect } from 'vitest';
import {
  signatureOf,
  type AttachedSignature,
  type ClassSignature,
  SIGNATURE_FORMAT,
} from '../../support/signature-of.js';
import type { ReportedDiagnostic } from './corpus.js';

/** What a case is turned into, and what it says about itself. */
export interface Loaded {
  readonly attached: AttachedSignature;
  readonly expected: object;
  readonly references: Readonly<Record<string, unknown>> | undefined;
}

export function loaded(module: Record<string, unknown>): Loaded {
  const { Subject = module['default'], expected, references } = module;
  return {
    attached: signatureOf(Subject),
    expected: expected as object,
    references: (references as (() => Readonly<Record<string, unknown>>) | undefined)?.(),
  };
}

export function expectAsWritten({ attached, expected, references }: Loaded): void {
  const head = { format: SIGNATURE_FORMAT, className: 'Subject' };
  // test/security/wrapping-decorators-of-signatures.test.ts has the decorators, test/openapi/inferred-returns.test.ts what
  // is inferred.
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

/** The lines of an error of the Vite plugin. */
export function diagnosticsIn(
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
