import { NotFoundException } from '@nestjs/common';

/** What the requests of Node, Express and Fastify have in common. */
interface AnyRequest {
  readonly method?: unknown;
  readonly url?: unknown;
  readonly originalUrl?: unknown;
  /** The request of Node, on a request of Fastify's. */
  readonly raw?: unknown;
}

/**
 * Whether an error is the one that Nest throws where no handler matches: of that class itself, with the
 * text `Cannot GET /path?query` for this very request. Nest gives it neither a code nor a context of its
 * own.
 */
export function isUnknownPath(error: unknown, request: unknown): boolean {
  if (!(error instanceof NotFoundException) || error.constructor !== NotFoundException)
    return false;
  const { method, url, originalUrl = url } = nodeRequest(request);
  return error.message === `Cannot ${String(method)} ${String(originalUrl)}`;
}

function nodeRequest(request: unknown): AnyRequest {
  const known = (typeof request === 'object' && request !== null ? request : {}) as AnyRequest;
  const { raw } = known;
  return typeof raw === 'object' && raw !== null ? raw : known;
}
