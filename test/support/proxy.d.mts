/** A connection to a server of 127.0.0.1 that a test may damage. */
export class Proxy {
  readonly port: number;
  static start(port: number): Promise<Proxy>;
  /** Connections that are open stay open, and nothing arrives any more; new connections work. */
  forget(): void;
  /** The same, and new connections are accepted and lead nowhere. */
  cut(): void;
  /** What the server sends arrives so much later. */
  delay(ms: number): void;
  /** What Redis tells of changed keys is lost, and replies arrive. */
  mute(): void;
  /** Connections that were damaged end, new ones work. */
  heal(): void;
  stop(): Promise<void>;
}
