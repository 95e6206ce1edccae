import type { Exchange } from '../../lifecycle/messages/exchange.js';
import { parseParameters } from '../../lifecycle/messages/query-string.js';
import type { RequestContext } from '../../lifecycle/request-context.js';
import { ReplyBody, type Reply } from '../../lifecycle/messages/reply.js';
import type { ResponseHeaders } from '../../lifecycle/messages/rest-response.js';
import { writtenHeaders } from '../../lifecycle/responses/written-headers.js';
import type { Feature } from '../../nest/composition/feature.js';
import { isDecodable } from '../../routing/path-tree.js';

/** `_envelope`: status, headers and body in one body, for clients that cannot read headers. */
export const envelope: Feature = {
  name: 'envelope',
  extension: ({ parameters }) =>
    parameters.has('_envelope')
      ? { onReply: { when: 'parameters', step: envelopeStep }, onRejection: enveloped }
      : undefined,
};

/** Of the message; and scripts must not read cookies, least of all those that are `HttpOnly`. */
const NEVER_WRITTEN: ReadonlySet<string> = new Set(['content-type', 'set-cookie']);

/**
 * Applies `_envelope`: status, headers and body are put into a body of status 200, for clients that cannot
 * read them otherwise. Runs after the cache, so that one entry serves requests with and without it.
 */
function envelopeStep(reply: Reply, { exchange, query }: RequestContext): Reply | undefined {
  if (exchange.subRequest !== undefined) return undefined;
  const isAsked = Object.hasOwn(query, '_envelope') || isAskedInMalformed(exchange.queryText);
  return isAsked ? envelopeOf(reply) : undefined;
}

/**
 * The envelope of an error for which the query was not read. A path that cannot be decoded has none: Fastify itself
 * responds to it.
 */
function enveloped(reply: Reply, { subRequest, path = '', queryText }: Exchange): Reply {
  if (subRequest !== undefined || !states(queryText) || !isDecodable(path)) return reply;
  return envelopeOf(reply) ?? reply;
}

/** The error of a query that could not be read has an envelope too: the query of the context is empty then. */
function isAskedInMalformed(queryText: string): boolean {
  if (!states(queryText)) return false;
  try {
    parseParameters(queryText);
    return false; // the application has removed the parameter
  } catch {
    return true;
  }
}

const STATED = /(?:^|&)(?:_|%5f)envelope(?:[=&[]|%5b|$)/i;

function states(queryText: string): boolean {
  return STATED.test(queryText);
}

function envelopeOf(reply: Reply): Reply | undefined {
  // Data without a JSON text would be left out.
  reply.body.keep();
  const data = reply.body.data() ?? null;
  // JSON cannot contain bytes or a stream.
  if (!reply.body.isJson && typeof data === 'object' && data !== null) return undefined;
  const { status, headers } = reply;
  const written = writtenHeaders(headers, (name) => !NEVER_WRITTEN.has(name));
  const whole = { body: data, status, headers: written };
  return { status: 200, headers: outerHeaders(reply), body: ReplyBody.of(whole) };
}

/**
 * Cookies, which can only be set by headers, and the headers that caches need outside of the envelope as well: without
 * these, caches would treat a private response, or an error, as an ordinary 200, which some of them store by default.
 */
function outerHeaders({ status, headers }: Reply): ResponseHeaders {
  const outer: ResponseHeaders = {};
  for (const name of ['set-cookie', 'cache-control', 'vary', 'age', 'expires']) {
    const value = headers[name];
    if (value !== undefined) outer[name] = value;
  }
  if (status >= 400) outer['cache-control'] ??= 'no-store';
  return outer;
}
