import { Buffer } from 'node:buffer';
import type { FileContent } from '../../../model/request/file-content.js';
import { memoryContent } from '../../../model/request/memory-content.js';
import type { MemoryBudget } from './memory-budget.js';
import { TemporaryFile } from './temporary-file.js';

/** A file that was stored. */
export interface StoredFile {
  readonly size: number;
  readonly content: FileContent;
}

/** The files of one request: in memory while its budget lasts, then in temporary files. */
export class UploadStore {
  readonly #folder: string;
  readonly #memory: MemoryBudget;
  readonly #files: TemporaryFile[] = [];
  #isReleased = false;

  constructor(folder: string, memory: MemoryBudget) {
    this.#folder = folder;
    this.#memory = memory;
  }

  /** Stores the chunks of a file; `next` returns `undefined` at its end. */
  async store(next: () => Promise<Buffer | undefined>): Promise<StoredFile> {
    const chunks: Buffer[] = [];
    for (let chunk = await next(); chunk !== undefined; chunk = await next()) {
      if (this.#isReleased) throw new Error('The request was released while its files were read.');
      if (!this.#memory.take(chunk.length)) return this.#storeInFile([...chunks, chunk], next);
      chunks.push(chunk);
    }
    const bytes = Buffer.concat(chunks);
    return { size: bytes.length, content: memoryContent(bytes) };
  }

  /** Closes the temporary files, and returns the memory. */
  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    for (const file of this.#files) file.close();
    this.#memory.give(this.#memory.held);
  }

  async #storeInFile(
    chunks: readonly Buffer[],
    next: () => Promise<Buffer | undefined>,
  ): Promise<StoredFile> {
    const file = new TemporaryFile(this.#folder);
    this.#files.push(file);
    // All of them but the last, which did not fit. Before anything is waited for: see `release`.
    this.#memory.give(chunks.slice(0, -1).reduce((bytes, { length }) => bytes + length, 0));
    for (const chunk of chunks) await file.append(chunk);
    for (let chunk = await next(); chunk !== undefined; chunk = await next()) {
      await file.append(chunk);
    }
    return { size: file.size, content: file };
  }
}
