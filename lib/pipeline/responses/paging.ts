import type { RouteResponse } from './route-response.js';
import { appendLink } from './append-link.js';
import type { RequestContext } from '../request-context.js';

/**
 * Which page a response is and the argument that says so, on its way through the cache. No header can
 * have this name, so that nothing of a user's is mistaken for it, and it is never sent.
 */
export const PAGE_HEADER = ':page';

/** What `RestResponse.paged` takes. */
export interface Paging {
  /** How many there are on all pages. */
  readonly total: number;
  /** The page that this response is; the first is 1. */
  readonly page: number;
  /** How many stand on a page; at least 1. */
  readonly perPage: number;
  /** The argument that asks for a page; `page` by default. */
  readonly argument?: string;
}

/** The headers of a page. */
export function pagingHeaders({
  total,
  page,
  perPage,
  argument = 'page',
}: Paging): Record<string, string> {
  return {
    'x-wp-total': String(total),
    'x-wp-totalpages': String(Math.ceil(total / perPage)),
    [PAGE_HEADER]: `${page} ${argument}`,
  };
}

/**
 * Links to the pages before and after, with all that the request asked for. After the cache: one
 * entry serves requests that are spelled differently.
 *
 * @see RFC 8288; WordPress links a page beyond the last to the last.
 */
export function linkPages({ headers }: RouteResponse, context: RequestContext): void {
  const mark = headers[PAGE_HEADER];
  if (typeof mark !== 'string') return;
  delete headers[PAGE_HEADER];
  const [number = '', argument = ''] = mark.split(' ');
  const page = Number(number);
  const last = Number(headers['x-wp-totalpages']);
  const add = (rel: string, to: number): void => {
    headers['link'] = appendLink(
      headers['link'],
      `<${pageUrl(context, argument, to)}>; rel="${rel}"`,
    );
  };
  if (page > 1) add('prev', Math.min(page - 1, Math.max(last, 1)));
  if (page < last) add('next', page + 1);
}

function pageUrl({ exchange }: RequestContext, argument: string, page: number): string {
  const others = exchange.queryText
    .split('&')
    .filter((part) => part !== '' && decodedName(part) !== argument);
  const query = [...others, `${encodeURIComponent(argument)}=${page}`].join('&');
  return `${exchange.origin ?? ''}${exchange.prefix}${exchange.path ?? ''}?${uriText(query)}`;
}

/** A query that cannot be decoded has been rejected before. */
function decodedName(part: string): string {
  const [name = ''] = part.split('=');
  return decodeURIComponent(name.replaceAll('+', ' '));
}

/** Node lets characters through that would end the URL, or the header. */
function uriText(text: string): string {
  return text.replace(/[^\w\-.~!$&'()*+,;=:@/?%[\]]/g, encodeURIComponent);
}
