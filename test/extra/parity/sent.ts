/** A request as the client sends it. */
export interface Sent {
  readonly method: string;
  /** The target, as written. */
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: Buffer;
  /** The body comes in chunks of these sizes; the last one repeats. */
  readonly chunks?: readonly number[];
  /** The client leaves: before the end of what it sends, or as soon as it has sent all. */
  readonly abort?: 'body' | 'sent';
  /** It is sent at once with the one before it, on the same connection. */
  readonly isPipelined?: boolean;
  /** What is known of it, for the list of known differences. */
  readonly is?: 'unreadable' | 'invalid' | 'spelled' | 'converted';
}

export interface Received {
  readonly status: number;
  readonly message: string;
  /** By their names in lower case, in the order of their names. */
  readonly headers: Readonly<Record<string, readonly string[]>>;
  readonly body: Buffer;
}

/** What a client gets, or why it gets nothing. */
export type Outcome = Received | { readonly failure: string };
