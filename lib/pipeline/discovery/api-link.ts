import type { Reply } from '../responses/reply.js';
import { appendLink } from '../responses/append-link.js';
import type { Exchange } from '../exchange.js';

/** The relation under which clients of WordPress look for its API. */
const API_RELATION = 'https://api.w.org/';

/** Adds the `Link` to the API to a response. */
export type ApiLink = (response: Reply, exchange: Exchange) => void;

/**
 * The `Link` by which a client finds the API from any of its responses.
 *
 * @param root Below the origin, with a slash at the end: `/api/`.
 * @param url The origin from the application's options; the origin of each request by default.
 * @see WordPress sends it with every response of its API.
 */
export function createApiLink(root: string, url: string | undefined): ApiLink {
  let last = linkFrom(url, root);
  return ({ headers }, exchange) => {
    const origin = url ?? exchange.origin;
    // Nearly all requests have the origin of the previous one.
    if (origin !== last.origin) last = linkFrom(origin, root);
    headers['link'] = appendLink(headers['link'], last.link);
  };
}

function linkFrom(
  origin: string | undefined,
  root: string,
): { readonly origin: string | undefined; readonly link: string } {
  return { origin, link: linkTo(`${origin ?? ''}${root}`) };
}

function linkTo(url: string): string {
  return `<${url}>; rel="${API_RELATION}"`;
}
