/** Attempts that any value has, and those that each of its parts adds. */
const FREE = 300_000;
const FOR_EACH_PART = 2;

/** Characters that take about as long as one part. */
const CHARACTERS = 8;

/**
 * Counts what alternatives read of one value, so that no schema lets a client block the process: a value of
 * 300,000 parts that each of 40 alternatives reads to its end would take seconds. What tells alternatives apart
 * early (a literal, a required name, another type) costs no attempts.
 */
export class Attempts {
  #root: unknown;
  #left = Infinity;
  #measured = { value: undefined as unknown, parts: 1 };

  /** Begins to count for a value. Without this, attempts have no limit. */
  start(value: unknown): void {
    this.#root = value;
    this.#left = Number.NaN;
    this.#measured = { value: undefined, parts: 1 };
  }

  /** Whether the value was rejected because its alternatives would read too much. */
  get isExhausted(): boolean {
    return this.#left < 0;
  }

  /** @returns Whether an alternative may read so many parts. */
  take(parts: number): boolean {
    if (Number.isNaN(this.#left)) this.#left = FREE + FOR_EACH_PART * this.partsOf(this.#root);
    this.#left -= parts;
    return this.#left >= 0;
  }

  /** The parts of a value, counted once while nested alternatives ask for the same one. */
  partsOf(value: unknown): number {
    if (this.#measured.value !== value) this.#measured = { value, parts: partsOf(value) };
    return this.#measured.parts;
  }
}

/** The number of values within a value, itself included. */
function partsOf(value: unknown): number {
  let count = 0;
  const open = [value];
  while (open.length > 0) {
    const one = open.pop();
    count++;
    if (typeof one === 'string') count += Math.floor(one.length / CHARACTERS);
    if (typeof one !== 'object' || one === null) continue;
    if (Array.isArray(one)) for (const item of one) open.push(item);
    else for (const name of Object.keys(one)) open.push((one as Record<string, unknown>)[name]);
  }
  return count;
}
