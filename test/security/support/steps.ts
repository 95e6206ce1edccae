import { Session, type Profiler } from 'node:inspector';
import { countBuiltinWork } from './builtin-work.js';

/** Counts the steps of this process: the blocks of code that run, and the work of the engine's functions. */
export interface StepCounter {
  /** The steps of a task, of the library, its generated code, Nest and the adapters. */
  countOf(task: () => Promise<unknown>): Promise<number>;
  stop(): void;
}

/** Start it before the code is loaded whose blocks it shall count. */
export async function startCounting(): Promise<StepCounter> {
  const session = new Session();
  session.connect();
  await promised((done) => session.post('Profiler.enable', done));
  const parameters = { callCount: true, detailed: true };
  await promised((done) => session.post('Profiler.startPreciseCoverage', parameters, done));
  const work = countBuiltinWork();
  const take = (): Promise<Profiler.TakePreciseCoverageReturnType> =>
    promised((done) => session.post('Profiler.takePreciseCoverage', done));
  await take();
  return {
    // Taking the counts sets them back: between two tasks nothing runs that is counted.
    async countOf(task) {
      work.take();
      await task();
      const builtin = work.take();
      const { result } = await take();
      return builtin + sum(result.filter(isCounted).map(blocksOf));
    },
    stop() {
      work.restore();
      session.disconnect();
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
