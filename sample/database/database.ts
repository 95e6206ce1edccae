import { PGlite } from '@electric-sql/pglite';
import { LazyInjectable } from 'nestjs-rest-routes';
import type { OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import { seed } from './seed.js';

/** A row of a query. */
export type Row = Readonly<Record<string, unknown>>;

/**
 * PostgreSQL inside the process, in memory: nothing to install, nothing to start. It is opened by the
 * first request that needs it.
 */
@LazyInjectable()
export class Database implements OnModuleInit, OnApplicationShutdown {
  readonly #engine = new PGlite();

  async onModuleInit(): Promise<void> {
    await seed(this.#engine);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#engine.close();
  }

  /** Runs one statement; values go in as parameters, never into the text. */
  async query<T extends Row>(sql: string, values: readonly unknown[] = []): Promise<readonly T[]> {
    const { rows } = await this.#engine.query<T>(sql, [...values]);
    return rows;
  }
}
