/**
 * Runs eight processes behind nginx with one Redis, then with a Cluster of three, under load, while parts of it
 * fail; checks every response, and prints a table. Ends with 1 where anything was wrong.
 *
 *   npm run test:extra -- soak                          # 30 minutes
 *   MINUTES=2 SEED=7 npm run test:extra -- soak         # the seed gives the same traffic and faults
 *   STORES=redis RATE=200 PLOTS=folder npm run test:extra -- soak
 *   PROCESSES=4 FAULTS=half-open,cut-off npm run test:extra -- soak
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Checker, Database, HangDetector, MEMORY_TTL_MS, randomFrom, shuffled } from './model.mjs';
import { plot, quantile, table } from './report.mjs';
import { pause, removeFolder, temporaryFolder } from './processes.mjs';
import { Replica } from './replica.mjs';
import { DamagedNetwork, RedisNodes, startNginx } from './servers.mjs';
import { bodyOf, createClient, trafficOf } from './traffic.mjs';

const { MINUTES = '30', SEED, STORES = 'redis,cluster', RATE = '500' } = process.env;
const { PLOTS, LOUD, FAULTS, READ_MS = '2' } = process.env;
const seed = SEED === undefined ? Math.floor(Math.random() * 1e9) : Number(SEED);
const stores = STORES.split(',');
const phaseMs = (Number(MINUTES) * 60_000) / stores.length;
const PROCESSES = Number(process.env.PROCESSES ?? 8);
/** These two live through a phase: one with a wrong clock. */
const STEADY = 2;
/** The connections of these two to the store are damaged, one with memory and one without. */
const DAMAGED = [2, 3];
/** Longer than `memory.ttl`. */
const DAMAGED_MS = 9000;
const TICK_MS = 10;
/** A machine that is too slow for the rate gets fewer requests, not a queue that grows. */
const MOST_UNDER_WAY = 200;

/** Counts by name. */
const counter = () => {
  const counts = {};
  return { counts, add: (name) => (counts[name] = (counts[name] ?? 0) + 1) };
};

/** Traffic and faults have generators of their own: how they interleave does not change either. */
async function phase(kind) {
  const random = randomFrom(seed);
  const chance = randomFrom(seed + 1);
  const redis = await RedisNodes.start(kind);
  const database = new Database(Number(READ_MS));
  const networks = new Map();
  for (const at of DAMAGED) networks.set(at, await DamagedNetwork.start(redis.urls));
  const checker = new Checker(database);
  const [folder, sockets] = [temporaryFolder(), temporaryFolder()];
  const replicas = Array.from({ length: PROCESSES }, (_, at) => {
    const settings = {
      socket: join(sockets, `${at}.sock`),
      name: String(at),
      hasMemory: at % 3 !== 0,
      urls: networks.get(at)?.urls ?? redis.urls,
      nodeAddressMap: networks.get(at)?.nodeAddressMap,
      skewMs: at === 1 ? 60_000 : 0,
      folder,
      adapter: at % 2 === 0 ? 'fastify' : 'express',
      isLoud: LOUD !== undefined,
    };
    return new Replica(settings, database, (description) => checker.report('crash', description));
  });
  await Promise.all(replicas.map((replica, at) => replica.start(1 + (at % 2))));
  const nginx = await startNginx(replicas.map(({ settings }) => settings.socket));
  const client = createClient(nginx.socket);
  const run = new Run({ client, checker, random, chance, replicas, redis, networks });
  await run.load();
  await run.settle();
  client.close();
  await nginx.stop();
  const leaks = await run.leaks(folder);
  checker.lostWrites();
  const result = { kind, checker, leaks, ...run.result() };
  for (const replica of replicas) await replica.stop();
  for (const network of networks.values()) await network.stop();
  await redis.stop();
  removeFolder(folder);
  removeFolder(sockets);
  return result;
}

class Run {
  #parts;
  #traffic;
  #since = performance.now();
  #underWay = new Set();
  #seconds = [];
  #samples = [];
  #faultTimes = [];
  /** When a process was killed, and when its successor was ready. */
  #kills = [];
  #interrupted = 0;
  #unsent = 0;
  #hangs = new HangDetector();
  #kinds = counter();
  #faults = counter();
  #outcomes = counter();
  #purges = counter();

  constructor(parts) {
    this.#parts = parts;
    const { client, checker, random } = parts;
    this.#traffic = trafficOf({ request: client.request, checker, random });
  }

