import type { Automaton, Connection } from './automaton.js';
import type { Assertion } from './parse-pattern.js';

/** Positions of an automaton, one bit each. */
export type Positions = Int32Array;

/** An automaton at one kind of place in a text: its start, its end, the boundary of a word, or within one. */
export interface TextPlace {
  /** The positions that may begin a match here. */
  readonly first: Positions;
  /** The positions that end a match here. */
  readonly last: Positions;
  /** Whether the empty text matches here. */
  readonly matchesEmpty: boolean;
  /** Connections of characters only, across the assertions that hold here. */
  readonly connections: readonly Connection[];
}

/** Resolves the assertions of an automaton that hold at a place. */
export function readPlace(
  automaton: Automaton<unknown>,
  holds: Readonly<Record<Assertion, boolean>>,
): TextPlace {
  const { assertions, follow, first, last } = automaton;
  const beyond = (positions: readonly number[]): ReadonlySet<number> => {
    const all = new Set<number>();
    const open = [positions];
    for (let some = open.pop(); some !== undefined; some = open.pop()) {
      for (const position of some) {
        const assertion = assertions[position];
        if (all.has(position) || (assertion !== undefined && !holds[assertion])) continue;
        all.add(position);
        if (assertion !== undefined) open.push(follow[position] ?? []);
      }
    }
    return all;
  };
  const charactersOf = (positions: Iterable<number>): readonly number[] =>
    [...positions].filter((position) => assertions[position] === undefined);
  const isMatched = (positions: ReadonlySet<number>): boolean =>
    [...positions].some((position) => assertions[position] !== undefined && last.has(position));
  const begun = beyond(first);
  const ended = [...charactersOf(last)];
  const connections = automaton.connections.flatMap(({ from, to }) => {
    const characters = charactersOf(from);
    if (characters.length === 0) return [];
    const reached = beyond(to);
    if (isMatched(reached)) ended.push(...characters);
    return [{ from: characters, to: charactersOf(reached) }];
  });
  return {
    first: bitsOf(charactersOf(begun), assertions.length),
    last: bitsOf(ended, assertions.length),
    matchesEmpty: isMatched(begun),
    connections,
  };
}

const WORD = 32;
const BYTE = 8;
const BYTES = WORD / BYTE;

function bitsOf(positions: Iterable<number>, size: number): Positions {
  const bits = new Int32Array(Math.ceil(size / WORD));
  for (const position of positions) addBit(bits, position);
  return bits;
}

export function addBit(bits: Positions, position: number): void {
  bits[position >> 5] = (bits[position >> 5] ?? 0) | (1 << (position & 31));
}

/** The words of some positions that are not zero. */
interface SparseBits {
  readonly words: Int32Array;
  readonly bits: Int32Array;
}

/** Every position of the first leads to all positions of the second. */
interface Product {
  readonly from: SparseBits;
  readonly to: SparseBits;
}

/** The successors of eight positions: for each combination of them, the bits of some words. */
interface ByteTable {
  readonly words: Int32Array;
  readonly bits: Int32Array;
}

/**
 * Reads a character with all positions at once (bit parallelism), so that every text needs only a few operations for
 * each word of 32 positions. Sets of positions are not cached as states of an automaton: each character of a hostile
 * text could reach a new set.
 *
 * Each connection of the pattern has the form that needs the fewest operations:
 * - a shift of all positions by one, for texts and long repetitions such as `abc`, `a{1,900}` and `a+`;
 * - a product, for connections of many positions such as the end of `a{1,900}` and of `(?:one|two|…)+`;
 * - a table for each eight positions, for all others.
 *
 * @see https://doi.org/10.1145/375360.375365 Navarro and Raffinot, on Glushkov's automata as tables of bits.
 */
export class Transitions {
  readonly #first: Positions;
  readonly #last: Positions;
  readonly #matchesEmpty: boolean;
  readonly #shifted: Positions;
  readonly #repeated: Positions;
  readonly #products: readonly Product[];
  /** The positions that have tables. */
  readonly #tabled: Positions;
  readonly #tables: readonly (ByteTable | undefined)[];
  /** The maximum of words that one step may read. */
  readonly cost: number;

