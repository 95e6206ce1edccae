import { splitTarget, type RequestTarget } from '../../lifecycle/messages/exchange.js';
import type { OriginalTarget, Parameters } from '../../routes/rest-request.js';
import type { IncomingMessage } from 'node:http';
import { isOfUnknownLength } from '../../lifecycle/messages/payload.js';
import type { Served } from '../served.js';

/**
 * The distinctions that the adapter's own routes make. The library is not more lenient: middleware, which is matched in
 * the same way, would not match the other spellings.
 */
export interface Strictness {
  readonly isCaseSensitive: boolean;
  /** Whether a path with a slash at its end is another path. */
  readonly isSlashSensitive: boolean;
}

/** The defaults of the adapters. */
const LENIENT: Strictness = { isCaseSensitive: false, isSlashSensitive: false };

export const SLASH = 47;

/** The target of a request below the prefix of a mount; `undefined` if the request has another path. */
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

/** Whether a URL begins with a path, ignoring the case of ASCII letters. */
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

/** Whether the application responds to a path without a route; it does not for a request of a batch. */
export function isForApplication(
  { isApplicationPath, subRequests }: Served,
  message: IncomingMessage,
  path: string,
): boolean {
  return isApplicationPath?.(path) === true && subRequests?.markOf(message) === undefined;
}

/**
 * Whether a request has a body. One of length 0 with a type counts: Express's parsers reject its charset or encoding,
 * unless it was read before.
 */
export function hasBody(message: IncomingMessage): boolean {
  const { headers } = message;
  const length = headers['content-length'];
  if (isOfUnknownLength(message)) return true;
  return length !== undefined && (length !== '0' || headers['content-type'] !== undefined);
}

/** Only code of this module can set this property of a Node request: no header of a client reaches it. */
const SENT = Symbol('target as sent');

interface Respelled extends IncomingMessage {
  [SENT]?: OriginalTarget;
}

/** Remembers the method and the URL that the client has sent, before another spelling takes their place. */
export function rememberTarget(message: Respelled): void {
  message[SENT] ??= { method: message.method ?? '', url: message.url ?? '' };
}

/**
 * The method and the URL that the client has sent.
 *
 * @param url The URL that the adapter has kept.
 */
export function originalOf(message: Respelled, url: string): OriginalTarget {
  return message[SENT] ?? { method: message.method ?? 'GET', url };
}

/** The values of `Host` that may become part of a response header: nothing in them ends a URL. */
const AUTHORITY = /^[\w.:[\]-]+$/;

/** The values of `X-Forwarded-Proto` that are accepted from a trusted proxy; others could end the URL. */
const SCHEMES: ReadonlySet<string> = new Set(['http', 'https']);

/**
 * Finds the origin of a request; `undefined` if it names none, or one that no URL can have. Keeps the last origin,
 * because nearly all requests have the same origin as the one before.
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

/** The parameters that a request has now: middleware, a hook or a guard may have set anything. */
export function parametersOf<Values extends Parameters = Parameters>(made: unknown): Values {
  return (typeof made === 'object' && made !== null ? made : NO_PARAMETERS) as Values;
}

const NO_PARAMETERS: Parameters = Object.freeze({});
