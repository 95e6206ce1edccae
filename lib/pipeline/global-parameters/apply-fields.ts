import { etagOf } from '../../caching/entries/etag.js';
import type { RequestContext } from '../request-context.js';
import { ReplyBody, type Reply } from '../responses/reply.js';
import { parseFields, pickFields } from './fields.js';

/**
 * Applies `_fields`, which picks properties of the JSON: a class may write other properties than it has. Runs after
 * the cache, so that one entry serves all shapes.
 */
export function applyFields(reply: Reply, { query }: RequestContext): Reply {
  const fields = Object.hasOwn(query, '_fields') ? parseFields(query['_fields']) : undefined;
  const { status, headers, links } = reply;
  if (fields === undefined || status >= 400 || typeof reply.body.text() !== 'string') return reply;
  const data = reply.body.data();
  const picked = pickFields(data, fields);
  if (links?.place === 'object') {
    // WordPress adds the links of a single object after it has picked its fields.
    const { _links } = data as { readonly _links: unknown };
    Object.assign(picked as object, { _links });
  }
  const body = ReplyBody.of(picked);
  const text = headers['etag'] === undefined ? undefined : body.text();
  // Different bytes need a different tag.
  if (typeof text === 'string') headers['etag'] = etagOf(text);
  return { ...reply, body };
}
