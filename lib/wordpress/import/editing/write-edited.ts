import type { ChangedFiles, FormatText } from '../project-files.js';

/**
 * Writes a file to which something was added. It is formatted where it was formatted before; any other
 * formatting is that of a person, and stays.
 */
export async function writeEdited(
  files: ChangedFiles,
  path: string,
  text: string,
  format: FormatText,
): Promise<void> {
  const before = files.read(path) ?? '';
  if (before === text) return;
  const isFormatted = (await format(path, before)) === before;
  files.write(path, isFormatted ? await format(path, text) : text);
}
