import { LazyInjectable, RestException } from 'nestjs-rest-routes';
import type { OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import type { Engine, Query, Row } from './engine.js';
import { seed } from './seed.js';

export type { Query, Row };

/**
 * The server that `DATABASE_URL` names, else a PostgreSQL inside the process: the same SQL either way.
 * It is opened by the first request that needs it.
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

  readonly query: Query = async (sql, values) => refusing((await this.#open()).query)(sql, values);

  /** Runs statements together: all of them count, or, when one fails, none. */
  async transaction<T>(work: (query: Query) => Promise<T>): Promise<T> {
    return (await this.#open()).transaction((query) => work(refusing(query)));
  }

  #open(): Promise<Engine> {
    this.#engine ??= openEngine(process.env['DATABASE_URL']);
    return this.#engine;
  }
}

/** Only what is used is loaded. */
async function openEngine(url: string | undefined): Promise<Engine> {
  if (url === undefined) return (await import('./embedded-engine.js')).embeddedEngine();
  return (await import('./server-engine.js')).serverEngine(url);
}

function refusing(query: Query): Query {
  return async <T extends Row>(sql: string, values: readonly unknown[] = []) => {
    try {
      return await query<T>(sql, values);
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
