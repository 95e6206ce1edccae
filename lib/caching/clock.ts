/** The time, and what happens later. Given from outside, so that a test can let it pass. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs something later; the function returned calls it off. */
  after(delayMs: number, run: () => void): () => void;
  /** The same for what must not keep a process alive that has nothing else to do. */
  afterIdly(delayMs: number, run: () => void): () => void;
}

/** The clock of this process. */
export const SYSTEM_CLOCK: Clock = {
  now: () => Date.now(),
  after(delayMs, run) {
    // After a pause of the whole process, timers come before what the sockets have received. One more
    // turn of the event loop lets a response win that was there in time.
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
