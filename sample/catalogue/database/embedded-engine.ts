import { PGlite, type Transaction } from '@electric-sql/pglite';
import type { Engine, Query, Row } from './engine.js';

/** PostgreSQL inside the process, in memory: nothing to install, nothing to start. */
export function embeddedEngine(): Engine {
  const database = new PGlite();
  return {
    query: queryOf(database),
    transaction: (work) => database.transaction((transaction) => work(queryOf(transaction))),
    close: () => database.close(),
  };
}

function queryOf(database: PGlite | Transaction): Query {
  return async <T extends Row>(sql: string, values: readonly unknown[] = []) =>
    (await database.query<T>(sql, [...values])).rows;
}
