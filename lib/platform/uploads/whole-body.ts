import { Buffer, isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import { httpError } from '../../diagnostics/http-error-catalogue.js';
import { readParameters, type ByteSource } from './budgets.js';
import type { PartReader } from './form-reader.js';
import type { PartHead } from './part-head.js';

/** A body that is one file, as the only part of a form. */
export class WholeBody implements PartReader {
  #head: PartHead | undefined;

  /**
   * @param name The argument that takes the file.
   * @throws RestException where the `Content-Disposition` has no file name.
   */
  constructor(
    private readonly source: ByteSource,
    name: string,
    headers: IncomingHttpHeaders,
  ) {
    const filename = filenameIn(headers['content-disposition'] ?? '');
    this.#head = { name, filename, contentType: headers['content-type'] };
  }

  nextPart(): Promise<PartHead | undefined> {
    const head = this.#head;
    this.#head = undefined;
    return Promise.resolve(head);
  }

  nextChunk(): Promise<Buffer | undefined> {
    return this.source.next();
  }

  nextFieldChunk(): Promise<Buffer | undefined> {
    return this.nextChunk();
  }
}

/** As WordPress, after any type: clients send `attachment`, `form-data` and others. */
function filenameIn(disposition: string): string {
  const start = disposition.indexOf(';');
  const parameters = start === -1 ? undefined : readParameters(disposition.slice(start));
  const { filename = '' } = parameters ?? {};
  if (filename === '') {
    throw httpError('rest_invalid_body', 'its Content-Disposition has no file name');
  }
  // Node reads headers as Latin-1, clients write UTF-8.
  const bytes = Buffer.from(filename, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : filename;
}
