import { accessSync, constants, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { InvalidArgumentException } from '../../diagnostics/invalid-argument.exception.js';
import { BYTE_SIZE_FORM, parseByteSize, type ByteSize } from '../../model/files/byte-size.js';
import type { UploadSettings } from '../../platform/uploads/upload-settings.js';
import type { RestUploadsOptions } from '../options/rest-uploads-options.js';

const DEFAULT_FILE_SIZE = '10 MiB';
const DEFAULT_MEMORY = '1 MiB';
/** PHP's `max_file_uploads` and `max_input_vars`. */
const DEFAULT_FILES = 20;
const DEFAULT_FIELDS = 1000;

/**
 * The options of `forRoot({ uploads })` with their defaults.
 *
 * @throws InvalidArgumentException where one is no size or no count, or where files cannot be created in the
 *   folder.
 */
export function uploadSettingsOf(
  options: RestUploadsOptions,
): Omit<UploadSettings, 'bodyLimit' | 'detect'> {
  const { maxFileSize, maxFiles, maxFields, memoryLimit, folder } = options;
  return {
    maxFileSize: bytes('maxFileSize', maxFileSize ?? DEFAULT_FILE_SIZE),
    maxFiles: count('maxFiles', maxFiles ?? DEFAULT_FILES),
    maxFields: count('maxFields', maxFields ?? DEFAULT_FIELDS),
    memoryLimit: bytes('memoryLimit', memoryLimit ?? DEFAULT_MEMORY),
    folder: folder === undefined ? tmpdir() : folderOf(folder),
  };
}

function bytes(name: string, value: ByteSize): number {
  return parseByteSize(value) ?? reject(name, BYTE_SIZE_FORM, value);
}

function count(name: string, value: unknown): number {
  const isCount = typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
  return isCount ? value : reject(name, 'a whole number above zero', value);
}

/** Once, at startup: a folder that is missing would fail the first large upload only. */
function folderOf(folder: string): string {
  try {
    accessSync(folder, constants.W_OK);
    if (statSync(folder).isDirectory()) return folder;
  } catch {
    // Reported below, like a path that is no folder.
  }
  return reject('folder', 'a folder that exists and can be written', folder);
}

function reject(name: string, expected: string, value: unknown): never {
  const received = typeof value === 'number' ? String(value) : JSON.stringify(value);
  throw new InvalidArgumentException(
    `RestModule: uploads.${name} is ${expected}, not ${received}.`,
  );
}
