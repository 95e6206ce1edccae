import { once } from 'node:events';
import {
  createServer,
  request as send,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

const HTML =
  '<!doctype html><meta charset="utf-8"><title>Items</title><script type="module" src="/page.js"></script>';

export interface PageServer {
  readonly origin: string;
  /** Forwards the requests below `/api/` to a server, so that the page and the API have one origin. */
  forwardTo(url: string): void;
  close(): Promise<void>;
}

/** Serves one page and its scripts. */
export async function servePage(scripts: ReadonlyMap<string, string>): Promise<PageServer> {
  let api: string | undefined;
  const server = createServer((request, response) => {
    const { url = '/' } = request;
    if (api !== undefined && url.startsWith('/api/')) return forward(request, response, api);
    const script = scripts.get(url.slice(1));
    response.setHeader('content-type', script === undefined ? 'text/html' : 'text/javascript');
    response.end(script ?? HTML);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    forwardTo: (url) => void (api = url),
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function forward(request: IncomingMessage, response: ServerResponse, api: string): void {
  const { method, headers, url = '/' } = request;
  const forwarded = send(new URL(url, api), { method, headers }, (incoming) => {
    response.writeHead(incoming.statusCode ?? 502, incoming.headers);
    incoming.pipe(response);
  });
  forwarded.on('error', (error) => response.destroy(error));
  request.pipe(forwarded);
}
