import { compileCuries, type Curie, type CurieOptions } from './curies.js';

/** What `forRoot({ links })` takes. */
export interface LinkOptions {
  /** Compact names for relations that are URLs; WordPress's `wp` (`https://api.w.org/{rel}`) is built in. */
  readonly curies?: readonly CurieOptions[];
  /**
   * Whether each `self` link has `targetHints: { allow }`, the methods that this caller may use. A response that
   * shared caches may keep has them only where they are the same for everyone. Off by default, since it checks
   * the permissions of each item's routes.
   *
   * @see WordPress's `get_target_hints_for_link`
   */
  readonly targetHints?: boolean;
}

/** How links are written; compiled at startup. */
export interface LinkSettings {
  readonly curies: readonly Curie[];
  readonly hasTargetHints: boolean;
  /** The origin of links from the application's options; that of each request where it is `undefined`. */
  readonly url: string | undefined;
}

/** @throws InvalidArgumentException on a compact name that is not valid. */
export function compileLinks(
  { curies = [], targetHints = false }: LinkOptions,
  url: string | undefined,
): LinkSettings {
  return { curies: compileCuries(curies), hasTargetHints: targetHints, url };
}