  get #now() {
    return (performance.now() - this.#since) / 1000;
  }

  async load() {
    const faults = this.#causeFaults();
    const sampling = setInterval(() => void this.#sample(), Math.max(1000, phaseMs / 60));
    const perTick = (Number(RATE) * TICK_MS) / 1000;
    let owed = 0;
    const end = performance.now() + phaseMs;
    let before = performance.now();
    while (performance.now() < end) {
      await pause(TICK_MS);
      const now = performance.now();
      owed += (perTick * (now - before)) / TICK_MS;
      before = now;
      for (; owed >= 1; owed--) {
        if (this.#underWay.size < MOST_UNDER_WAY) this.#send();
        else this.#unsent++;
      }
    }
    clearInterval(sampling);
    await faults;
    await Promise.all(this.#underWay);
    this.#hangs.report(this.#parts.checker);
  }

  /** After the faults, every process responds with the newest version of everything. */
  async settle() {
    const { checker, client, replicas } = this.#parts;
    await pause(1500);
    for (const key of this.#parts.checker.database.keys()) {
      const [kind, id] = key.split(':');
      const path = { item: `/items/${id}`, category: `/categories/${id}`, mine: '/mine' }[kind];
      const user = kind === 'mine' ? id : '1';
      for (let attempt = 0; ; attempt++) {
        const { response } = await this.#traffic.write(key, path, user);
        if (bodyOf(response)?.isPurged === true) break;
        if (attempt === 20) checker.report('no complete purge', key, response);
        if (attempt === 20) break;
        await pause(250);
      }
      for (const replica of replicas) await this.#expectNewest(key, path, user, replica);
    }
  }

  /** At once where the process reads from the store, within `memory.ttl` where it has memory in front of it. */
  async #expectNewest(key, path, user, { settings, version }) {
    const { checker, client } = this.#parts;
    const end = performance.now() + (settings.hasMemory ? MEMORY_TTL_MS : 0);
    for (;;) {
      const from = performance.now();
      const options = { headers: { 'x-user': user }, to: settings.socket };
      const response = await client.request('GET', `/api/soak/v1${path}`, options);
      const body = bodyOf(response);
      if (body?.build !== version) checker.report('other build', key, response);
      if (body?.version === checker.database.now(key)) return;
      if (from >= end) return checker.report('not newest', key, response);
      await pause(10);
    }
  }

  /** What processes hold at the end that they did not hold before the first request. */
  async leaks(folder) {
    await pause(6000);
    const leaks = readdirSync(folder).map((name) => `file ${name}`);
    for (const [at, replica] of this.#parts.replicas.entries()) {
      const { before } = replica;
      const after = await replica.holdings();
      if (before === undefined || after === undefined) {
        leaks.push(`process ${at} is not there`);
        continue;
      }
      for (const name of ['descriptors', 'timers', 'listeners']) {
        const more = after[name] - before[name];
        if (more > 2) leaks.push(`process ${at}: ${more} ${name}`);
      }
    }
    const [third, fourth] = this.#heaps();
    if (fourth > third * 1.1 + 3) leaks.push(`heap from ${third} to ${fourth} MiB`);
    for (const leak of leaks) this.#parts.checker.report('left behind', leak);
    return leaks;
  }

  result() {
    const all = this.#seconds.flatMap(({ latencies }) => latencies);
    const [third, fourth] = this.#heaps();
    return {
      counts: this.#kinds.counts,
      unsent: this.#unsent,
      faults: this.#faults.counts,
      outcomes: this.#outcomes.counts,
      purges: this.#purges.counts,
      memory: `${third.toFixed(1)}, ${fourth.toFixed(1)}`,
      latencies: {
        p50: quantile(all, 0.5),
        p99: quantile(all, 0.99),
        most: quantile(all, 1),
        interrupted: this.#interrupted,
      },
      seconds: this.#seconds.filter((one) => one !== undefined),
      samples: this.#samples,
      faultTimes: this.#faultTimes,
    };
  }

  #send() {
    const name = String(this.#traffic.next());
    const from = performance.now();
    const sent = this.#traffic.run(name).then(({ response }) => {
      const took = performance.now() - from;
      this.#kinds.add(name);
      const second = Math.floor(this.#now);
      (this.#seconds[second] ??= { at: second, latencies: [] }).latencies.push(took);
      this.#hangs.add(took, name, response);
      if ([0, 502, 503, 504].includes(response.status)) this.#interrupt(name, from, response);
      this.#count(response);
    });
    this.#underWay.add(sent);
    void sent.finally(() => this.#underWay.delete(sent));
  }

  #interrupt(name, from, response) {
    this.#interrupted++;
    const isKill = this.#kills.some(
      ({ start, end = Infinity }) => from <= end && start <= performance.now(),
    );
    if (!isKill) this.#parts.checker.report('interrupted', name, response);
  }

  #count({ headers, text }) {
    const status = headers['cache-status'];
    if (status !== undefined) this.#outcomes.add(/; (hit|fwd=[\w-]+)/.exec(status)?.[1] ?? status);
    const purged = /"isPurged":(true|false)/.exec(text)?.[1];
    if (purged !== undefined) this.#purges.add(purged === 'true' ? 'complete' : 'incomplete');
  }

