/** The time and timers. A parameter, so that a test can control the time. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs a function after a delay; the returned function cancels it. */
  after(delayMs: number, run: () => void): () => void;
  /** The same, without keeping the process alive. */
  afterIdly(delayMs: number, run: () => void): () => void;
}

/** The clock of this process. */
export const SYSTEM_CLOCK: Clock = {
  now: () => Date.now(),
  after(delayMs, run) {
    // After a pause of the process, timers run before the data that sockets have received. One more turn
    // of the event loop lets a response win that arrived in time.
    let turn: NodeJS.Immediate | undefined;
    const timer = setTimeout(() => (turn = setImmediate(run)), delayMs);
    return () => {
      clearTimeout(timer);
      clearImmediate(turn);
    };
  },
  afterIdly(delayMs, run) {
    const timer = setTimeout(run, delayMs).unref();
    return () => clearTimeout(timer);
  },
};
