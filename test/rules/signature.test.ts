import { expect, test } from 'vitest';
import { SIGNATURE_FORMAT } from '../../lib/types/method-signature.js';
import { signatureRule } from '../../lib/routes/rules/controller.rules.js';
import { controllerSubject } from './support/subject.js';

test('a class without a signature has nothing to check', () => {
  expect(signatureRule(controllerSubject())).toEqual([]);
});

test('a signature of this format without diagnostics is valid', () => {
  const signature = { format: SIGNATURE_FORMAT, diagnostics: [] };
  expect(signatureRule(controllerSubject({}, { signature }))).toEqual([]);
});

test('a signature of another format is RR1017, and nothing else in it is read', () => {
  const signature = { format: 99, diagnostics: ['RR2001: …'] };
  expect(signatureRule(controllerSubject({}, { signature }))).toMatchObject([
    { code: 'RR1017', received: 'format 99' },
  ]);
});

test('each diagnostic that the compiler could not stop at is RR1027', () => {
  const signature = { format: SIGNATURE_FORMAT, diagnostics: ['one', 'two'] };
  expect(signatureRule(controllerSubject({}, { signature }))).toMatchObject([
    { code: 'RR1027', received: 'one' },
    { code: 'RR1027', received: 'two' },
  ]);
});
