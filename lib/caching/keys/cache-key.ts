import { createHash } from 'node:crypto';
import { ENTRY_FORMAT } from '../entries/entry.js';

const LONGEST_TEXT = 160;
const LONGEST_NAMESPACE = 60;
const PRINTABLE = /^[\x21-\x7e]+$/;
const PURGE_GROUPS = 1024;

/** The names of everything that one application keeps in a store, which others may use as well. */
export class CacheKeys {
  /** The generation of everything. */
  readonly all: string;
  readonly #prefix: string;
  readonly #entries: string;
  readonly #generations: string;

  constructor(namespace: string) {
    this.#prefix = `${bounded(encodeURIComponent(namespace), LONGEST_NAMESPACE)}:rest:`;
    // Entries of another format have other keys. Generations have not: while a new version is rolled
    // out, a purge by an old process must reach the new ones.
    this.#entries = `${this.#prefix}e${ENTRY_FORMAT}:`;
    this.#generations = `${this.#prefix}g:`;
    this.all = `${this.#generations}*`;
  }

  /**
   * The key of one entry. Its three parts are texts that say where they end, so no two questions run
   * into one; a long or unprintable one is hashed, as memcached and some proxies demand.
   *
   * @param args From `canonicalArguments`.
   * @param caller Who shares the entry.
   */
  entry(routeId: string, args: string, caller: string): string {
    const text = `${JSON.stringify(routeId)}${args}${JSON.stringify(caller)}`;
    return `${this.#entries}${bounded(text)}`;
  }

  /** The generation of a route. */
  route(routeId: string): string {
    return `${this.#generations}r${bounded(JSON.stringify(routeId))}`;
  }

  /**
   * The generation of a route's arguments. There are no more than 1024 of them a route, each for many
   * arguments: one for each would double what is stored and cost every first look-up two trips more.
   * A purge of arguments so makes about a thousandth of the route's other entries anew as well.
   */
  args(routeId: string, args: string): string {
    return `${this.#generations}a${groupOf(args)}.${bounded(JSON.stringify(routeId))}`;
  }

  /** Where a process tries out whether the store keeps what is written to it. */
  probe(process: string): string {
    return `${this.#prefix}p${process}`;
  }

  /** The generation of a tag. */
  tag(tag: string): string {
    return `${this.#generations}t${bounded(JSON.stringify(tag))}`;
  }
}

/** Texts here begin with a quotation mark, a hash does not: they never meet. */
function bounded(text: string, longest = LONGEST_TEXT): string {
  if (text.length <= longest && PRINTABLE.test(text)) return text;
  return `#${createHash('sha256').update(text).digest('base64url')}`;
}

/** FNV-1a: spreads evenly, and costs less than a look-up in the store. */
function groupOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return (hash >>> 0) % PURGE_GROUPS;
}
