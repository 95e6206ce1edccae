import { etagOf } from '../../caching/entries/etag.js';
import { mergeObjects } from '../../shared/merge-objects.js';
import { dataOfResponse } from '../in-process/in-process-result.js';
import type { RequestContext } from '../request-context.js';
import type { MakeResponse, RouteResponse } from '../responses/route-response.js';
import { embedLinks } from './embed-links.js';
import type { Embed } from './embed.js';
import { parseEmbed } from './embed-parameter.js';
import { joinedCaching, joinedVary } from './embedded-caching.js';
import { Embedding, type EmbeddingParts } from './embedding.js';

/**
 * Applies `_embed`. Runs after the cache, so that an entry has only the response of its own route, and after
 * `_fields`: what it leaves out of `_links` is not embedded.
 */
export function createEmbed(parts: EmbeddingParts, make: MakeResponse): Embed {
  return (response, context) => {
    if (!context.exchange.queryText.includes('_') || parts.maxRequests === 0) return response;
    const { query } = context;
    if (!Object.hasOwn(query, '_embed')) return response;
    const embedding = new Embedding(context, parts);
    return embedInto(response, embedding, make, context)
      .catch((error: unknown) => {
        const failure = parts.internalError(error, context);
        context.failure = failure;
        return parts.makeError(failure, make);
      })
      .finally(() => embedding.end());
  };
}

async function embedInto(
  response: RouteResponse,
  embedding: Embedding,
  make: MakeResponse,
  context: RequestContext,
): Promise<RouteResponse> {
  const data = dataOfResponse(response);
  const embedded = await embedLinks(data, parseEmbed(context.query['_embed']), (href) =>
    embedding.fetch(href),
  );
  if (embedding.headers.length === 0) return response;
  const { status, headers } = response;
  const whole = make(embedded, status, headers);
  joinHeaders(whole, embedding, context);
  return whole;
}

/** The headers of the whole, which caches must keep no longer, and for no more callers, than its parts. */
function joinHeaders(
  { headers, body }: RouteResponse,
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
  // Other bytes need another tag.
  if (typeof body === 'string') headers['etag'] = etagOf(body);
  else delete headers['etag'];
}
