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
   * The media types that are accepted: `['image/png', 'image/*']`. Others are rejected with 415. The content of a file
   * decides on its type, if the package file-type can detect the type by content. Of other types, only those that are
   * listed by name are accepted, as the client states them. `'application/octet-stream'` accepts any file. Any by
   * default.
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

/** The type of bytes about which nothing is known. */
export const BINARY = 'application/octet-stream';

/** A form is read, and is never one of its own files. */
const FORM = 'multipart/form-data';

export const MEDIA_RANGE_FORM = `media types like "image/png", "image/*" for all images, or "${BINARY}" for any file`;

/** A media type or `type/*`, in lower case; `undefined` for anything else. */
export function parseMediaRange(value: unknown): string | undefined {
  if (typeof value !== 'string' || !MEDIA_RANGE.test(value)) return undefined;
  const range = value.toLowerCase();
  return range === FORM ? undefined : range;
}

/** @param ranges As `parseMediaRange` made them. */
export function isInMediaRanges(mediaType: string, ranges: readonly string[]): boolean {
  const [type = ''] = mediaType.split('/');
  return ranges.some((range) => range === mediaType || range === `${type}/*`);
}

/** Names of the same types: registered ones, older ones, and those of browsers, which differ by system. */
const SAME_TYPES: readonly (readonly string[])[] = [
  ['image/jpeg', 'image/jpg', 'image/pjpeg'],
  ['image/png', 'image/x-png'],
  ['image/bmp', 'image/x-bmp', 'image/x-ms-bmp'],
  ['image/x-icon', 'image/vnd.microsoft.icon'],
  ['audio/mpeg', 'audio/mp3'],
  ['audio/mp4', 'audio/x-m4a', 'audio/m4a'],
  ['audio/wav', 'audio/x-wav', 'audio/wave', 'audio/vnd.wave'],
  ['audio/flac', 'audio/x-flac'],
  ['audio/aac', 'audio/x-aac'],
  ['audio/aiff', 'audio/x-aiff'],
  ['audio/midi', 'audio/x-midi', 'audio/mid'],
  ['video/vnd.avi', 'video/x-msvideo', 'video/avi', 'video/msvideo'],
  ['video/matroska', 'video/x-matroska'],
  ['font/ttf', 'application/x-font-ttf'],
  ['font/otf', 'application/x-font-otf'],
  ['font/woff', 'application/font-woff'],
  ['text/vcard', 'text/x-vcard'],
  ['application/pdf', 'application/x-pdf'],
  ['application/xml', 'text/xml'],
  ['application/rtf', 'text/rtf'],
  ['application/zip', 'application/x-zip-compressed', 'application/x-zip'],
  ['application/gzip', 'application/x-gzip'],
  ['application/x-bzip2', 'application/x-bzip'],
  ['application/x-rar-compressed', 'application/vnd.rar', 'application/x-rar'],
  ['application/x-sqlite3', 'application/vnd.sqlite3'],
  ['application/x-msdownload', 'application/vnd.microsoft.portable-executable'],
];

const NAMES: ReadonlyMap<string, readonly string[]> = new Map(
  SAME_TYPES.flatMap((names) =>
    names.map((name) => [name, [name, ...names.filter((one) => one !== name)]]),
  ),
);

/** All names of a media type, itself first. */
export function mediaTypeNames(mediaType: string): readonly string[] {
  return NAMES.get(mediaType) ?? [mediaType];
}
