import { expect, test } from 'vitest';
import { tryHostileValues } from './hostile-values.js';

test('Random values and random schemas of the whole vocabulary make no exception, change no prototype, and have one result in both engines.', () => {
  const { accepted, rejected } = tryHostileValues(4000);
  expect(accepted).toBeGreaterThan(500);
  expect(rejected).toBeGreaterThan(500);
});
