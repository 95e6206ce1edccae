import { PGlite, type Transaction } from '@electric-sql/pglite';
import { LazyInjectable, RestException } from 'nestjs-rest-routes';
import type { OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import { seed } from './seed.js';

/** A row of a query. */
export type Row = Readonly<Record<string, unknown>>;

/** Runs one statement; values go in as parameters, never into the text. */
export type Query = <T extends Row>(
  sql: string,
  values?: readonly unknown[],
) => Promise<readonly T[]>;

/**
 * PostgreSQL inside the process, in memory: nothing to install, nothing to start. It is opened by the
 * first request that needs it. All that the application asks of a database is `query` and `transaction`,
 * so a server's client can take its place here and nowhere else.
 */
@LazyInjectable()
export class Database implements OnModuleInit, OnApplicationShutdown {
  readonly #engine = new PGlite();

  readonly query: Query = queryOf(this.#engine);

  async onModuleInit(): Promise<void> {
    await seed(this.#engine);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#engine.close();
  }

  /** Runs statements together: all of them count, or, when one fails, none. */
  transaction<T>(work: (query: Query) => Promise<T>): Promise<T> {
    return this.#engine.transaction((transaction) => work(queryOf(transaction)));
  }
}

function queryOf(engine: PGlite | Transaction): Query {
  return async <T extends Row>(sql: string, values: readonly unknown[] = []) => {
    try {
      return (await engine.query<T>(sql, [...values])).rows;
    } catch (error) {
      throw isRefusedValue(error)
        ? new RestException('value_refused', 'The database cannot hold one of the values.', 400)
        : error;
    }
  };
}

/** A NUL byte in a text, a number or a date beyond its column: schemas allow more than PostgreSQL keeps. */
const REFUSED_VALUES: ReadonlySet<unknown> = new Set(['22021', '22003', '22008']);

function isRefusedValue(error: unknown): boolean {
  return error instanceof Error && 'code' in error && REFUSED_VALUES.has(error.code);
}