  constructor({ first, last, matchesEmpty, connections }: TextPlace) {
    this.#first = first;
    this.#last = last;
    this.#matchesEmpty = matchesEmpty;
    const { length } = first;
    const { shifted, repeated, products, others } = divide(connections, length);
    this.#shifted = bitsOf(shifted, length * WORD);
    this.#repeated = bitsOf(repeated, length * WORD);
    this.#products = products.map(({ from, to }) => ({
      from: sparse(bitsOf(from, length * WORD)),
      to: sparse(bitsOf(to, length * WORD)),
    }));
    this.#tabled = bitsOf(
      others.flatMap(({ from }) => from),
      length * WORD,
    );
    this.#tables = tablesOf(others, length);
    this.cost =
      length +
      this.#products.reduce((sum, { from, to }) => sum + from.words.length + to.words.length, 0) +
      this.#tables.reduce(
        (sum, table) => sum + (table === undefined ? 0 : 1 + table.words.length),
        0,
      );
  }

  /**
   * Reads a character that some positions accept. `next` is filled, and `reached` is emptied.
   *
   * @returns whether the pattern has matched before the character.
   */
  step(reached: Positions, next: Positions, accepted: Positions): boolean {
    this.#addProducts(reached, next);
    this.#addTables(reached, next);
    const { length } = reached;
    const first = this.#first;
    const last = this.#last;
    const shifted = this.#shifted;
    const repeated = this.#repeated;
    let matched = 0;
    let carried = 0;
    for (let word = 0; word < length; word++) {
      const bits = reached[word] ?? 0;
      reached[word] = 0;
      matched |= bits & (last[word] ?? 0);
      const moved = bits & (shifted[word] ?? 0);
      const found =
        (next[word] ?? 0) |
        (first[word] ?? 0) |
        (moved << 1) |
        carried |
        (bits & (repeated[word] ?? 0));
      next[word] = found & (accepted[word] ?? 0);
      carried = moved >>> 31;
    }
    return matched !== 0 || this.#matchesEmpty;
  }

  #addProducts(reached: Positions, next: Positions): void {
    for (const { from, to } of this.#products) {
      if (isReached(reached, from)) add(next, to.words, to.bits, 0);
    }
  }

  #addTables(reached: Positions, next: Positions): void {
    const tabled = this.#tabled;
    for (let word = 0; word < reached.length; word++) {
      let bits = (reached[word] ?? 0) & (tabled[word] ?? 0);
      for (let byte = word * BYTES; bits !== 0; byte++, bits >>>= BYTE) {
        const table = this.#tables[byte];
        if (table === undefined || (bits & 255) === 0) continue;
        const { words } = table;
        add(next, words, table.bits, (bits & 255) * words.length);
      }
    }
  }
}

function isReached(reached: Positions, { words, bits }: SparseBits): boolean {
  for (let at = 0; at < words.length; at++) {
    if (((reached[words[at] ?? 0] ?? 0) & (bits[at] ?? 0)) !== 0) return true;
  }
  return false;
}

/** Adds bits to some words: those of `bits` from an index on. */
function add(positions: Positions, words: Int32Array, bits: Int32Array, from: number): void {
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? 0;
    positions[word] = (positions[word] ?? 0) | (bits[from + at] ?? 0);
  }
}

function sparse(positions: Positions): SparseBits {
  const words = [...positions.keys()].filter((word) => positions[word] !== 0);
  return {
    words: Int32Array.from(words),
    bits: Int32Array.from(words, (word) => positions[word] ?? 0),
  };
}

/** Chooses the form of each connection. */
function divide(connections: readonly Connection[], length: number) {
  const shifted: number[] = [];
  const repeated: number[] = [];
  const rest: Connection[] = [];
  for (const connection of connections) {
    const { from, to } = connection;
    const distance = from.length === 1 && to.length === 1 ? (to[0] ?? 0) - (from[0] ?? 0) : -1;
    if (distance === 1) shifted.push(...from);
    else if (distance === 0) repeated.push(...from);
    else if (to.length > 0) rest.push(connection);
  }
  // A product is better if only this connection needs many words of many tables.
  const needed = new Int16Array(length * BYTES * length);
  const connected = rest.map(({ from, to }) => ({
    from,
    to,
    bytes: unique(from, BYTE),
    targets: unique(to, WORD),
  }));
  const cells = ({ bytes, targets }: (typeof connected)[number]): readonly number[] =>
    bytes.flatMap((byte) => targets.map((word) => byte * length + word));
  for (const connection of connected)
    for (const cell of cells(connection)) needed[cell] = (needed[cell] ?? 0) + 1;
  const isProduct = (connection: (typeof connected)[number]): boolean => {
    const own = cells(connection).filter((cell) => needed[cell] === 1).length;
    if (own <= unique(connection.from, WORD).length + connection.targets.length) return false;
    for (const cell of cells(connection)) needed[cell] = (needed[cell] ?? 0) - 1;
    return true;
  };
  const products = connected.filter(isProduct);
  return {
    shifted,
    repeated,
    products,
    others: connected.filter((connection) => !products.includes(connection)),
  };
}

function unique(positions: readonly number[], size: number): readonly number[] {
  return [...new Set(positions.map((position) => Math.floor(position / size)))];
}

function tablesOf(connections: readonly Connection[], length: number): (ByteTable | undefined)[] {
  const follow = new Map<number, Positions>();
  for (const { from, to } of connections) {
    for (const position of from) {
      const bits = follow.get(position) ?? new Int32Array(length);
      for (const next of to) addBit(bits, next);
      follow.set(position, bits);
    }
  }
  return Array.from({ length: length * BYTES }, (_, byte) => {
    const own = [...Array(BYTE).keys()].map((bit) => follow.get(byte * BYTE + bit));
    const words = [...Array(length).keys()].filter((word) => own.some((bits) => bits?.[word]));
    if (words.length === 0) return undefined;
    const bits = new Int32Array(256 * words.length);
    for (let row = 1; row < 256; row++) {
      // A combination consists of a smaller one and its highest bit.
      const high = 31 - Math.clz32(row);
      const smaller = row - (1 << high);
      words.forEach((word, at) => {
        bits[row * words.length + at] =
          (bits[smaller * words.length + at] ?? 0) | (own[high]?.[word] ?? 0);
      });
    }
    return { words: Int32Array.from(words), bits };
  });
}
