import { fork } from 'node:child_process';
import { cpSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isRunning, kill, temporaryFolder, watch } from './processes.mjs';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** The application with a copy of the build: another build may replace the original while processes start. */
function copyApplication() {
  const folder = temporaryFolder();
  for (const path of ['package.json', 'dist', 'test/extra/soak'])
    cpSync(join(ROOT, path), join(folder, path), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  plant(folder);
  return join(folder, 'test/extra/soak/application.mjs');
}

/** Puts a fault into the copy: `PLANTED` is the list of what to replace, each once. See planted.mjs. */
function plant(folder) {
  const chunks = readdirSync(join(folder, 'dist/chunks')).map((name) =>
    join(folder, 'dist/chunks', name),
  );
  for (const [text, fault] of JSON.parse(process.env.PLANTED ?? '[]')) {
    const found = chunks.filter((path) => readFileSync(path, 'utf8').includes(text));
    if (found.length !== 1) throw new Error(`${found.length} files of the build have: ${text}`);
    writeFileSync(found[0], readFileSync(found[0], 'utf8').replace(text, fault));
  }
}

const SCRIPT = copyApplication();

/** How long a start may take, on two cores that all processes share. */
const LONGEST_START_MS = 60_000;

/** One process of the application, which may be killed and replaced by another version. */
export class Replica {
  /** What it held before the first request. */
  before;
  #asked = new Map();
  #lastAsk = 0;
  #onCrash;

  /** @param onCrash Told of a process that ends by itself. */
  constructor(settings, database, onCrash) {
    this.settings = settings;
    this.database = database;
    this.#onCrash = onCrash;
  }

  async start(version) {
    this.version = version;
    // A process that was killed leaves its socket behind.
    rmSync(this.settings.socket, { force: true });
    const child = watch(
      fork(SCRIPT, [JSON.stringify({ ...this.settings, version })], {
        execArgv: ['--expose-gc'],
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      }),
    );
    this.child = child;
    // An outage that is caused on purpose is logged by every process.
    child.stderr.on('data', (data) => this.settings.isLoud && process.stderr.write(data));
    child.on('message', (message) => this.#receive(child, message));
    await this.#ready(child);
    child.once('exit', () => this.#ended(child));
    this.before = await this.holdings();
  }

  #ready(child) {
    const name = `version ${this.version} on ${this.settings.adapter}`;
    const since = performance.now();
    const after = () => `after ${Math.round(performance.now() - since)} ms`;
    return new Promise((resolve, reject) => {
      const fail = (what) => reject(new Error(child.describe(`${name} ${what} ${after()}`)));
      const limit = setTimeout(() => fail('is not ready'), LONGEST_START_MS);
      // `close` comes when its last words are read, `exit` may come before.
      const onClose = () => fail('ended before it was ready');
      child.once('close', onClose);
      child.on('message', ({ isReady }) => {
        if (!isReady) return;
        clearTimeout(limit);
        child.off('close', onClose);
        resolve();
      });
    });
  }

  #ended(child) {
    for (const reply of this.#asked.values()) reply(undefined);
    this.#asked.clear();
    if (child.isExpectedToEnd !== true)
      this.#onCrash(child.describe(`version ${this.version} on ${this.settings.adapter} crashed`));
  }

  /** Kills it, and starts another version in its place. */
  async replace(version) {
    await this.stop();
    await this.start(version);
  }

  /** `undefined` where the process ends before it replies. */
  holdings() {
    const ask = ++this.#lastAsk;
    return new Promise((resolve) => {
      if (!isRunning(this.child) || !this.child.connected) return resolve(undefined);
      this.#asked.set(ask, resolve);
      this.child.send({ ask }, () => undefined);
    });
  }

  async stop() {
    if (this.child === undefined) return;
    this.child.isExpectedToEnd = true;
    await kill(this.child);
  }

  #receive(child, { id, operation, key, writer, held, holdings }) {
    if (held !== undefined) {
      this.#asked.get(held)?.(holdings);
      this.#asked.delete(held);
      return;
    }
    if (operation === undefined) return;
    void this.database[operation](key, writer).then((value) => {
      if (child.connected) child.send({ id, value }, () => undefined);
    });
  }
}
