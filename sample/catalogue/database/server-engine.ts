import pg from 'pg';
import type { Engine, Query, Row } from './engine.js';

/** A PostgreSQL server, by its URL: `postgres://user:password@host/database`. */
export function serverEngine(url: string): Engine {
  const pool = new pg.Pool({ connectionString: url });
  return {
    query: queryOf(pool),
    transaction: async (work) => {
      const client = await pool.connect();
      try {
        await client.query('BEGIN');
        const result = await work(queryOf(client));
        await client.query('COMMIT');
        return result;
      } catch (error) {
        await client.query('ROLLBACK');
        throw error;
      } finally {
        client.release();
      }
    },
    close: () => pool.end(),
  };
}

function queryOf(client: pg.Pool | pg.PoolClient): Query {
  return async <T extends Row>(sql: string, values: readonly unknown[] = []) =>
    (await client.query<T & pg.QueryResultRow>(sql, [...values])).rows;
}
