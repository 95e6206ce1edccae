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

  async read(key) {
    await delay(2);
    return this.now(key);
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

/** Knows what each response may be. */
export class Checker {
  violations = [];
  /** The newest version of each key whose purge was complete. */
  #purged = new Map();
  /** The writes that clients were told of. */
  #acknowledged = [];

  constructor(database) {
    this.database = database;
  }

  /** The oldest version that a response to a request that begins now may have. */
  floor(key) {
    return this.#purged.get(key) ?? 0;
  }

  /** A client was told that its write is done, and whether the purge was complete. */
  written(key, writer, { version, isPurged }) {
    this.#acknowledged.push({ key, writer, version });
    if (isPurged) this.#purged.set(key, Math.max(version, this.floor(key)));
  }

  /** A response with a version of a key; `floor` is from before the request. */
  read(key, version, floor, response) {
    if (!Number.isInteger(version)) this.report('broken', key, response);
    else if (version < floor) this.report('stale', `${key} ${version} < ${floor}`, response);
    else if (version > this.database.now(key)) this.report('invented', key, response);
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
    this.violations.push({ kind, detail, status, cache, text: text?.slice(0, 200) });
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
