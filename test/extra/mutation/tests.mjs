import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const SESSION = fileURLToPath(new URL('session.mjs', import.meta.url));

/** The processes that run, with their own. */
const running = new Set();

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => {
    for (const child of running) end(child);
    process.exit(1);
  });
}

/** The tests of some projects, in a folder, which run as often as they are asked for. */
export class Tests {
  #folder;
  #projects;
  #limit;
  #session;
  /** What was changed for the last run, and is as before now. */
  #restored = [];

  /** @param limit The milliseconds after which a run counts as one that never ends: a fault may make an endless loop. */
  constructor(folder, projects, limit) {
    this.#folder = folder;
    this.#projects = projects;
    this.#limit = limit;
  }

  /** All files of tests, by their absolute paths. */
  async files() {
    return (await this.#started()).files;
  }

  /** The tests of files that fail after files of sources have changed; only the first with `bail`. */
  async failures(changed, files, { bail = 0 } = {}) {
    const { child, ended } = await this.#started();
    child.send({ changed: [...this.#restored, ...changed], files, bail });
    this.#restored = changed;
    let timer;
    const late = new Promise((resolve) => {
      timer = setTimeout(() => resolve('It did not end.'), this.#limit);
    });
    const outcome = await Promise.race([
      once(child, 'message').then(([{ failed }]) => failed),
      ended.then(() => 'The process of the tests ended.'),
      late,
    ]);
    clearTimeout(timer);
    if (typeof outcome !== 'string') return outcome;
    this.close();
    return [{ file: '', title: outcome }];
  }

  /** The next run begins anew, with the sources as they are. */
  close() {
    if (this.#session !== undefined) end(this.#session.child);
    this.#session = undefined;
    this.#restored = [];
  }

  async #started() {
    if (this.#session !== undefined) return this.#session;
    const child = fork(SESSION, this.#projects, {
      cwd: this.#folder,
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: { ...process.env, NO_COLOR: '1' },
    });
    running.add(child);
    const ended = once(child, 'exit');
    const first = await Promise.race([once(child, 'message'), ended.then(() => [])]);
    if (first.length === 0) throw new Error('The tests do not start.');
    this.#session = { child, ended, files: first[0].files };
    return this.#session;
  }
}

function end(child) {
  running.delete(child);
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch (error) {
    // It has just ended.
    if (error.code !== 'ESRCH') throw error;
  }
}
