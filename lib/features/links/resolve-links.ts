import { etagOf } from '../../shared/entity-tag.js';
import { whenReady, isThenable, type Awaitable } from '../../shared/promises.js';
import type { OnMade } from '../../lifecycle/extension.js';
import { ReplyBody, type Reply } from '../../lifecycle/messages/reply.js';
import type { RequestContext } from '../../lifecycle/request-context.js';
import type { ReplyStep } from '../../lifecycle/endpoint.js';
import { rootOf } from '../../lifecycle/messages/root.js';
import { areLinked, hintedHrefsIn, withCanonicalLinks } from './canonical-links.js';
import type { Link } from '../../lifecycle/messages/link.js';
import type { Curie } from './curies.js';

/**
 * Finds the hints of a link in a response.
 *
 * @param href Below the API, with a slash in front.
 */
export type FindHints = (
  href: string,
  response: Reply,
  context: RequestContext,
) => Awaitable<Link['targetHints']>;

/**
 * Makes the links of a reply of data canonical.
 *
 * @param url The origin of the API; by default that of each request.
 * @param staysRelative Whether links get their root only once their hints are known.
 */
export function canonicalReply(
  curies: readonly Curie[],
  url: string | undefined,
  staysRelative: boolean,
): OnMade {
  return (reply, exchange) => {
    if (!areLinked(reply.body.unkept)) return reply;
    const areRelative = staysRelative || exchange === undefined;
    const root = areRelative ? '' : rootOf(exchange, url);
    const linked = withCanonicalLinks(reply.body.data(), { curies, root });
    const hasOwnTag = reply.headers['etag'] !== undefined;
    return { ...reply, body: ReplyBody.of(linked), links: { areRelative, hasOwnTag } };
  };
}

/** The maximum number of characters of such texts that are kept, besides the cache and its limits. */
const MOST_KEPT = 4 * 1024 * 1024;

/**
 * Makes relative links absolute, and adds hints. Runs after the cache, whose entries serve several origins and
 * callers.
 *
 * @param find Absent if links have no hints.
 */
export function resolveLinksStep(url: string | undefined, find: FindHints | undefined): ReplyStep {
  let lastBodies = new WeakMap<object, { readonly root: string; readonly body: ReplyBody }>();
  let kept = 0;
  return (reply, context) => {
    const { links, headers, body } = reply;
    if (links?.areRelative !== true || body.stream !== undefined) return undefined;
    const root = rootOf(context.exchange, url);
    const found = find === undefined ? NO_HINTS : findAllHints(find, reply, context);
    return whenReady(found, (hints): Reply => {
      const { etag } = headers;
      // Different bytes need a different tag. A tag that the method has set stays.
      if (etag !== undefined && !links.hasOwnTag) {
        headers['etag'] = etagOf(JSON.stringify([etag, root, [...hints.values()]]));
      }
      const { stored } = links;
      const last = find === undefined && stored !== undefined ? lastBodies.get(stored) : undefined;
      if (last?.root === root) return { ...reply, body: last.body };
      const form = { curies: [], root, hintsOf: (href: string) => hints.get(href) };
      const resolved = ReplyBody.of(withCanonicalLinks(body.data(), form));
      const length = find === undefined && stored !== undefined ? resolved.keep()?.text.length : 0;
      if (stored !== undefined && length !== undefined && length > 0) {
        kept += length;
        if (kept > MOST_KEPT) {
          lastBodies = new WeakMap();
          kept = length;
        }
        lastBodies.set(stored, { root, body: resolved });
      }
      return { ...reply, body: resolved };
    });
  };
}

const NO_HINTS: ReadonlyMap<string, Link['targetHints']> = new Map();

/** The hints of the links in a response, each found once; without a promise if none has to be waited for. */
function findAllHints(
  find: FindHints,
  response: Reply,
  context: RequestContext,
): Awaitable<typeof NO_HINTS> {
  const hints = new Map<string, Link['targetHints']>();
  const pending: Promise<unknown>[] = [];
  for (const href of hintedHrefsIn(response.body.data())) {
    const found = find(href, response, context);
    if (isThenable(found)) pending.push(found.then((late) => hints.set(href, late)));
    else hints.set(href, found);
  }
  return pending.length === 0 ? hints : Promise.all(pending).then(() => hints);
}
