import { etagOf } from '../../shared/entity-tag.js';
import { NullRecord, mergeObjects } from '../../shared/records.js';
import type { RequestContext } from '../../lifecycle/request-context.js';
import type { ReplyStep } from '../../lifecycle/endpoint.js';
import { ReplyBody, type Reply } from '../../lifecycle/messages/reply.js';
import { Embedding, type EmbeddingFunctions } from './embedding.js';
import { isRestricted, isShared } from '../../lifecycle/responses/cache-directives.js';
import type { ResponseHeaders } from '../../lifecycle/messages/rest-response.js';

/** The values that mean every relation. `0` is one of them, because PHP treats it as empty. */
const MEANS_EVERY: ReadonlySet<unknown> = new Set(['', '0', '1', 'true']);

/** The value for a link that is not embedded: the places in `_embedded` are those in `_links`. */
const NOT_EMBEDDED: readonly unknown[] = [];

const NO_STORE = 'private, no-store';

const NO_CACHE = 'private, no-cache';

/**
 * Applies `_embed`. Runs after the cache, so that an entry has only the response of its own route, and after `_fields`,
 * so that links that `_fields` leaves out of `_links` are not embedded.
 */
export function embedStep(functions: EmbeddingFunctions): ReplyStep {
  return (reply, context) => {
    if (functions.maxRequests === 0) return undefined;
    if (context.exchange.subRequest?.isPart === true) return undefined;
    if (!Object.hasOwn(context.query, '_embed')) return undefined;
    const embedding = new Embedding(context, functions);
    return embedInto(reply, embedding, context)
      .catch((error: unknown) => {
        const failure = functions.internalError(error, context);
        context.failure = failure;
        return functions.makeError(failure, context.exchange);
      })
      .finally(() => embedding.end());
  };
}

async function embedInto(
  reply: Reply,
  embedding: Embedding,
  context: RequestContext,
): Promise<Reply> {
  const names = parseEmbed(context.query['_embed']);
  // The requests for the links may change the same object. Requests in process get the data themselves.
  if (context.exchange.subRequest?.takesData !== true) reply.body.keep();
  const embedded = await embedLinks(reply.body.data(), names, embedding);
  if (embedding.headers.length === 0) return reply;
  const whole = { ...reply, body: ReplyBody.of(embedded) };
  joinHeaders(whole, embedding, context);
  return whole;
}

/** The headers of the whole response: caches must keep it no longer, and for no more callers, than its parts. */
function joinHeaders(
  { headers, body }: Reply,
  embedding: Embedding,
  { exchange }: RequestContext,
): void {
  const applied = exchange.appliedHeader('cache-control');
  const own = mergeObjects(applied === undefined ? {} : { 'cache-control': applied }, headers);
  const caching = joinedCaching(own, embedding.headers);
  const vary = joinedVary(headers, embedding.headers);
  if (caching !== undefined) headers['cache-control'] = caching;
  if (vary !== undefined) headers['vary'] = vary;
  for (const name of ['age', 'expires', 'last-modified']) delete headers[name];
  if (headers['etag'] === undefined) return;
  // Other data need another tag.
  const kept = exchange.subRequest?.takesData === true ? undefined : body.keep();
  if (kept !== undefined) headers['etag'] = etagOf(kept.text);
  else delete headers['etag'];
}

/**
 * The `Cache-Control` of a response with others inside of it: never more public than the least public of them, never
 * fresh for longer than the first that becomes stale. A part without `Cache-Control` does not state its freshness, so
 * the whole must be revalidated.
 *
 * @param own That of the response itself; `undefined` if it has none.
 * @returns `undefined` if the response needs none.
 */
function joinedCaching(
  own: ResponseHeaders,
  embedded: readonly ResponseHeaders[],
): string | undefined {
  const all = [own, ...embedded].map((headers) => headers['cache-control']?.toString());
  if (all.some((text) => text !== undefined && /\bno-store\b/i.test(text))) return NO_STORE;
  if (all[0] === undefined) return all.some(isPrivate) ? NO_CACHE : undefined;
  if (all.some((text) => text === undefined || /\bno-cache\b/i.test(text))) return NO_CACHE;
  const visibility = all.every((text) => isShared(text)) ? 'public' : 'private';
  const seconds = Math.min(...[own, ...embedded].map(remaining));
  return `${visibility}, max-age=${seconds}`;
}

