import type { IncomingHttpHeaders } from 'node:http';
import { cacheHeaders } from '../../caching/cache-headers.js';
import { isNotModified } from '../../caching/entity-tag-match.js';
import type { CacheableResponse, CachedResponse, HeaderLine } from '../../caching/entry.js';
import { joinCachedHeaders } from '../../lifecycle/responses/outgoing.js';
import { headersOf } from '../../lifecycle/responses/rest-response.js';
import {
  isStreamed,
  type PlainContent,
  type PlainExchange,
} from '../../platform/http/plain-exchange.js';
import type { PlainRequest } from './plain-request.js';

const MEDIA_TYPE = 'content-type';

/** What the interceptor hands on: the text that is sent, or data that interceptors outside of it may change. */
export type Emission = 'text' | 'data';

/** Why a value that a handler has returned is never stored. */
export type Obstacle =
  { readonly kind: 'instances' } | { readonly kind: 'replaced'; readonly names: readonly string[] };

/** The response of a handler, as the cache sees it. */
export interface PlainCacheable extends CacheableResponse {
  /** What the handler, or an interceptor inside of the cache, has returned. */
  readonly value: unknown;
  readonly obstacle?: Obstacle;
}

/** The response before the handler was called. */
interface ResponseBefore {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  /** True for a stale response, which is sent before the handler is called to renew it. */
  readonly isSent: boolean;
  /** Whether something before the cache, such as `@Header`, has set the media type. */
  readonly hasMediaType: boolean;
}

/**
 * Makes what the cache stores of a value that a handler has returned.
 *
 * @param declared The names of `@Header`, in lower case.
 */
export function plainCacheableOf(
  value: unknown,
  response: PlainExchange,
  before: ResponseBefore,
  declared: ReadonlySet<string>,
  emission: Emission,
): PlainCacheable {
  const { status } = response;
  const own = ownHeadersOf(before.headers, response.presetHeaders(), declared);
  const uncacheable = { status, headers: own.lines, body: undefined, storable: false, value };
  if ((response.isSent && !before.isSent) || isStreamed(value)) return uncacheable;
  if (own.replaced.length > 0) {
    return { ...uncacheable, obstacle: { kind: 'replaced', names: own.replaced } };
  }
  if (emission === 'data' && !isPlainData(value)) {
    return { ...uncacheable, obstacle: { kind: 'instances' } };
  }
  const content: PlainContent | undefined =
    emission === 'data'
      ? { body: JSON.stringify(value), contentType: undefined }
      : response.contentOf(value);
  if (content === undefined) return uncacheable;
  const headers = withMediaType(own.lines, content, before);
  const isRenewable = !own.hasChanged && status === before.status;
  return { status, headers, body: content.body, storable: true, isRenewable, value };
}

function withMediaType(
  lines: readonly HeaderLine[],
  { contentType }: PlainContent,
  { hasMediaType }: ResponseBefore,
): readonly HeaderLine[] {
  if (contentType === undefined || hasMediaType) return lines;
  const hasOwn = lines.some(([name]) => name === MEDIA_TYPE);
  return hasOwn ? lines : [...lines, [MEDIA_TYPE, contentType]];
}

/** Notes the response before the handler is called. */
export function responseBefore(
  response: PlainExchange,
  hasMediaType = response.presetHeader(MEDIA_TYPE) !== undefined,
): ResponseBefore {
  const { status, isSent } = response;
  return { status, isSent, headers: { ...response.presetHeaders() }, hasMediaType };
}

/** A request and its response. */
export interface Presentation {
  readonly request: PlainRequest;
  readonly response: PlainExchange;
  /** Whether the media type was set before the cache has written its headers. */
  hadMediaType?: boolean;
}

/** Writes status and headers of a response, and returns what Nest or the interceptors outside get. */
export function presentPlain(
  cached: CachedResponse<PlainCacheable>,
  presentation: Presentation,
  emission: Emission,
): unknown {
  const { response, request } = presentation;
  const { produced } = cached;
  if (produced !== undefined && response.isSent) return produced.value;
  if (cached.cacheStatus === 'stale') {
    presentation.hadMediaType = response.presetHeader(MEDIA_TYPE) !== undefined;
  }
  writeHeaders(cached, response, emission);
  if (emission === 'data') return produced === undefined ? dataOf(cached.body) : produced.value;
  if (produced?.storable === false) return produced.value;
  const isKnown = isNotModified(request.headers['if-none-match'], cached.etag);
  if (cached.status >= 300 || !isKnown) return cached.body;
  response.setStatus(304);
  response.removeHeader(MEDIA_TYPE);
  return undefined;
}

