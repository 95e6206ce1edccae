import { etagOf } from '../../caching/entries/etag.js';
import { whenReady, type Awaitable } from '../../shared/when-ready.js';
import type { Exchange } from '../exchange.js';
import type { RequestContext } from '../request-context.js';
import type { RouteResponse } from '../responses/route-response.js';
import { findAllHints, type FindHints, type TargetHints } from './find-hints.js';
import { hasHintPlaces, hintedHrefsOf, insertHints, insertRoot } from './link-text.js';
import { hintedHrefsIn, placeOfLinks, withCanonicalLinks } from './linked-data.js';
import type { LinkSettings } from './link-settings.js';
import { hasOwnTag, LINKS_HEADER } from './links-header.js';

/** Makes the links of a response absolute. */
export type ResolveLinks = (
  response: RouteResponse,
  context: RequestContext,
) => Awaitable<RouteResponse>;

/** The URL of the API as this request reached it, without a slash at the end. */
export function rootOf(
  { origin, prefix }: Pick<Exchange, 'origin' | 'prefix'>,
  { url }: Pick<LinkSettings, 'url'>,
): string {
  return `${url ?? origin ?? ''}${prefix}`;
}

/**
 * Makes the links of responses with a text absolute, and adds hints. Runs after the cache, whose entries
 * serve several origins and callers.
 *
 * @param find Absent where links have no hints.
 */
export function createResolveLinks(
  settings: LinkSettings,
  find: FindHints | undefined,
): ResolveLinks {
  return (response, context) => {
    const { body, headers } = response;
    if (typeof body !== 'string' || headers[LINKS_HEADER] === undefined) return response;
    const root = rootOf(context.exchange, settings);
    if (!hasHintPlaces(body)) return withText(response, insertRoot(body, root), root);
    const hrefs = hintedHrefsOf(body);
    const found = findAllHints(new Set(hrefs), find, response, context);
    return whenReady(found, (hints) => {
      const text = insertHints(
        body,
        hrefs.map((href) => hints.get(href)),
      );
      return withText(response, insertRoot(text, root), root, [...hints.values()]);
    });
  };
}

/** Different bytes need a different tag. A tag of the method is its own, and stays. */
function withText(
  { status, headers }: RouteResponse,
  body: string,
  root: string,
  hints: readonly (TargetHints | undefined)[] = [],
): RouteResponse {
  const { etag } = headers;
  if (etag !== undefined && !hasOwnTag(headers)) {
    headers['etag'] = etagOf(JSON.stringify([etag, root, hints]));
  }
  return { status, headers, body };
}

/** Makes the links absolute in the data of in-process responses, and adds hints. */
export function createResolveKeptLinks(
  settings: LinkSettings,
  find: FindHints | undefined,
): ResolveLinks {
  const resolveText = createResolveLinks(settings, find);
  return (response, context) => {
    const { kept } = response;
    if (kept === undefined) return whenReady(resolveText(response, context), dropLinksHeader);
    const place = placeOfLinks(kept.data);
    if (place === undefined) return response;
    const root = rootOf(context.exchange, settings);
    const hrefs = find === undefined ? NO_HREFS : hintedHrefsIn(kept.data, place);
    return whenReady(findAllHints(hrefs, find, response, context), (hints) => {
      const form = { curies: settings.curies, root, hintsOf: (href: string) => hints.get(href) };
      return { ...response, kept: { data: withCanonicalLinks(kept.data, place, form) } };
    });
  };
}

const NO_HREFS: ReadonlySet<string> = new Set();

/** Removes the header that carried the links through the cache. */
export function dropLinksHeader(response: RouteResponse): RouteResponse {
  delete response.headers[LINKS_HEADER];
  return response;
}
