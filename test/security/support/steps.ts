import { Session, type Profiler } from 'node:inspector';
import { countBuiltinWork } from './builtin-work.js';

/** Counts the steps of this process: the blocks of code that run, and the work of the engine's functions. */
export interface StepCounter {
  /**
   * The steps of a task, of the library, its generated code, Nest and the adapters, and of what has run since the last
   * count: taking the counts sets them back, and takes longer than most tasks.
   */
  countOf(task: () => Promise<unknown>): Promise<number>;
  /** Before the first count, and after work that is not counted. */
  clear(): Promise<void>;
}

/** That of the process, which `start-counting.ts` has started. */
export function stepCounter(): StepCounter {
  const counter = (globalThis as Counting)[COUNTER];
  if (counter === undefined) throw new Error('Steps are counted in the project "counted" only.');
  return counter;
}

/** By a name that survives a module which is loaded again. */
const COUNTER = Symbol.for('test.step-counter');

interface Counting {
  [COUNTER]?: StepCounter;
}

/** Once in a process, before the code is loaded whose blocks it shall count. */
export async function startCounting(): Promise<void> {
  const counting = globalThis as Counting;
  counting[COUNTER] ??= await createCounter();
}

async function createCounter(): Promise<StepCounter> {
  const session = new Session();
  session.connect();
  await promised((done) => session.post('Profiler.enable', done));
  const parameters = { callCount: true, detailed: true };
  await promised((done) => session.post('Profiler.startPreciseCoverage', parameters, done));
  const work = countBuiltinWork();
  const take = (): Promise<Profiler.TakePreciseCoverageReturnType> =>
    promised((done) => session.post('Profiler.takePreciseCoverage', done));
  return {
    async clear() {
      work.take();
      await take();
    },
    async countOf(task) {
      await task();
      const builtin = work.take();
      const { result } = await take();
      return builtin + sum(result.filter(isCounted).map(blocksOf));
    },
  };
}

function promised<Result>(
  post: (done: (error: Error | null, result: Result) => void) => void,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    post((error, result) => (error === null ? resolve(result) : reject(error)));
  });
}

/** Generated code has no address. Node's own files are the same for every application. */
function isCounted({ url }: Profiler.ScriptCoverage): boolean {
  return url === '' || (url.startsWith('file:') && !/\/(?:vitest|test)\//.test(url));
}

function blocksOf({ functions }: Profiler.ScriptCoverage): number {
  return sum(functions.flatMap(({ ranges }) => ranges.map(({ count }) => count)));
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

/** A piece of work on an input of a size. */
export interface Sized {
  readonly title: string;
  readonly size: number;
  /** The fewest steps that it takes at this size: fewer are a fault of the count. */
  readonly least?: number;
  run(size: number): Promise<unknown>;
}

/** A little more than twice: a limit may add a step, and buffers come in pieces. */
export const MOST = 2.2;

/**
 * So many are counted at once, as taking the counts costs more than most requests. Work that is linear in each takes at
 * most twice the steps for twice the input; if the sum takes more, each is counted alone.
 */
const TOGETHER = 4;

/** What takes more than `MOST` times the steps for twice the input. */
export async function superlinear(
  counter: StepCounter,
  all: readonly Sized[],
): Promise<readonly string[]> {
  const found: string[] = [];
  await counter.clear();
  const stepsOf = (some: readonly Sized[], factor: number): Promise<number> =>
    counter.countOf(async () => {
      for (const { size, run } of some) await run(size * factor);
    });
  for (let at = 0; at < all.length; at += TOGETHER) {
    const some = all.slice(at, at + TOGETHER);
    const once = await stepsOf(some, 1);
    if (once < sum(some.map(({ least = 1 }) => least))) found.push(`${once} steps in all`);
    if ((await stepsOf(some, 2)) <= 2 * once) continue;
    for (const one of some) {
      const alone = await stepsOf([one], 1);
      const twice = await stepsOf([one], 2);
      if (twice > MOST * alone) found.push(`${one.title}: ${alone} steps, then ${twice}`);
    }
  }
  return found;
}
