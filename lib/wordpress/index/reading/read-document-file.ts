import { open } from 'node:fs/promises';
import { InvalidArgumentException } from '../../../diagnostics/invalid-argument.exception.js';
import { tooLarge } from './read-bytes.js';
import { LARGEST_DOCUMENT } from './read-options.js';

const CHUNK = 1024 * 1024;

/**
 * Reads a file. The size that a file system states is not trusted: a pipe has none, and a device no end.
 *
 * @throws InvalidArgumentException where it cannot be read, or is larger than the limit.
 */
export async function readDocumentFile(path: string): Promise<Uint8Array> {
  try {
    return await readChunks(path);
  } catch (error) {
    if (error instanceof InvalidArgumentException) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'an error';
    const reason = code === 'ENOENT' ? 'there is no such file' : `reading failed with ${code}`;
    throw new InvalidArgumentException(`${path} cannot be read: ${reason}.`);
  }
}

async function readChunks(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const chunks: Uint8Array[] = [];
    for (let size = 0; ;) {
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(CHUNK), 0, CHUNK, null);
      if (bytesRead === 0) return Buffer.concat(chunks);
      size += bytesRead;
      if (size > LARGEST_DOCUMENT) throw tooLarge(path);
      chunks.push(buffer.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
}
