import { compileCuries, type Curie, type CurieOptions } from './curies.js';

/** What `forRoot({ links })` takes. */
export interface LinkOptions {
  /** Compact names for relations that are URLs; WordPress's `wp` (`https://api.w.org/{rel}`) is built in. */
  readonly curies?: readonly CurieOptions[];
}

/** How links are written; compiled at startup. */
export interface LinkSettings {
  readonly curies: readonly Curie[];
  /** The origin of links from the application's options; that of each request where it is `undefined`. */
  readonly url: string | undefined;
}

/** @throws InvalidArgumentException on a compact name that is not valid. */
export function compileLinks({ curies = [] }: LinkOptions, url: string | undefined): LinkSettings {
  return { curies: compileCuries(curies), url };
}
