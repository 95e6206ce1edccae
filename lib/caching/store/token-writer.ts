import type { GuardedStore } from './guarded-store.js';
import { areKnown, randomToken, tokenOf, type MakeToken } from './token.js';

/**
 * A month, the longest that every store understands: memcached takes more for a date. Where a token ends
 * before its entries, they are made anew.
 */
const TOKEN_TTL_MS = 30 * 86_400_000;
const MOST_ATTEMPTS = 3;

type Tokens = readonly (string | undefined)[];

/**
 * Writes tokens into a store that several processes share and that has no counters, and perhaps no "set
 * if absent". Every write has a token of its own, so whatever arrives late or last ends generations, and
 * never brings one back.
 */
export class TokenWriter {
  readonly #beginning = new Map<string, Promise<string | undefined>>();

  constructor(
    private readonly store: GuardedStore,
    private readonly makeToken: MakeToken = randomToken,
  ) {}

  /**
   * Begins generations, once for all who ask for the same at a time. The tokens are read again after
   * they were written: another process may have begun as well, and both go on with the same ones then.
   */
  async begin(keys: readonly string[]): Promise<readonly string[] | undefined> {
    const fresh = keys.filter((key) => !this.#beginning.has(key));
    if (fresh.length > 0) this.#lead(fresh);
    const tokens = await Promise.all(keys.map((key) => this.#beginning.get(key)));
    return areKnown(tokens) ? tokens : undefined;
  }

  /**
   * Ends generations. Confirmed by reading: a token stands there that was not there when this began,
   * ours or that of another purge. A store that says nothing of a lost write is found out by that.
   */
  async end(keys: readonly string[]): Promise<boolean> {
    let before: Tokens = keys.map(() => undefined);
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      const ours = await this.#write(keys);
      const now = ours && (await this.#read(keys));
      if (ours === undefined || now === undefined) return false;
      if (now.every((token, at) => isNew(token, ours[at], before[at]))) return true;
      before = now;
    }
    this.store.reportLostWrite();
    return false;
  }

  #lead(keys: readonly string[]): void {
    const begun = this.#begin(keys);
    keys.forEach((key, at) => {
      this.#beginning.set(
        key,
        begun.then((tokens) => tokens?.[at]),
      );
    });
    void begun.finally(() => keys.forEach((key) => this.#beginning.delete(key)));
  }

  /**
   * Where the store can add, processes that begin at the same time never end each other's generation.
   * What is there and no token cannot be added to, and is replaced.
   */
  async #begin(keys: readonly string[]): Promise<Tokens | undefined> {
    const added = this.store.canAdd ? await this.#beginWith('add', keys) : undefined;
    const tokens =
      added === undefined || !areKnown(added) ? await this.#beginWith('set', keys) : added;
    if (tokens !== undefined && !areKnown(tokens)) this.store.reportLostWrite();
    return tokens;
  }

  async #beginWith(how: 'add' | 'set', keys: readonly string[]): Promise<Tokens | undefined> {
    const written = await this.#write(keys, how);
    return written && (await this.#read(keys));
  }

  async #write(
    keys: readonly string[],
    how: 'add' | 'set' = 'set',
  ): Promise<readonly string[] | undefined> {
    const tokens = keys.map(() => this.makeToken());
    const writes = keys.map((key, at) => this.store[how](key, tokens[at] ?? '', TOKEN_TTL_MS));
    return (await Promise.all(writes)).every(Boolean) ? tokens : undefined;
  }

  async #read(keys: readonly string[]): Promise<Tokens | undefined> {
    return (await this.store.get(keys))?.map(tokenOf);
  }
}

function isNew(
  token: string | undefined,
  ours: string | undefined,
  before: string | undefined,
): boolean {
  if (token === undefined) return false;
  return token === ours || (before !== undefined && token !== before);
}
