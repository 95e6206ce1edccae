import type { ReplyHead } from '../messages/reply.js';
import { appendLink, type PageMark, type ResponseHeaders } from '../messages/rest-response.js';
import type { RequestContext } from '../request-context.js';

/**
 * Adds links to the previous and the next page, with all other parameters of the request.
 *
 * @see RFC 8288; WordPress links a page beyond the last one to the last one.
 */
export function linkPages({ headers, page: mark }: ReplyHead, context: RequestContext): void {
  if (mark === undefined) return;
  const last = Number(headers['x-wp-totalpages']);
  addLinks(headers, context, mark, neighbours(mark.page, last));
}

/** As `linkPages`, with the header that APIs other than WordPress use, and with links to the first and the last page. */
export function linkNeutralPages(
  { headers, page: mark }: ReplyHead,
  context: RequestContext,
): void {
  if (mark === undefined) return;
  const last = Number(headers['x-wp-totalpages']);
  const ends: readonly PageLink[] = [
    ['first', 1],
    ['last', Math.max(last, 1)],
  ];
  addLinks(headers, context, mark, [...neighbours(mark.page, last), ...ends]);
  const total = headers['x-wp-total'];
  if (total !== undefined) headers['x-total-count'] ??= total;
  delete headers['x-wp-total'];
  delete headers['x-wp-totalpages'];
}

type PageLink = readonly [rel: string, page: number];

function neighbours(page: number, last: number): readonly PageLink[] {
  const links: PageLink[] = [];
  if (page > 1) links.push(['prev', Math.min(page - 1, Math.max(last, 1))]);
  if (page < last) links.push(['next', page + 1]);
  return links;
}

function addLinks(
  headers: ResponseHeaders,
  context: RequestContext,
  { argument }: PageMark,
  links: readonly PageLink[],
): void {
  for (const [rel, page] of links) {
    const link = `<${pageUrl(context, argument, page)}>; rel="${rel}"`;
    headers['link'] = appendLink(headers['link'], link);
  }
}

function pageUrl({ exchange }: RequestContext, argument: string, page: number): string {
  const others = exchange.queryText
    .split('&')
    .filter((part) => part !== '' && decodedName(part) !== argument);
  const query = [...others, `${encodeURIComponent(argument)}=${page}`].join('&');
  return `${exchange.origin ?? ''}${uriText(`${exchange.prefix}${exchange.path ?? ''}?${query}`)}`;
}

/** A query that cannot be decoded was already rejected. */
function decodedName(part: string): string {
  const [name = ''] = part.split('=');
  return decodeURIComponent(name.replaceAll('+', ' '));
}

/** Escapes characters that Node accepts in a request target, but that would end the URL or the header. */
function uriText(text: string): string {
  return text.replace(/[^\w\-.~!$&'()*+,;=:@/?%[\]]/g, encodeURIComponent);
}
