/** What a file parameter states of its files. */
export interface FileLimits {
  /** The parameter takes a list of files. */
  readonly isList: boolean;
  /** In bytes, of each file. */
  readonly maxSize?: number;
  /** Media types and ranges like `image/*`, in lower case. */
  readonly mediaTypes?: readonly string[];
  readonly minItems?: number;
  readonly maxItems?: number;
}
