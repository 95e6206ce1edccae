import { runInNewContext } from 'node:vm';

/** Makes a thenable of what a function returns or throws. */
export type MakeThenable = <T>(run: () => T) => PromiseLike<T>;

/** How often a query was run. */
export const runs = { count: 0 };

/** As the builders of Drizzle and Knex are: no `Promise`, and nothing happens before `then` is called. */
class Query<T> implements PromiseLike<T> {
  readonly config = { password: 'secret' };
  readonly #run: () => T;

  constructor(run: () => T) {
    this.#run = run;
  }

  get sql(): string {
    return 'select 1';
  }

  // oxlint-disable-next-line unicorn/no-thenable -- objects with a method `then` are under test here
  then<A, B>(
    onFulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): PromiseLike<A | B> {
    runs.count++;
    const run = async (): Promise<T> => this.#run();
    return run().then(onFulfilled, onRejected);
  }
}

function callable<T>(run: () => T): PromiseLike<T> {
  const query = new Query(run);
  const chain = (): void => undefined;
  Reflect.set(chain, 'then', query.then.bind(query));
  return chain as unknown as PromiseLike<T>;
}

const ForeignPromise = runInNewContext('Promise') as PromiseConstructor;

/** Whatever a promise may be. */
export const THENABLES: readonly (readonly [name: string, make: MakeThenable])[] = [
  ['a query builder', (run) => new Query(run)],
  ['a builder that is a function', callable],
  [
    'a promise of another realm',
    (run) => new ForeignPromise((resolve) => resolve(undefined)).then(run),
  ],
  ['a promise', async (run) => run()],
];

/** Its `then` itself throws. */
export class Throwing implements PromiseLike<never> {
  constructor(private readonly message: string) {}

  // oxlint-disable-next-line unicorn/no-thenable -- objects with a method `then` are under test here
  then(): never {
    throw new Error(this.message);
  }
}
