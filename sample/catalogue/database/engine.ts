/** A row of a query. */
export type Row = Readonly<Record<string, unknown>>;

/** Runs one statement. Values are passed as parameters, never inside the text. */
export type Query = <T extends Row>(
  sql: string,
  values?: readonly unknown[],
) => Promise<readonly T[]>;

/** A PostgreSQL, inside the process or on a server. */
export interface Engine {
  readonly query: Query;
  /** Runs statements in one transaction: either all of them take effect, or none. */
  transaction<T>(work: (query: Query) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
