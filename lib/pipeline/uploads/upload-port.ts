import type { FileLimits } from '../../model/files/file-limits.js';
import type { Body } from '../body/body-format.js';
import type { Exchange } from '../exchange.js';

/** The file arguments of a route, by name. Other files are discarded unread. */
export type ExpectedFiles = ReadonlyMap<string, FileLimits>;

/** Reads bodies of `multipart/form-data`, which the adapter leaves unread until the route is known. */
export interface UploadPort {
  /** Reads a form; its files are gone once the response has closed. */
  read(exchange: Exchange, files: ExpectedFiles): Promise<Body>;
  /** Gives a client that is still sending a form the time to read its rejection. */
  reject(exchange: Exchange): void;
}
