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

/** The database of all processes: how often each key was written. */
export class Database {
  #versions = new Map();

  async read(key) {
    await delay(2);
    return this.now(key);
  }

  async write(key) {
    await delay(1);
    const version = this.now(key) + 1;
    this.#versions.set(key, version);
    return version;
  }

  now(key) {
    return this.#versions.get(key) ?? 0;
  }

  keys() {
    return [...this.#versions.keys()];
  }
}

const delay = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Knows what each response may be. */
export class Checker {
  violations = [];
  /** The newest version of each key whose purge was complete. */
  #purged = new Map();
  /** The newest version of each key that a client was told of. */
  #acknowledged = new Map();

  constructor(database) {
    this.database = database;
  }

  /** The oldest version that a response to a request that begins now may have. */
  floor(key) {
    return this.#purged.get(key) ?? 0;
  }

  /** A client was told that a write is done, and whether its purge was complete. */
  written(key, { version, isPurged }) {
    this.#acknowledged.set(key, Math.max(version, this.#acknowledged.get(key) ?? 0));
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

  lostWrites() {
    for (const [key, version] of this.#acknowledged) {
      if (this.database.now(key) < version) this.report('lost write', key);
    }
  }

  report(kind, detail, response) {
    const { status, headers, text } = response ?? {};
    const cache = headers?.['cache-status'];
    this.violations.push({ kind, detail, status, cache, text: text?.slice(0, 200) });
  }
}
