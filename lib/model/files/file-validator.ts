import type { Violation } from '../../schema/messages/violation.js';
import { INVALID, type Validator } from '../../schema/schema.js';
import { UploadedFile } from '../request/uploaded-file.js';
import type { FileLimits } from './file-limits.js';

/** Checks how many files a request has for a parameter. One file is a list of one, as in WordPress. */
export function fileValidator(limits: FileLimits): Validator {
  return {
    parse: (value) => {
      if (!limits.isList) return value instanceof UploadedFile ? value : INVALID;
      const files = filesIn(value);
      return files === undefined || isOutside(files.length, limits) ? INVALID : [...files];
    },
    explain: (value, name) =>
      limits.isList ? listViolation(filesIn(value), limits, name) : notOneFile(name),
  };
}

/** The files of a value; `undefined` where it is, or holds, anything else. */
function filesIn(value: unknown): readonly UploadedFile[] | undefined {
  if (value instanceof UploadedFile) return [value];
  return Array.isArray(value) && value.every(isFile) ? value : undefined;
}

function isFile(value: unknown): value is UploadedFile {
  return value instanceof UploadedFile;
}

function isOutside(count: number, { minItems = 0, maxItems = Infinity }: FileLimits): boolean {
  return count < minItems || count > maxItems;
}

function listViolation(
  files: readonly UploadedFile[] | undefined,
  { minItems, maxItems }: FileLimits,
  name: string,
): Violation {
  if (files === undefined) {
    return { code: 'rest_invalid_type', message: `${name} must be a list of files.` };
  }
  const isTooFew = minItems !== undefined && files.length < minItems;
  return isTooFew
    ? { code: 'rest_too_few_items', message: `${name} must have at least ${counted(minItems)}.` }
    : {
        code: 'rest_too_many_items',
        message: `${name} must have at most ${counted(maxItems ?? 0)}.`,
      };
}

function notOneFile(name: string): Violation {
  return { code: 'rest_invalid_type', message: `${name} must be one file.` };
}

function counted(count: number): string {
  return `${count} file${count === 1 ? '' : 's'}`;
}
