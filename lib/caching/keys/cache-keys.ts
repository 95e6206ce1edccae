import { createHash } from 'node:crypto';
import { ENTRY_FORMAT } from '../entries/entry.js';

const LONGEST_TEXT = 160;
const LONGEST_NAMESPACE = 60;
const PRINTABLE = /^[\x21-\x7e]+$/;
const PURGE_GROUPS = 1024;

/** The keys of one application in a store, which other applications may share. */
export class CacheKeys {
  /** The generation of everything. */
  readonly all: string;
  readonly #prefix: string;
  readonly #entries: string;
  readonly #generations: string;

  constructor(namespace: string) {
    this.#prefix = `${bounded(encodeURIComponent(namespace), LONGEST_NAMESPACE)}:rest:`;
    // Entries of another format have other keys. Generations do not: while a new version is rolled out, a
    // purge by an old process must reach the new processes.
    this.#entries = `${this.#prefix}e${ENTRY_FORMAT}:`;
    this.#generations = `${this.#prefix}g:`;
    this.all = `${this.#generations}*`;
  }

  /**
   * The key of one entry. Each of its three parts marks its own end, so two requests never have one key
   * by accident. A long or unprintable key is hashed, as memcached and some proxies require.
   *
   * @param args From `canonicalArguments`.
   * @param partition From `cachePartition`.
   */
  entry(routeId: string, args: string, partition: string): string {
    const text = `${JSON.stringify(routeId)}${args}${JSON.stringify(partition)}`;
    return `${this.#entries}${bounded(text)}`;
  }

  /** The generation of a route. */
  route(routeId: string): string {
    return `${this.#generations}r${bounded(JSON.stringify(routeId))}`;
  }

  /**
   * The generation of a route's arguments. A route has at most 1024 of them, each for many arguments: one
   * for each would double what is stored, and cost each first lookup two more trips to the store. A purge
   * of arguments therefore ends about a thousandth of the route's other entries as well.
   */
  args(routeId: string, args: string): string {
    return `${this.#generations}a${groupOf(args)}.${bounded(JSON.stringify(routeId))}`;
  }

  /** Where a process tests whether the store keeps what is written to it. */
  probe(process: string): string {
    return `${this.#prefix}p${process}`;
  }

  /** The generation of a tag. */
  tag(tag: string): string {
    return `${this.#generations}t${bounded(JSON.stringify(tag))}`;
  }
}

/** A text begins with a quotation mark and a hash does not, so they never collide. */
function bounded(text: string, longest = LONGEST_TEXT): string {
  if (text.length <= longest && PRINTABLE.test(text)) return text;
  return `#${createHash('sha256').update(text).digest('base64url')}`;
}

/** FNV-1a, a fast hash that spreads evenly. */
function groupOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return (hash >>> 0) % PURGE_GROUPS;
}
