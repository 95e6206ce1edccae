/** A row of a query. */
export type Row = Readonly<Record<string, unknown>>;

/** Runs one statement; values go in as parameters, never into the text. */
export type Query = <T extends Row>(
  sql: string,
  values?: readonly unknown[],
) => Promise<readonly T[]>;

/** What the application asks of a PostgreSQL, wherever it runs. */
export interface Engine {
  readonly query: Query;
  /** Runs statements together: all of them count, or, when one fails, none. */
  transaction<T>(work: (query: Query) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