function isPrivate(text: string | undefined): boolean {
  return text !== undefined && isRestricted(text);
}

function remaining(headers: ResponseHeaders): number {
  const text = String(headers['cache-control']);
  const ages = [...text.matchAll(/(?:^|[\s,])(?:s-maxage|max-age)\s*=\s*"?(\d+)/gi)];
  const lifetime = ages.length === 0 ? 0 : Math.min(...ages.map(([, age]) => Number(age)));
  return Math.max(0, lifetime - (Number(headers['age']) || 0));
}

function joinedVary(
  own: ResponseHeaders,
  embedded: readonly ResponseHeaders[],
): string | undefined {
  const names = new Map<string, string>();
  for (const { vary } of [own, ...embedded]) {
    for (const name of vary === undefined ? [] : String(vary).split(',')) {
      if (name.trim() !== '') names.set(name.trim().toLowerCase(), name.trim());
    }
  }
  if (names.size === 0) return undefined;
  return names.has('*') ? '*' : [...names.values()].join(', ');
}

/**
 * Embeds the targets of the embeddable links of an object into its `_embedded`; for a list, into that of each item. A
 * relation without anything embedded is left out.
 *
 * @see WordPress, `WP_REST_Server::embed_links`
 */
async function embedLinks(
  data: unknown,
  names: ReadonlySet<unknown>,
  embedding: Embedding,
): Promise<unknown> {
  if (!Array.isArray(data)) return embedItem(data, names, embedding);
  const items: unknown[] = [];
  for (const item of data as readonly unknown[]) {
    items.push(await embedItem(item, names, embedding));
  }
  return items;
}

async function embedItem(
  item: unknown,
  names: ReadonlySet<unknown>,
  embedding: Embedding,
): Promise<unknown> {
  const embedded = new NullRecord<readonly unknown[]>();
  let isEmpty = true;
  for (const [rel, links] of linksOf(item)) {
    if (names.size > 0 && !names.has(rel)) continue;
    const list = await embedList(links, embedding);
    if (list.every(isEmptyData)) continue;
    embedded[rel] = list;
    isEmpty = false;
  }
  return isEmpty ? item : { ...(item as object), _embedded: embedded };
}

async function embedList(
  links: readonly unknown[],
  embedding: Embedding,
): Promise<readonly unknown[]> {
  const list: unknown[] = [];
  for (const link of links) {
    const href = embeddableHref(link);
    const found = href === undefined ? undefined : await embedding.fetch(href);
    list.push(found === undefined ? NOT_EMBEDDED : found);
  }
  return list;
}

function linksOf(item: unknown): readonly (readonly [rel: string, links: readonly unknown[]])[] {
  if (typeof item !== 'object' || item === null || !Object.hasOwn(item, '_links')) return [];
  const { _links } = item as { readonly _links: unknown };
  if (typeof _links !== 'object' || _links === null) return [];
  return Object.entries(_links).flatMap(([rel, links]): [string, readonly unknown[]][] =>
    Array.isArray(links) ? [[rel, links]] : [],
  );
}

function embeddableHref(link: unknown): string | undefined {
  if (typeof link !== 'object' || link === null) return undefined;
  const { embeddable, href } = link as { readonly embeddable?: unknown; readonly href?: unknown };
  return Boolean(embeddable) && typeof href === 'string' ? href : undefined;
}

/** Whether PHP treats data as empty. */
function isEmptyData(data: unknown): boolean {
  if (typeof data === 'object' && data !== null) return Object.keys(data).length === 0;
  return !data || data === '0';
}

/**
 * Reads `_embed`: all embeddable links, or those of the relations that are named, in a list or separated by commas or
 * white space. Relations have the names of the response: `wp:term`, not its URL.
 *
 * @example
 * parseEmbed('author,wp:term');
 *
 * @returns No names for every relation.
 * @see WordPress, `rest_parse_embed_param`
 */
function parseEmbed(value: unknown): ReadonlySet<unknown> {
  if (MEANS_EVERY.has(value)) return new Set();
  if (typeof value === 'string') return new Set(value.match(/[^\s,]+/g));
  // WordPress does not split the names of a list.
  const values: readonly unknown[] =
    typeof value === 'object' && value !== null ? Object.values(value) : [];
  return new Set(values.filter((one) => typeof one === 'string'));
}
