import { splitTarget, type RequestTarget } from '../../lifecycle/messages/exchange.js';
import { METHODS, type IncomingMessage } from 'node:http';
import { isOfUnknownLength } from '../../lifecycle/steps/upload.step.js';
import { effectiveMethod } from '../../lifecycle/responses/fields.js';
import type { OriginalTarget } from '../../routes/rest-request.js';
import type { Served } from '../served.js';

/**
 * What the adapter's own routes insist on. The library is not more lenient: middleware, which is matched
 * in the same way, would not see the other spellings.
 */
export interface Strictness {
  readonly isCaseSensitive: boolean;
  /** Whether a path with a slash at its end is another path. */
  readonly isSlashSensitive: boolean;
}

/** As the adapters have it by default. */
export const LENIENT: Strictness = { isCaseSensitive: false, isSlashSensitive: false };

const SLASH = 47;

/** Where a request aims below the prefix of a mount; `undefined` where it aims elsewhere. */
export function targetBelow(
  { prefix, owned }: Pick<Served, 'prefix' | 'owned'>,
  url: string,
  { isCaseSensitive, isSlashSensitive } = LENIENT,
): RequestTarget | undefined {
  const { path: whole, queryText } = splitTarget(url);
  if (!isOwned(owned, whole, isCaseSensitive)) return undefined;
  if (isSlashSensitive && whole.endsWith('/')) return undefined;
  const path = whole.slice(prefix.length);
  return { path: path === '' ? '/' : path, queryText };
}

function isOwned(owned: readonly string[], path: string, isCaseSensitive: boolean): boolean {
  for (const beginning of owned) {
    const isSame = path.startsWith(beginning) || (!isCaseSensitive && startsAlike(path, beginning));
    const { length } = beginning;
    // `/api` begins `/api/items`, but not `/apiary`.
    if (isSame && (length === path.length || path.charCodeAt(length) === SLASH)) return true;
  }
  return false;
}

/** Whether a URL begins with a path, the case of ASCII letters aside. */
function startsAlike(url: string, beginning: string): boolean {
  if (url.length < beginning.length) return false;
  for (let at = 0; at < beginning.length; at++) {
    const code = url.charCodeAt(at);
    const other = beginning.charCodeAt(at);
    if (code !== other && (!isLetter(code) || (code ^ other) !== 32)) return false;
  }
  return true;
}

function isLetter(code: number): boolean {
  const lower = code | 32;
  return lower >= 97 && lower <= 122;
}

/**
 * The prefixes under which every path belongs to the mount: without a prefix, the first segments of the paths; all
 * paths if one begins with a placeholder. The root itself comes last: no path is below it.
 */
export function ownedPrefixes(prefix: string, templates: readonly string[]): readonly string[] {
  if (prefix !== '') return [prefix];
  const beginnings = new Set(templates.map((template) => `/${template.split('/')[1] ?? ''}`));
  if ([...beginnings].some((beginning) => beginning.includes('{'))) return [''];
  const hasRoot = beginnings.delete('/');
  return hasRoot ? [...beginnings, '/'] : [...beginnings];
}

/** Whether a path is another one, or begins with it. */
export function isBelow(beginning: string, path: string): boolean {
  const { length } = beginning;
  return (
    path.startsWith(beginning) && (path.length === length || path.charCodeAt(length) === SLASH)
  );
}

/** Whether a path without a route is the application's; it is not for a request of a batch. */
export function isLeft(
  { leaves, subRequests }: Served,
  message: IncomingMessage,
  path: string,
): boolean {
  return leaves?.(path) === true && subRequests?.markOf(message) === undefined;
}

/**
 * Whether a request has a body. One of length 0 with a type counts: Express's parsers reject its charset or encoding,
 * unless it has been read before.
 */
export function hasBody(message: IncomingMessage): boolean {
  const { headers } = message;
  const length = headers['content-length'];
  if (isOfUnknownLength(message)) return true;
  return length !== undefined && (length !== '0' || headers['content-type'] !== undefined);
}

/** The values of `Host` that may become part of a response header: nothing in them ends a URL. */
const AUTHORITY = /^[\w.:[\]-]+$/;

/** The values of `X-Forwarded-Proto` that are accepted from a trusted proxy; others could end the URL. */
const SCHEMES: ReadonlySet<string> = new Set(['http', 'https']);

/**
 * Finds the origin of a request; `undefined` where it names none, or one that no URL can have. Keeps the last: nearly
 * all requests have that of the request before.
 */
export function createOriginOf(): (scheme: string, host: string | undefined) => string | undefined {
  let lastScheme = '';
  let lastHost: string | undefined;
  let origin: string | undefined;
  return (scheme, host) => {
    if (host !== lastHost || scheme !== lastScheme) {
      lastScheme = scheme;
      lastHost = host;
      origin = formatOrigin(scheme, host);
    }
    return origin;
  };
}

function formatOrigin(scheme: string, host: string | undefined): string | undefined {
  const isOrigin = host !== undefined && AUTHORITY.test(host) && SCHEMES.has(scheme);
  return isOrigin ? `${scheme}://${host}` : undefined;
}

/**
 * Changes the method of a POST to a path of the library into the method that its client means. This
 * happens once, before any middleware runs, and the dispatcher uses the method of the request: middleware
 * and guards that are bound to DELETE see a DELETE, and those bound to POST do not see it. Other requests
 * keep their method. A request of a batch states its method: as in WordPress, an override has no effect there.
 */
export function overrideMethod(
  request: IncomingMessage,
  { path, queryText }: RequestTarget,
  served: Served,
): void {
  const { method = '', headers } = request;
  const meant = effectiveMethod({ method, headers, queryText });
  if (meant === method || served.subRequests?.markOf(request) !== undefined) return;
  // OPTIONS matches every path that has a route; the path may lack the method that is meant.
  if (typeof served.table.match('OPTIONS', path) !== 'object') return;
  originals.set(request, { ...originals.get(request), method });
  // What is no method may be any text, which would reach the logs of middleware.
  request.method = METHODS.includes(meant) ? meant : '';
}

/** What the library has changed of requests; nearly all stay as they are. */
const originals = new WeakMap<IncomingMessage, Partial<OriginalTarget>>();

/** Changes the URL of a request, for the adapter and for middleware. */
export function changeUrl(request: IncomingMessage, url: string): void {
  originals.set(request, { url: request.url ?? '', ...originals.get(request) });
  request.url = url;
}

/**
 * What the client has sent.
 *
 * @param url The one that the adapter remembers.
 */
export function originalOf(request: IncomingMessage, url: string): OriginalTarget {
  return { method: request.method ?? 'GET', url, ...originals.get(request) };
}
