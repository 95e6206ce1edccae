import { expect, test } from 'vitest';
import { tryHostileValues } from '../../schema/hostile-values.js';
import { fuzzSettings } from './support/settings.js';

const { numRuns, seed, repeatable } = fuzzSettings();

/** Without a server a value is cheap: 100,000 of them by default. */
const VALUES_OF_A_RUN = 50;

test('Random values and random schemas of the whole vocabulary make no exception, change no prototype, and have one result in both engines.', async () => {
  await repeatable(
    Promise.resolve().then(() => {
      const { accepted, rejected } = tryHostileValues(numRuns * VALUES_OF_A_RUN, seed);
      expect(accepted).toBeGreaterThan(numRuns);
      expect(rejected).toBeGreaterThan(numRuns);
    }),
  );
});
