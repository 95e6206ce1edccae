import { readQuantity } from './duration.js';

const UNITS = {
  B: 1,
  kB: 1000,
  KB: 1000,
  MB: 1000 ** 2,
  GB: 1000 ** 3,
  KiB: 1024,
  MiB: 1024 ** 2,
  GiB: 1024 ** 3,
} as const;
const BYTE_SIZE = /^(\d{1,15}(?:\.\d{1,3})?) ?([kKMG]?i?B)$/;

/** A number of bytes, or a text with its unit: `'512 KiB' '10 MiB' '1.5 GB'`; `KiB` is 1024, `kB` 1000. */
export type ByteSize = number | `${number}${'' | ' '}${keyof typeof UNITS}`;

export const BYTE_SIZE_FORM = 'bytes as a positive integer, or a text like "512 KiB" or "10 MiB"';

/**
 * Bytes of a size; `undefined` if it is not a size, or less than one byte.
 *
 * @example
 * parseByteSize('10 MiB'); // 10485760
 * parseByteSize('10'); // undefined
 */
export function parseByteSize(value: unknown): number | undefined {
  const bytes = typeof value === 'string' ? readQuantity(value, BYTE_SIZE, UNITS) : value;
  return Number.isSafeInteger(bytes) && Number(bytes) > 0 ? Number(bytes) : undefined;
}

/** Limits the files of a parameter of the type `UploadedFile` or `UploadedFile[]`. */
export interface FileOptions {
  /**
   * The maximum size of each file in bytes: a number, or a text with a unit, `'512 KiB'` or `'10 MiB'`. Larger files
   * are rejected with 413. By default, `maxFileSize` of `forRoot({ uploads })`.
   */
  readonly maxSize?: ByteSize;
  /**
   * The media types that are accepted, checked by the content of the file: `['image/png', 'image/*']`.
   * Others are rejected with 415. Any by default.
   */
  readonly mediaTypes?: readonly string[];
}

/** The limits that a file parameter states. */
export interface FileLimits {
  /** Whether the parameter receives a list of files. */
  readonly isList: boolean;
  /** In bytes, of each file. */
  readonly maxSize?: number | undefined;
  /** Media types and ranges like `image/*`, in lower case. */
  readonly mediaTypes?: readonly string[] | undefined;
  readonly minItems?: number | undefined;
  readonly maxItems?: number | undefined;
}

/** A type and a subtype. @see RFC 6838, 4.2 */
const MEDIA_RANGE =
  /^[A-Za-z\d][A-Za-z\d!#$&^_.+-]{0,126}\/(?:\*|[A-Za-z\d][A-Za-z\d!#$&^_.+-]{0,126})$/;

export const MEDIA_RANGE_FORM = 'media types like "image/png", or "image/*" for all images';

/** A media type or `type/*`, in lower case; `undefined` for anything else. */
export function parseMediaRange(value: unknown): string | undefined {
  return typeof value === 'string' && MEDIA_RANGE.test(value) ? value.toLowerCase() : undefined;
}

/** @param ranges As `parseMediaRange` made them. */
export function isInMediaRanges(mediaType: string, ranges: readonly string[]): boolean {
  const [type = ''] = mediaType.split('/');
  return ranges.some((range) => range === mediaType || range === `${type}/*`);
}
