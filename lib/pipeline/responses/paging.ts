import type { Reply } from './reply.js';
import { appendLink } from './append-link.js';
import type { RequestContext } from '../request-context.js';

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

/** Which page a response is. */
export type PageMark = Required<Pick<Paging, 'page' | 'argument'>>;

/** Completes the headers of a page, where a response is one. */
export type LinkPages = (reply: Reply, context: RequestContext) => void;

/**
 * Adds links to the previous and the next page, with all other parameters of the request. Runs after the
 * cache, because one entry serves requests whose queries are written differently.
 *
 * @see RFC 8288; WordPress links a page beyond the last one to the last one.
 */
export function linkPages({ headers, page: mark }: Reply, context: RequestContext): void {
  if (mark === undefined) return;
  const { page, argument } = mark;
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
export function linkNeutralPages(reply: Reply, context: RequestContext): void {
  const { headers, page } = reply;
  if (page === undefined) return;
  linkPages(reply, context);
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