function writeHeaders(
  cached: CachedResponse<PlainCacheable>,
  response: PlainExchange,
  emission: Emission,
): void {
  const { status, produced } = cached;
  if (response.status !== status) response.setStatus(status);
  // A handler that was called for this request has set its headers itself.
  const stored = cached.headers.filter(([name]) => produced === undefined || name === MEDIA_TYPE);
  // The tag is that of the data, which interceptors outside may change.
  const tagged = emission === 'data' ? { ...cached, etag: undefined } : cached;
  const headers = headersOf([...stored, ...cacheHeaders(tagged)]);
  joinCachedHeaders({ headers }, response);
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) response.setHeader(name, value);
  }
}

/** A value of its own for each request: interceptors outside may change it. */
function dataOf(body: string | Uint8Array | undefined): unknown {
  return typeof body === 'string' ? (JSON.parse(body) as unknown) : undefined;
}

type Headers = Readonly<Record<string, unknown>>;

/** The headers that a handler has set on its response. */
interface OwnHeaders {
  readonly lines: readonly HeaderLine[];
  /** Whether a header was set while the handler ran. */
  readonly hasChanged: boolean;
  /** The names of headers of others that the handler has changed or removed. */
  readonly replaced: readonly string[];
}

/**
 * The headers that belong to a handler: those of `@Header`, and those that were set while it ran. All others
 * are of one request, as CORS and request ids are, and are not stored.
 *
 * @param declared The names of `@Header`, in lower case.
 */
export function ownHeadersOf(
  before: Headers,
  after: Headers,
  declared: ReadonlySet<string>,
): OwnHeaders {
  const lines: HeaderLine[] = [];
  const replaced = Object.keys(before).filter((name) => !(name in after));
  let hasChanged = replaced.length > 0;
  for (const [name, value] of Object.entries(after)) {
    const known = before[name];
    const isChanged = String(known) !== String(value);
    hasChanged ||= isChanged;
    if (declared.has(name) || (isChanged && known === undefined))
      lines.push(...linesOf(name, value));
    else if (isChanged && name === 'vary') lines.push([name, addedNames(known, value)]);
    else if (isChanged) replaced.push(name);
  }
  return { lines, hasChanged, replaced };
}

function linesOf(name: string, value: unknown): readonly HeaderLine[] {
  return [value].flat().map((line) => [name, String(line)] as const);
}

/** The names of `Vary` that the handler has added to those of others. */
function addedNames(known: unknown, value: unknown): string {
  const others = new Set(namesIn(String(known).toLowerCase()));
  const added = namesIn(String(value)).filter((name) => !others.has(name.toLowerCase()));
  return added.join(', ');
}

function namesIn(list: string): readonly string[] {
  return list.split(',').map((name) => name.trim());
}

/**
 * Names of headers by which a client, or a proxy in front of the application, identifies a caller. Browsers
 * send `user-agent` and `sec-fetch-user` for everyone.
 */
const IDENTIFIES =
  /auth|cookie|token|jwt|api-?key|secret|signature|session|tenant|account|principal|identity|client-cert|remote-user/;

/** Whether a request may come from a known caller, by any of its headers. */
export function carriesCredentials(headers: IncomingHttpHeaders): boolean {
  for (const name in headers) {
    if (IDENTIFIES.test(name) || (name.startsWith('x-') && name.includes('user'))) return true;
  }
  return false;
}
const DEEPEST = 64;

/**
 * Whether a value is the same after it was written as JSON and read again: texts, finite numbers, booleans,
 * `null`, lists and plain objects of those. A class instance is not: a serializer that runs later would no
 * longer find the rules of its class, and would send what they exclude.
 */
export function isPlainData(value: unknown, depth = 0): boolean {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true;
    case 'number':
      return Number.isFinite(value);
    case 'object':
      return value === null || (depth < DEEPEST && isPlainObject(value, depth + 1));
    default:
      return false;
  }
}

function isPlainObject(value: object, depth: number): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (Array.isArray(value)) {
    return prototype === Array.prototype && value.every((item) => isPlainData(item, depth));
  }
  if (prototype !== null && prototype !== Object.prototype) return false;
  if ('toJSON' in value || Object.getOwnPropertySymbols(value).length > 0) return false;
  return Object.values(value).every((item) => item === undefined || isPlainData(item, depth));
}
