import { LazyInjectable, RestException } from 'nestjs-rest-routes';
import type { OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import type { Engine, Query, Row } from './engine.js';
import { seed } from './seed.js';

export type { Query, Row };

/**
 * The PostgreSQL server of `DATABASE_URL`, or a PostgreSQL inside the process. The SQL is the same.
 * The first request that needs the database opens it.
 */
@LazyInjectable()
export class Database implements OnModuleInit, OnApplicationShutdown {
  #engine: Promise<Engine> | undefined;

  async onModuleInit(): Promise<void> {
    await seed((await this.#open()).query);
  }

  async onApplicationShutdown(): Promise<void> {
    await (await this.#open()).close();
  }

  readonly query: Query = async (sql, values) =>
    rejectingBadValues((await this.#open()).query)(sql, values);

  /** Runs statements in one transaction: either all of them take effect, or none. */
  async transaction<T>(work: (query: Query) => Promise<T>): Promise<T> {
    return (await this.#open()).transaction((query) => work(rejectingBadValues(query)));
  }

  #open(): Promise<Engine> {
    this.#engine ??= openEngine(process.env['DATABASE_URL']);
    return this.#engine;
  }
}

/** Loads only the driver that is used. */
async function openEngine(url: string | undefined): Promise<Engine> {
  if (url === undefined) return (await import('./embedded-engine.js')).embeddedEngine();
  return (await import('./server-engine.js')).serverEngine(url);
}

/** Turns a value that PostgreSQL rejects into a 400. */
function rejectingBadValues(query: Query): Query {
  return async <T extends Row>(sql: string, values: readonly unknown[] = []) => {
    try {
      return await query<T>(sql, values);
    } catch (error) {
      throw isRejectedValue(error)
        ? new RestException('value_refused', 'The database cannot hold one of the values.', 400)
        : error;
    }
  };
}

/**
 * PostgreSQL's codes for a NUL byte in a text, and for a number or a date that its column cannot hold:
 * schemas allow more than PostgreSQL stores.
 */
const REJECTED_VALUES: ReadonlySet<unknown> = new Set(['22021', '22003', '22008']);

function isRejectedValue(error: unknown): boolean {
  return error instanceof Error && 'code' in error && REJECTED_VALUES.has(error.code);
}
