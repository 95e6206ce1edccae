import type { RouteResponse } from './route-response.js';
import { appendLink } from './append-link.js';
import type { RequestContext } from '../request-context.js';

/**
 * Carries the number of a page and the name of its argument through the cache. No header can have this name,
 * so no header of a user is mistaken for it. It is removed before the response is sent.
 */
export const PAGE_HEADER = ':page';

/** What `RestResponse.paged` takes. */
export interface Paging {
  /** The number of items on all pages. */
  readonly total: number;
  /** The number of this page; the first is 1. */
  readonly page: number;
  /** The number of items on a page; at least 1. */
  readonly perPage: number;
  /** The argument that selects a page; `page` by default. */
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

/** Completes the headers of a page, where a response is one. */
export type LinkPages = (response: RouteResponse, context: RequestContext) => void;

/**
 * Adds links to the previous and the next page, with all other parameters of the request. Runs after the
 * cache, because one entry serves requests whose queries are written differently.
 *
 * @see RFC 8288; WordPress links a page beyond the last one to the last one.
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

/** As `linkPages`, with the header that APIs other than WordPress's use; the links lead to the other pages. */
export function linkNeutralPages(response: RouteResponse, context: RequestContext): void {
  const { headers } = response;
  if (typeof headers[PAGE_HEADER] !== 'string') return;
  linkPages(response, context);
  const total = headers['x-wp-total'];
  if (total !== undefined) headers['x-total-count'] ??= total;
  delete headers['x-wp-total'];
  delete headers['x-wp-totalpages'];
}

function pageUrl({ exchange }: RequestContext, argument: string, page: number): string {
  const others = exchange.queryText
    .split('&')
    .filter((part) => part !== '' && decodedName(part) !== argument);
  const query = [...others, `${encodeURIComponent(argument)}=${page}`].join('&');
  return `${exchange.origin ?? ''}${exchange.prefix}${exchange.path ?? ''}?${uriText(query)}`;
}

/** A query that cannot be decoded was rejected before. */
function decodedName(part: string): string {
  const [name = ''] = part.split('=');
  return decodeURIComponent(name.replaceAll('+', ' '));
}

/** Escapes characters that Node accepts in a query, and that would end the URL or the header. */
function uriText(text: string): string {
  return text.replace(/[^\w\-.~!$&'()*+,;=:@/?%[\]]/g, encodeURIComponent);
}
