import { createHash } from 'node:crypto';

const LENGTH = 16;

/** A hash of the texts of source files. Line ends do not count: Git may change them. */
export function sourceHash(texts: readonly string[]): string {
  const lines = texts.map((text) => text.replaceAll('\r\n', '\n'));
  return createHash('sha256').update(JSON.stringify(lines)).digest('hex').slice(0, LENGTH);
}
