import { Agent, request as send, type IncomingHttpHeaders } from 'node:http';
import type { FuzzedRequest } from './arbitrary-request.js';

export interface FuzzedResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Sends requests over connections that stay open: a new one for each would be most of the time. */
export interface FuzzClient {
  send(url: string, request: FuzzedRequest): Promise<FuzzedResponse>;
  close(): void;
}

/** A response that does not come fails the run instead of waiting for the limit of the whole test. */
const TIME_LIMIT = 20_000;

export function createClient(): FuzzClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  return {
    send: (url, { method, path, headers, body }) =>
      new Promise((resolve, reject) => {
        const length = body === undefined ? {} : { 'content-length': String(body.length) };
        // The path goes out as it is written, which a URL would not let it.
        const { hostname: host, port } = new URL(url);
        const options = { host, port, agent, method, path, timeout: TIME_LIMIT };
        const request = send({ ...options, headers: { ...headers, ...length } }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            const text = Buffer.concat(chunks).toString('utf8');
            resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
          });
        });
        request.on('timeout', () => request.destroy(new Error('No response came.')));
        request.on('error', reject);
        request.end(body);
      }),
    close: () => agent.destroy(),
  };
}

/** Whether a response is Fastify's own to a malformed URL: no hook of an application runs before it. */
export function isOfMalformedUrl({
  status,
  text,
}: Pick<FuzzedResponse, 'status' | 'text'>): boolean {
  return status === 400 && text.includes('"code":"FST_ERR_BAD_URL"');
}

/** Whether Fastify cannot decode the path of a URL. */
export function isMalformedUrl(url: string): boolean {
  try {
    decodeURI(url.replace(/[?#].*$/s, ''));
    return false;
  } catch {
    return true;
  }
}
