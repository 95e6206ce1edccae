import { StreamableFile } from '@nestjs/common';

/** What an adapter sends for a value that a handler of a plain controller has returned. */
export interface PlainContent {
  readonly body: string | Uint8Array | undefined;
  /** The media type that the adapter adds where none is set, and would not add for a text or bytes. */
  readonly contentType: string | undefined;
}

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Whether a value is sent as it is produced: a stream, a web `Response`, an asynchronous iterable. */
export function isStreamed(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return (
    value instanceof StreamableFile ||
    ('pipe' in value && typeof value.pipe === 'function') ||
    ('getReader' in value && typeof value.getReader === 'function') ||
    Symbol.asyncIterator in value ||
    Object.prototype.toString.call(value) === '[object Response]'
  );
}
