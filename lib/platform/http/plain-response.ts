import { ServerResponse } from 'node:http';
import type { RouteResponse } from '../../pipeline/responses/route-response.js';

/** The response of a request that no route of the library serves, with any adapter of Nest. */
export interface PlainResponse {
  /** Whether the response, or its beginning, was sent. */
  readonly isSent: boolean;
  /** A header that the application has set before. */
  presetHeader(name: string): string | undefined;
  send(response: RouteResponse): void;
  /** Ends a response whose beginning was sent. */
  end(): void;
}

/** A reply of Fastify's, as far as it matters here. */
interface Reply {
  readonly raw: ServerResponse;
  readonly sent: boolean;
  getHeader(name: string): number | string | string[] | undefined;
  code(status: number): Reply;
  header(name: string, value: string | string[]): Reply;
  send(body?: unknown): Reply;
}

/**
 * Wraps what an exception filter receives as the response: that of Node, as Express has it and as Nest's
 * middleware on Fastify does, or a reply of Fastify's. `undefined` for anything else.
 */
export function plainResponseOf(response: unknown): PlainResponse | undefined {
  if (response instanceof ServerResponse) return new NodeResponse(response);
  return isReply(response) ? new FastifyResponse(response) : undefined;
}

function isReply(response: unknown): response is Reply {
  return (
    typeof response === 'object' &&
    response !== null &&
    'raw' in response &&
    response.raw instanceof ServerResponse
  );
}

class NodeResponse implements PlainResponse {
  constructor(private readonly response: ServerResponse) {}

  get isSent(): boolean {
    return this.response.headersSent;
  }

  presetHeader(name: string): string | undefined {
    return textOf(this.response.getHeader(name));
  }

  send({ status, headers, body }: RouteResponse): void {
    const text = typeof body === 'string' ? body : undefined;
    if (text !== undefined) headers['content-length'] = String(Buffer.byteLength(text));
    this.response.writeHead(status, headers);
    this.response.end(this.response.req.method === 'HEAD' ? undefined : text);
  }

  end(): void {
    this.response.end();
  }
}

class FastifyResponse implements PlainResponse {
  constructor(private readonly reply: Reply) {}

  get isSent(): boolean {
    return this.reply.sent || this.reply.raw.headersSent;
  }

  presetHeader(name: string): string | undefined {
    return textOf(this.reply.getHeader(name));
  }

  send({ status, headers, body }: RouteResponse): void {
    for (const [name, value] of Object.entries(headers)) this.reply.header(name, value);
    this.reply.code(status).send(body);
  }

  end(): void {
    this.reply.raw.end();
  }
}

function textOf(value: number | string | string[] | undefined): string | undefined {
  return value === undefined ? undefined : String(value);
}
