import type { Type } from '@nestjs/common';
import { createRestApplication } from 'nestjs-rest-routes/testing';
import { expect, test } from 'vitest';
import { casesOf } from '../support/corpus.js';

/** The controllers of the corpus whose parameters are values: what the reader accepts must boot. */
const CASES = casesOf('valid').filter(
  ({ name, text }) =>
    /^(?:object|record|index|union|unknown|list-of|tags|arguments|file|one-value|limits)/.test(
      name,
    ) &&
    text.includes('RestController') &&
    !text.includes('@shared/'),
);

test('the corpus has at least sixty controllers with values', () => {
  expect(CASES.length).toBeGreaterThanOrEqual(60);
});

test.each(CASES)('$name starts', async ({ path }) => {
  const { Subject } = (await import(/* @vite-ignore */ path)) as { readonly Subject: Type };
  const app = await createRestApplication({ controllers: [Subject] });
  const index = await app.get('/v1');
  expect(index.status).toBe(200);
  await app.close();
});
