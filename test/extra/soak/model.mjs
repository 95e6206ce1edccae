/** A generator of numbers from 0 to 1 that a seed reproduces. */
export function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A list in an order of the generator. */
export function shuffled(names, random) {
  return names
    .map((name) => [random(), name])
    .sort(([one], [other]) => one - other)
    .map(([, name]) => name);
}

/** The database of all processes: each write of each key, by the client that sent it. */
export class Database {
  #writers = new Map();

  /** @param readMs How long a read takes after the version was read: a purge may come in between. */
  constructor(readMs = 2) {
    this.readMs = readMs;
  }

  async read(key) {
    const version = this.now(key);
    await delay(this.readMs);
    return version;
  }

  /** Returns the number of the write. */
  async write(key, writer) {
    await delay(1);
    const writers = this.#writers.get(key) ?? [];
    this.#writers.set(key, writers);
    return writers.push(writer);
  }

  now(key) {
    return this.#writers.get(key)?.length ?? 0;
  }

  /** Who has made a version of a key. */
  writer(key, version) {
    return this.#writers.get(key)?.[version - 1];
  }

  keys() {
    return [...this.#writers.keys()];
  }
}

const delay = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** `memory.ttl` of the processes that have memory. */
export const MEMORY_TTL_MS = 5000;

/** Within this time, a process with memory and a good connection has heard of a purge, on two cores that all share. */
const LONGEST_NEWS_MS = 2000;

/** How long a run of a method may take. A process without its store shares one among the requests that wait for it. */
const LONGEST_RUN_MS = 1500;

/** Knows what each response may be. */
export class Checker {
  violations = [];
  /** The complete purges of each key: when they were known to be complete, of which version, by which process. */
  #purges = new Map();
  /** The writes that clients were told of. */
  #acknowledged = [];
  /** Until when a process may not hear of purges. */
  #deaf = new Map();

  constructor(database, now = () => performance.now()) {
    this.database = database;
    this.now = now;
  }

  /** A client was told that its write is done, and whether the purge was complete. */
  written(key, writer, { version, isPurged }, response) {
    this.#acknowledged.push({ key, writer, version });
    if (!isPurged) return;
    const purges = this.#purges.get(key) ?? [];
    this.#purges.set(key, purges);
    purges.push({ at: this.now(), version, process: response?.headers['x-process'] });
  }

  /** The connection of a process is damaged; the returned function says that it is good again. */
  deafen(process) {
    this.#deaf.set(process, Infinity);
    return () => this.#deaf.set(process, this.now() + MEMORY_TTL_MS);
  }

  /**
   * A response with a version of a key.
   *
   * @param since When its request began.
   */
  read(key, version, since, response, isEmbedded = false) {
    const floor = this.#floor(key, since, response, isEmbedded);
    if (!Number.isInteger(version)) this.report('broken', key, response);
    else if (version < floor) this.report('stale', `${key} ${version} < ${floor}`, response);
    else if (version > this.database.now(key)) this.report('invented', key, response);
  }

  /** The oldest version that a response may have. */
  #floor(key, since, { headers }, isEmbedded) {
    const process = headers['x-process'];
    const status = headers['cache-status'] ?? '';
    const isShared = isEmbedded || (status.includes('collapsed') && !status.includes('stored'));
    const isDeaf = (this.#deaf.get(process) ?? -Infinity) > since;
    const newsMs = isDeaf ? MEMORY_TTL_MS : LONGEST_NEWS_MS;
    const oldMs = Math.max(
      headers['x-memory'] === 'yes' ? newsMs : 0,
      isShared ? LONGEST_RUN_MS : 0,
    );
    let floor = 0;
    for (const purge of this.#purges.get(key) ?? []) {
      // The process that purges is immediate.
      const age = purge.process === process && !isEmbedded ? 0 : oldMs;
      if (purge.at <= since - age) floor = Math.max(floor, purge.version);
    }
    return floor;
  }

  /** A body is of the build of the process that has sent it. */
  build({ build }, response) {
    if (String(build) !== response.headers['x-build']) this.report('other build', build, response);
  }

  /** A write that a client was told of is in the database, as the client has sent it. */
  lostWrites() {
    for (const { key, writer, version } of this.#acknowledged) {
      if (this.database.writer(key, version) !== writer)
        this.report('lost write', `${key} ${writer}`);
    }
  }

  report(kind, detail, response) {
    const { status, headers, text } = response ?? {};
    const cache = headers?.['cache-status'];
    const process = headers?.['x-process'];
    this.violations.push({ kind, detail, process, status, cache, text: text?.slice(0, 200) });
  }
}

/** For two cores that all processes share; what hangs takes longer. */
const LONGEST_MS = 20_000;

/** Where half of the requests take longer, the machine is too slow, and the limit grows with them. */
const USUAL_MS = 50;

/** Finds requests that hang. */
export class HangDetector {
  #all = [];
  #long = [];

  add(took, name, response) {
    this.#all.push(took);
    if (took > LONGEST_MS) this.#long.push({ took, name, response });
  }

  report(checker) {
    const usual = this.#all.sort((one, other) => one - other)[this.#all.length >> 1];
    const limit = LONGEST_MS * Math.max(1, usual / USUAL_MS);
    for (const { took, name, response } of this.#long)
      if (took > limit) checker.report('slow', `${name} ${Math.round(took)} ms`, response);
  }
}
