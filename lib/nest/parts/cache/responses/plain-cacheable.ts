import type { HeaderLine } from '../../../../caching/entries/entry.js';
import type { CacheableResponse } from '../../../../caching/entries/storable.js';
import { ownHeadersOf } from '../../../../pipeline/caching/own-headers.js';
import { isStreamed, type PlainContent } from '../../../../pipeline/caching/plain-content.js';
import { isPlainData } from '../../../../pipeline/caching/plain-data.js';
import type { HandlerResponse } from '../../../../platform/handlers/handler-response.js';

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
export interface ResponseBefore {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  /** True for a stale response, which is sent before the handler is called to renew it. */
  readonly isSent: boolean;
  /** Whether something before the cache, such as `@Header`, has set the media type. */
  readonly hasMediaType: boolean;
}

/** Makes what the cache stores of a value that a handler has returned. */
export function plainCacheableOf(
  value: unknown,
  {
    response,
    before,
    declared,
    emission,
  }: {
    readonly response: HandlerResponse;
    readonly before: ResponseBefore;
    /** The names of `@Header`. */
    readonly declared: ReadonlySet<string>;
    readonly emission: Emission;
  },
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
  const content = emission === 'data' ? dataOf(value) : response.contentOf(value);
  if (content === undefined) return uncacheable;
  const headers = withMediaType(own.lines, content, before);
  const isRenewable = !own.hasChanged && status === before.status;
  return { status, headers, body: content.body, storable: true, isRenewable, value };
}

function dataOf(value: unknown): PlainContent {
  return { body: JSON.stringify(value), contentType: undefined };
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
  response: HandlerResponse,
  hasMediaType = response.presetHeader(MEDIA_TYPE) !== undefined,
): ResponseBefore {
  const { status, isSent } = response;
  return { status, isSent, headers: { ...response.presetHeaders() }, hasMediaType };
}