  /** Every kind of fault in each round, in an order of the seed; kills are the most frequent. */
  async #causeFaults() {
    const { chance, checker, redis, replicas, networks } = this.#parts;
    const victim = () => replicas[STEADY + Math.floor(chance() * (PROCESSES - STEADY))];
    const kill = async () => {
      const replica = victim();
      const times = { start: performance.now() };
      this.#kills.push(times);
      await replica.replace(3 - replica.version);
      times.end = performance.now();
    };
    const node = () => Math.floor(chance() * 3);
    const damage = (how) => async () => {
      const at = DAMAGED[Math.floor(chance() * DAMAGED.length)];
      const heal = checker.deafen(String(at));
      await networks.get(at).damage(how, DAMAGED_MS);
      heal();
    };
    const faults = {
      kill,
      'kill again': kill,
      pause: () => redis.pause(node(), 1500),
      restart: () => redis.restart(node()),
      empty: () => redis.empty(),
      garbage: () => redis.spoil(),
      'half-open': damage((proxy) => proxy.forget()),
      'cut-off': damage((proxy) => proxy.cut()),
      // Its memory is all that it sends from: no operation of the store fails.
      mute: damage((proxy) => proxy.mute()),
      // Below the time limit of the store, and above.
      delayed: damage((proxy) => proxy.delay(60)),
      'delayed long': damage((proxy) => proxy.delay(1500)),
    };
    const names = FAULTS === undefined ? Object.keys(faults) : FAULTS.split(',');
    const gap = Math.min(15_000, phaseMs / (names.length + 2));
    const end = performance.now() + phaseMs - gap;
    let round = [];
    await pause(gap / 2);
    while (performance.now() < end) {
      if (round.length === 0) round = shuffled(names, chance);
      const name = round.pop();
      this.#faultTimes.push({ at: this.#now, name });
      this.#faults.add(name);
      const from = performance.now();
      await faults[name]();
      await pause(Math.max(0, gap - (performance.now() - from)));
    }
  }

  async #sample() {
    const steady = this.#parts.replicas.slice(0, STEADY);
    const held = await Promise.all(steady.map((replica) => replica.holdings()));
    if (held.includes(undefined)) return;
    const heap = held.reduce((sum, one) => sum + one.heap, 0);
    this.#samples.push({ at: this.#now, heap });
  }

  #heaps() {
    const quarter = Math.floor(this.#samples.length / 4);
    const heaps = this.#samples.map(({ heap }) => heap / 1_048_576);
    return [heaps.slice(2 * quarter, 3 * quarter), heaps.slice(3 * quarter)].map((part) =>
      quantile(part, 0.5),
    );
  }
}

const missing = ['redis-server', 'redis-cli', 'nginx'].filter(
  (name) => spawnSync('which', [name]).status !== 0,
);
if (missing.length > 0) {
  console.log(`SKIPPED: the soak needs ${missing.join(', ')} on the path.`);
  process.exit(0);
}
console.log(`seed ${seed}, ${MINUTES} minutes, ${RATE} requests a second, Node ${process.version}`);
let isFaulty = false;
for (const kind of stores) {
  const result = await phase(kind);
  console.log(`\n${table(result)}`);
  for (const violation of result.checker.violations.slice(0, 20))
    console.log(JSON.stringify(violation));
  isFaulty ||= result.checker.violations.length > 0;
  if (PLOTS !== undefined) {
    mkdirSync(PLOTS, { recursive: true });
    writeFileSync(join(PLOTS, `soak-${kind}.svg`), plot(result));
  }
}
process.exit(isFaulty ? 1 : 0);
