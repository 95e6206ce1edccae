const ERASE = '\r\u001b[2K';
/** In milliseconds: a person reads no faster, and a terminal may be slow. */
const INTERVAL = 100;

/** The part of standard error that a progress line needs. */
interface ProgressStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** One line that says what a command is doing. It exists only on terminals. */
export class ProgressLine {
  #shownAt = -Infinity;
  #isShown = false;

  constructor(private readonly stream: ProgressStream) {}

  readonly show = (text: string): void => {
    const now = performance.now();
    if (this.stream.isTTY !== true || now - this.#shownAt < INTERVAL) return;
    this.#shownAt = now;
    this.#isShown = true;
    this.stream.write(`${ERASE}${text.slice(0, (this.stream.columns ?? 80) - 1)}`);
  };

  /** Before other output, and at the end. */
  clear(): void {
    if (this.#isShown) this.stream.write(ERASE);
    this.#isShown = false;
  }
}
