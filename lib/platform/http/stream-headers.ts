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
 * Remembers the headers that are about to be set for a stream. What it returns puts them back as they
 * were: an error in place of the stream has neither its type, nor its length, nor its `ETag`.
 */
export function rememberHeaders(
  response: ServerResponse,
  headers: object,
  reply?: HeaderReply,
): () => void {
  const names = new Set([...Object.keys(headers), ...OF_STREAMS]);
  const before = [...names].map((name) => ({
    name,
    ofReply: reply?.getHeader(name),
    ofResponse: response.getHeader(name),
  }));
  return () => {
    for (const { name, ofReply, ofResponse } of before) {
      reply?.removeHeader(name);
      response.removeHeader(name);
      if (ofResponse !== undefined) response.setHeader(name, ofResponse);
      if (ofReply === undefined || String(ofReply) === String(ofResponse)) continue;
      reply?.header(name, Array.isArray(ofReply) ? ofReply : String(ofReply));
    }
  };
}
