import { randomUUID } from 'node:crypto';
import { chmod, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Writes a file so that others see it completely or not at all. `write` fills a temporary file in the same folder,
 * because only within one file system a file is renamed in one operation. As `node:fs` does, it follows a symbolic
 * link, and keeps the mode of an existing file.
 */
export async function writeWhole(
  path: string,
  write: (temporary: string) => Promise<void>,
): Promise<void> {
  const place = await unlessMissing(realpath(path), path);
  const mode = await modeOf(place);
  const temporary = join(dirname(place), `.${basename(place).slice(0, 64)}.${randomUUID()}.part`);
  try {
    // Only the owner can read it until it has its mode: the existing file may be as secret.
    if (mode !== undefined) await (await open(temporary, 'wx', 0o600)).close();
    await write(temporary);
    if (mode !== undefined) await chmod(temporary, mode);
    await rename(temporary, place);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function modeOf(path: string): Promise<number | undefined> {
  const stats = await unlessMissing(stat(path), undefined);
  return stats?.isFile() === true ? stats.mode & 0o7777 : undefined;
}

async function unlessMissing<Value, Otherwise>(
  reading: Promise<Value>,
  otherwise: Otherwise,
): Promise<Value | Otherwise> {
  try {
    return await reading;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return otherwise;
    throw error;
  }
}
