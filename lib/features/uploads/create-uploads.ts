import { InvalidArgumentException } from '../../diagnostics/invalid-argument.exception.js';
import { mediaTypeOf } from '../../lifecycle/messages/body.js';
import type { UploadPort } from './upload.step.js';
import { UploadReader } from './reading/upload-reader.js';
import type { RestUploadsOptions } from '../../nest/options/option-groups.js';
import { bytesOf, countOf, rejectOption } from '../../nest/options/option-values.js';
import { fieldsLimitOf } from '../../nest/options/settings.js';
import type { RestModuleOptions } from '../../nest/options/rest-options.js';
import { Buffer } from 'node:buffer';
import type { FileContent } from '../../routes/file-content.js';
import type { UploadSettings } from './reading/budgets.js';
import type { MediaTypeDetection } from './reading/media-types.js';
import { accessSync, constants, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { Route } from '../../routes/route.js';

const DEFAULT_FILE_SIZE = 10 * 1024 * 1024;

const DEFAULT_MEMORY = 1024 * 1024;

/** PHP's `max_file_uploads` and `max_input_vars`. */
const DEFAULT_FILES = 20;

const DEFAULT_FIELDS = 1000;

/** The bytes of a file that are inspected: signatures are at its beginning, and the work is limited. */
const SAMPLE_BYTES = 65_536;

/**
 * Opens the reader of the forms of an application.
 *
 * @throws InvalidArgumentException if an option is invalid, or the package file-type is missing.
 */
export async function createUploads(
  { uploads = {} }: RestModuleOptions,
  definitions: readonly Route[],
): Promise<UploadPort> {
  return new UploadReader({
    ...uploadSettingsOf(uploads),
    detection: await loadDetection(definitions),
  });
}

/**
 * Detects media types by content, with the package file-type; loaded only if a parameter states `mediaTypes`.
 *
 * @throws InvalidArgumentException if the package is needed and not installed.
 */
async function loadDetection(
  definitions: readonly Route[],
): Promise<MediaTypeDetection | undefined> {
  const route = definitions.find(({ checksFiles }) => checksFiles);
  if (route === undefined) return undefined;
  const { fileTypeFromBuffer, supportedMimeTypes } = await loadFileType(route);
  return {
    find: async (content) => (await fileTypeFromBuffer(await sampleOf(content)))?.mime,
    known: new Set([...supportedMimeTypes].map(mediaTypeOf)),
  };
}

async function sampleOf(content: FileContent): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of content.stream()) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size >= SAMPLE_BYTES) break;
  }
  return Buffer.concat(chunks, Math.min(size, SAMPLE_BYTES));
}

async function loadFileType({ handler }: Route): Promise<typeof import('file-type')> {
  try {
    return await import('file-type');
  } catch (cause) {
    throw new InvalidArgumentException(
      `${handler} states @Param({ mediaTypes }), which the package file-type checks by content: npm install file-type`,
      { cause },
    );
  }
}

/**
 * The options of `forRoot({ uploads })` with their defaults.
 *
 * @throws InvalidArgumentException if one is not a size or not a count, or if files cannot be created in the folder.
 */
function uploadSettingsOf(options: RestUploadsOptions): Omit<UploadSettings, 'detection'> {
  const { maxFileSize, maxFiles, maxFields, memoryLimit, folder } = options;
  return {
    maxFileSize: bytesOf('uploads.maxFileSize', maxFileSize, DEFAULT_FILE_SIZE),
    maxFiles: countOf('uploads.maxFiles', maxFiles ?? DEFAULT_FILES),
    maxFields: countOf('uploads.maxFields', maxFields ?? DEFAULT_FIELDS),
    maxFieldsSize: fieldsLimitOf(options),
    memoryLimit: bytesOf('uploads.memoryLimit', memoryLimit, DEFAULT_MEMORY),
    folder: folder === undefined ? tmpdir() : folderOf(folder),
  };
}

/** This is checked once, at startup: otherwise only the first large upload would fail because of a missing folder. */
function folderOf(folder: string): string {
  try {
    accessSync(folder, constants.W_OK);
    if (statSync(folder).isDirectory()) return folder;
  } catch {
    // The error is reported below, like that of a path that is not a folder.
  }
  return rejectOption('uploads.folder', 'a folder that exists and can be written', folder);
}
