import type { GuardedStore } from './guarded-store.js';
import { areKnown, randomToken, tokenOf, type MakeToken } from './store.js';

/**
 * A month, the longest lifetime that every store accepts: memcached takes a greater number for a date. If
 * a token expires before its entries, they are made again.
 */
const TOKEN_TTL_MS = 30 * 86_400_000;
const MAXIMUM_ATTEMPTS = 3;

type Tokens = readonly (string | undefined)[];

/**
 * Writes tokens into a store that several processes share. The store has no counters, and may have no "set
 * if absent". Each write has a new token, so a late write can end a generation and never brings one back.
 */
export class TokenWriter {
  readonly #beginning = new Map<string, Promise<string | undefined>>();

  constructor(
    private readonly store: GuardedStore,
    private readonly makeToken: MakeToken = randomToken,
  ) {}

  /**
   * Begins generations, once for all simultaneous callers. The tokens are read again after the write:
   * another process may have begun the same generations, and both continue with the same tokens.
   */
  async begin(keys: readonly string[]): Promise<readonly string[] | undefined> {
    const fresh = keys.filter((key) => !this.#beginning.has(key));
    if (fresh.length > 0) this.#lead(fresh);
    const tokens = await Promise.all(keys.map((key) => this.#beginning.get(key)));
    return areKnown(tokens) ? tokens : undefined;
  }

  /**
   * Ends generations, and confirms it by reading: the store has a new token, ours or that of another
   * purge. This detects a store that loses writes silently.
   */
  async end(keys: readonly string[]): Promise<boolean> {
    let before: Tokens = keys.map(() => undefined);
    for (let attempt = 0; attempt < MAXIMUM_ATTEMPTS; attempt++) {
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
   * Adds where the store can, so that processes that begin at the same time never end each other's
   * generation. A value that is no token blocks the addition and is replaced.
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
