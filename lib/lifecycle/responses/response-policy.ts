import type { OnDifference } from '../../schema/shapes/compile-shape.js';
import type { ShapeDifference } from '../../schema/shapes/differences.js';
import type { Responses } from '../../routes/declaration/route-declaration.js';
import type { Route } from '../../routes/route.js';
import type { Reply } from '../messages/reply.js';
import { appendLink } from '../messages/rest-response.js';
import type { RequestContext } from '../request-context.js';

/** The rules for the properties of the results that are sent. */
export interface ResponsePolicy {
  /** For routes that state nothing themselves. */
  readonly byDefault: Responses;
  /** The handling of a result that differs from its declared type in more than additional properties. */
  readonly onDifference: (definition: Route) => OnDifference;
}

/** The error of a result that does not have the declared type. */
class UndeclaredResponseError extends Error {
  override readonly name = 'UndeclaredResponseError';
}

/** Responds with an error that names the places and never contains a value. */
export function rejectDifferences({ handler }: Route): OnDifference {
  return (differences, count) => {
    throw new UndeclaredResponseError(
      `The response of ${handler} is not what its return type declares: ${textOf(differences, count)}`,
    );
  };
}

/** The maximum number of differences of a route that are reported: a text is kept for each place. */
const MOST_REPORTED = 100;

/**
 * Reports each difference of a route once, because a list would fill the log, and sends the response.
 *
 * @param warn Receives a text without any value of the response.
 */
export function reportDifferences(
  warn: (text: string) => void,
): (definition: Route) => OnDifference {
  return ({ handler, methods, pattern }) => {
    const reported = new Set<string>();
    return (differences, count) => {
      const fresh = differences.filter((one) => isFresh(one, reported));
      if (fresh.length === 0) return;
      const place = `${handler} (${methods.join(', ')} ${pattern.template})`;
      const text = textOf(fresh, fresh.length + count - differences.length);
      warn(`The response of ${place} is not what its return type declares: ${text}`);
    };
  };
}

/** The same difference in another item of a list was already reported. */
function isFresh({ path, expected, received }: ShapeDifference, reported: Set<string>): boolean {
  const key = [path.replaceAll(/\[\d+\]/g, '[]'), expected, received].join('\n');
  if (reported.has(key) || reported.size >= MOST_REPORTED) return false;
  reported.add(key);
  return true;
}

function textOf(differences: readonly ShapeDifference[], count: number): string {
  const texts = differences.map(
    ({ path, expected, received }) =>
      `${path === '' ? 'the whole' : path}: expected ${expected}, received ${received}`,
  );
  const more = count - differences.length;
  return `${texts.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`;
}

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

/** As `linkPages`, with the header that APIs other than WordPress use; the links lead to the other pages. */
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
