import { isThenable } from '../../shared/thenable.js';
import type { Awaitable } from '../../shared/when-ready.js';
import type { RequestContext } from '../request-context.js';
import type { Reply } from '../responses/reply.js';

/** What a caller may expect of the target of a link. */
export interface TargetHints {
  /** The methods that the caller may use. */
  readonly allow: readonly string[];
}

/**
 * Finds the hints of a link in a response.
 *
 * @param href Below the API, with a slash in front.
 */
export type FindHints = (
  href: string,
  response: Reply,
  context: RequestContext,
) => Awaitable<TargetHints | undefined>;

/** The hints of several links, each found once; without a promise where none has to be waited for. */
export function findAllHints(
  hrefs: ReadonlySet<string>,
  find: FindHints | undefined,
  response: Reply,
  context: RequestContext,
): Awaitable<ReadonlyMap<string, TargetHints | undefined>> {
  const hints = new Map<string, TargetHints | undefined>();
  const pending: Promise<unknown>[] = [];
  for (const href of find === undefined ? [] : hrefs) {
    const found = find?.(href, response, context);
    if (isThenable(found)) pending.push(found.then((late) => hints.set(href, late)));
    else hints.set(href, found);
  }
  return pending.length === 0 ? hints : Promise.all(pending).then(() => hints);
}
