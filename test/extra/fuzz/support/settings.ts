import { randomInt } from 'node:crypto';

/** How long a property is fuzzed, and from where its random numbers start. */
export interface FuzzSettings {
  readonly numRuns: number;
  readonly seed: number;
  /** Adds to the smallest counterexample how to see it again. */
  repeatable(run: Promise<void>): Promise<void>;
}

/** The number of runs of each property, unless FUZZ_RUNS says another. */
const DEFAULT_RUNS = 2000;

/** By the environment: FUZZ_SEED, a whole number, random by default; FUZZ_RUNS, 2,000 by default. */
export function fuzzSettings(environment: NodeJS.ProcessEnv = process.env): FuzzSettings {
  const numRuns = wholeNumber(environment, 'FUZZ_RUNS') ?? DEFAULT_RUNS;
  const seed = wholeNumber(environment, 'FUZZ_SEED') ?? randomInt(2 ** 31);
  const command = `FUZZ_SEED=${seed} FUZZ_RUNS=${numRuns} npm run test:extra -- fuzz`;
  return {
    numRuns,
    seed,
    async repeatable(run) {
      try {
        await run;
      } catch (cause) {
        const text = cause instanceof Error ? cause.message : String(cause);
        throw new Error(`${text}\n\nTo repeat it: ${command}`, { cause });
      }
    },
  };
}

function wholeNumber(environment: NodeJS.ProcessEnv, name: string): number | undefined {
  const text = environment[name];
  if (text === undefined || text === '') return undefined;
  const number = Number(text);
  if (Number.isSafeInteger(number)) return number;
  throw new RangeError(`${name} is a whole number, not ${JSON.stringify(text)}.`);
}
