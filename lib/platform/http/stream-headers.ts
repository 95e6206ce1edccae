import type { OutgoingHttpHeader, ServerResponse } from 'node:http';

/** The headers that Nest adds to a stream. */
const OF_STREAMS = ['content-type', 'content-disposition', 'content-length'];

/** A reply of Fastify's, which keeps headers beside those of Node's response. */
export interface HeaderReply {
  getHeader(name: string): OutgoingHttpHeader | undefined;
  removeHeader(name: string): unknown;
  header(name: string, value: string | string[]): unknown;
}

/**
 * Remembers the headers that are about to be set for a stream. The returned function restores them: an
 * error in place of the stream has neither its type, nor its length, nor its `ETag`.
 */
export function rememberHeaders(
  response: ServerResponse,
  headers: object,
  reply?: HeaderReply,
): () => void {
  const names = new Set([...Object.keys(headers), ...OF_STREAMS]);
  const remembered = [...names].map((name): RememberedHeader => ({
    name,
    ofReply: reply?.getHeader(name),
    ofResponse: response.getHeader(name),
  }));
  return () => {
    for (const header of remembered) restore(header, response, reply);
  };
}

interface RememberedHeader {
  readonly name: string;
  readonly ofReply: OutgoingHttpHeader | undefined;
  readonly ofResponse: OutgoingHttpHeader | undefined;
}

function restore(
  { name, ofReply, ofResponse }: RememberedHeader,
  response: ServerResponse,
  reply: HeaderReply | undefined,
): void {
  reply?.removeHeader(name);
  response.removeHeader(name);
  if (ofResponse !== undefined) response.setHeader(name, ofResponse);
  // A reply also shows the headers of its response.
  if (ofReply === undefined || String(ofReply) === String(ofResponse)) return;
  reply?.header(name, Array.isArray(ofReply) ? ofReply : String(ofReply));
}
