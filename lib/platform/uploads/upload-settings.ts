import type { FileContent } from '../../model/request/file-content.js';

/** Names a media type by the content of a file; `undefined` where no signature is known. */
export type DetectMediaType = (content: FileContent) => Promise<string | undefined>;

/** `forRoot({ uploads })`, checked. Sizes are in bytes. */
export interface UploadSettings {
  readonly maxFileSize: number;
  readonly maxFiles: number;
  readonly maxFields: number;
  /** Of the small files of one request. */
  readonly memoryLimit: number;
  /** Of temporary files; exists. */
  readonly folder: string;
  /** Of everything in a form that is no content of a file. */
  readonly bodyLimit: number;
  /** Absent where no parameter states media types. */
  readonly detect?: DetectMediaType | undefined;
}
