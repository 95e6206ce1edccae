import { etagOf } from '../../caching/entry.js';
import { whenReady, isThenable, type Awaitable } from '../../shared/promises.js';
import type { Exchange } from '../messages/exchange.js';
import { ReplyBody, type Reply } from '../messages/reply.js';
import type { RequestContext } from '../request-context.js';
import type { CompleteHead, ReplyStep } from '../endpoint.js';
import { hintedHrefsIn, withCanonicalLinks } from '../messages/linked-data.js';
import type { Link, LinkSettings } from '../messages/link.js';

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

/** The URL of the API as this request reached it, without a slash at the end. */
export function rootOf(
  { origin, prefix }: Pick<Exchange, 'origin' | 'prefix'>,
  { url }: Pick<LinkSettings, 'url'>,
): string {
  return `${url ?? origin ?? ''}${prefix}`;
}

/**
 * Makes the links of a reply of data canonical.
 *
 * @param exchange Absent if the links stay relative: for the cache, and until their hints are known.
 */
export function canonicalReply(
  reply: Reply,
  settings: LinkSettings,
  exchange: Exchange | undefined,
): Reply {
  const root = exchange === undefined ? '' : rootOf(exchange, settings);
  const linked = withCanonicalLinks(reply.body.data(), { curies: settings.curies, root });
  const hasOwnTag = reply.headers['etag'] !== undefined;
  const links = { areRelative: exchange === undefined, hasOwnTag };
  return { ...reply, body: ReplyBody.of(linked), links };
}

/** The maximum number of characters of such texts that are kept, besides the cache and its limits. */
const MOST_KEPT = 4 * 1024 * 1024;

/**
 * Makes relative links absolute, and adds hints. Runs after the cache, whose entries serve several origins and
 * callers.
 *
 * @param find Absent if links have no hints.
 */
export function resolveLinksStep(settings: LinkSettings, find: FindHints | undefined): ReplyStep {
  let lastBodies = new WeakMap<object, { readonly root: string; readonly body: ReplyBody }>();
  let kept = 0;
  return (reply, context) => {
    const { links, headers, body } = reply;
    if (links?.areRelative !== true || body.stream !== undefined) return undefined;
    const root = rootOf(context.exchange, settings);
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

/**
 * Completes the head of a result: the links of a page, and the URL of a `Location` that is relative to the API, as links
 * are. Runs after the cache, because one entry serves several origins, and requests whose queries are written differently.
 */
export function completeHead(settings: LinkSettings, linkPages: CompleteHead): CompleteHead {
  return (head, context) => {
    const { headers, page, location } = head;
    if (page !== undefined) linkPages(head, context);
    if (location !== undefined) {
      headers['location'] = `${rootOf(context.exchange, settings)}${location}`;
    }
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
