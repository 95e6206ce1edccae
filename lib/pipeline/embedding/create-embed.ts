import { etagOf } from '../../caching/entries/etag.js';
import { mergeObjects } from '../../shared/merge-objects.js';
import type { RequestContext } from '../request-context.js';
import type { ReplyStep } from '../step.js';
import { ReplyBody, type Reply } from '../responses/reply.js';
import { embedLinks } from './embed-links.js';
import { parseEmbed } from './embed-parameter.js';
import { joinedCaching, joinedVary } from './embedded-caching.js';
import { Embedding, type EmbeddingParts } from './embedding.js';

/**
 * Applies `_embed`. Runs after the cache, so that an entry has only the response of its own route, and after
 * `_fields`: what it leaves out of `_links` is not embedded.
 */
export function embedStep(parts: EmbeddingParts): ReplyStep {
  return (reply, context) => {
    if (!context.exchange.queryText.includes('_') || parts.maxRequests === 0) return undefined;
    if (!Object.hasOwn(context.query, '_embed')) return undefined;
    const embedding = new Embedding(context, parts);
    return embedInto(reply, embedding, context)
      .catch((error: unknown) => {
        const failure = parts.internalError(error, context);
        context.failure = failure;
        return parts.makeError(failure);
      })
      .finally(() => embedding.end());
  };
}

async function embedInto(
  reply: Reply,
  embedding: Embedding,
  context: RequestContext,
): Promise<Reply> {
  const embedded = await embedLinks(
    reply.body.data(),
    parseEmbed(context.query['_embed']),
    (href) => embedding.fetch(href),
  );
  if (embedding.headers.length === 0) return reply;
  const whole = { ...reply, body: ReplyBody.of(embedded) };
  joinHeaders(whole, embedding, context);
  return whole;
}

/** The headers of the whole, which caches must keep no longer, and for no more callers, than its parts. */
function joinHeaders(
  { headers, body }: Reply,
  embedding: Embedding,
  { exchange }: RequestContext,
): void {
  const preset = exchange.presetHeader('cache-control');
  const own = mergeObjects(preset === undefined ? {} : { 'cache-control': preset }, headers);
  const caching = joinedCaching(own, embedding.headers);
  const vary = joinedVary(headers, embedding.headers);
  if (caching !== undefined) headers['cache-control'] = caching;
  if (vary !== undefined) headers['vary'] = vary;
  for (const name of ['age', 'expires', 'last-modified']) delete headers[name];
  if (headers['etag'] === undefined) return;
  // Other bytes need another tag. Data have no bytes.
  const text = exchange.inner?.takesData === true ? undefined : body.text();
  if (typeof text === 'string') headers['etag'] = etagOf(text);
  else delete headers['etag'];
}
