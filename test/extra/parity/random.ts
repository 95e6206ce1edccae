/** Random choices that a seed decides. */
export class Random {
  #state: number;

  constructor(private readonly seed: string) {
    this.#state = hashOf(seed);
  }

  /** From 0 to below 1; mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** From 0 to below a number. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)];
    if (items.length === 0) throw new RangeError('There is nothing to pick.');
    return item as Item;
  }

  /** Some items, each at most once, in a random order. */
  some<Item>(items: readonly Item[], count: number): Item[] {
    const rest = [...items];
    const picked: Item[] = [];
    while (picked.length < count && rest.length > 0)
      picked.push(...rest.splice(this.below(rest.length), 1));
    return picked;
  }

  /** Choices of their own, which do not depend on how many were made before. */
  fork(name: string): Random {
    return new Random(`${this.seed}/${name}`);
  }
}

/** FNV-1a, mixed once more, because seeds are similar. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text)
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619);
  return Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
}
