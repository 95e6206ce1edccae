import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Writes a file so that others see it whole or not at all: `write` fills a temporary file beside the
 * path, because a file is renamed in one operation only within one file system.
 */
export async function writeWhole(
  path: string,
  write: (temporary: string) => Promise<void>,
): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path).slice(0, 64)}.${randomUUID()}.part`);
  try {
    await write(temporary);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
