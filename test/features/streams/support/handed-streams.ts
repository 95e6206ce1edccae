import {
  createReadStream,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import type { Readable } from 'node:stream';

/** Streams over a real file, which know which of them were handed out. */
export class HandedStreams {
  readonly #folder = mkdtempSync(join(tmpdir(), 'rest-streams-'));
  readonly #file = join(this.#folder, 'file.bin');
  #all: Readable[] = [];

  constructor(size: number) {
    writeFileSync(this.#file, Buffer.alloc(size, 'x'));
  }

  get count(): number {
    return this.#all.length;
  }

  /** Opens the file. */
  open(): Readable {
    return this.keep(createReadStream(this.#file));
  }

  /** A file that is not there. */
  missing(): Readable {
    return this.keep(createReadStream(join(this.#folder, 'missing.bin')));
  }

  keep<T extends Readable>(stream: T): T {
    this.#all.push(stream);
    return stream;
  }

  /** Waits until every stream has closed; a stream that leaks never does, and the test times out. */
  async allClosed(): Promise<void> {
    await Promise.all(
      this.#all.map((stream) => (stream.closed ? undefined : once(stream, 'close').catch(() => 0))),
    );
    await Promise.all(this.#all.map((stream) => stream.closed || once(stream, 'close')));
  }

  /** How many descriptors of this process are open on the file; of Linux, elsewhere none are seen. */
  openDescriptors(): number {
    if (process.platform !== 'linux') return 0;
    return readdirSync('/proc/self/fd').filter((name) => this.#isOurs(name)).length;
  }

  forget(): void {
    this.#all = [];
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #isOurs(descriptor: string): boolean {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`).startsWith(this.#folder);
    } catch {
      return false; // closed since it was listed
    }
  }
}
