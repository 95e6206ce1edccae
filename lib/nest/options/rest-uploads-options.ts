import type { ByteSize } from '../../model/files/byte-size.js';

/** How forms with files are read: `RestModule.forRoot({ uploads })`. Sizes are bytes or `'10 MiB'`. */
export interface RestUploadsOptions {
  /** The most bytes of one file; `'10 MiB'` by default. `@Param({ maxSize })` may state less. */
  readonly maxFileSize?: ByteSize;
  /** The most files of one request, also those that no parameter expects; 20 by default, as in PHP. */
  readonly maxFiles?: number;
  /** The most fields of one request; 1,000 by default, as in PHP. */
  readonly maxFields?: number;
  /**
   * The most memory that the small files of one request take; `'1 MiB'` by default. The next file, or what
   * comes of this one, goes to a temporary file. All requests together take at most 64 times as much.
   */
  readonly memoryLimit?: ByteSize;
  /** Where temporary files are created; `os.tmpdir()` by default. It must exist. */
  readonly folder?: string;
}
