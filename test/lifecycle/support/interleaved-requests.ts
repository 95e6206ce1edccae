import { once } from 'node:events';
import { Agent, request as send, type ClientRequest, type IncomingMessage } from 'node:http';
import type { Server, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';

export interface InterleavedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | number>>;
  /** Of the body; each reaches the server by itself. */
  readonly parts: readonly (string | Buffer)[];
}

/** Sends requests whose bodies reach a server in turns: a part of each, then the next part of each. */
export class InterleavingClient {
  readonly #agent = new Agent({ keepAlive: true });
  /** The server's side of the connections, by the port of the client's side. */
  readonly #sockets = new Map<number | undefined, Socket>();

  constructor(
    server: Server,
    private readonly port: number,
  ) {
    server.on('connection', (socket) => this.#sockets.set(socket.remotePort, socket));
  }

  /** The responses in the order of the requests. */
  async send(requests: readonly InterleavedRequest[]): Promise<unknown[]> {
    const sent = requests.map((request) => this.#begin(request));
    for (const { request } of sent) await this.#received(request);
    const most = Math.max(...requests.map(({ parts }) => parts.length));
    for (let at = 1; at < most; at += 1) {
      for (const [index, { parts }] of requests.entries()) {
        const request = sent[index]?.request;
        const part = parts[at];
        if (request === undefined || part === undefined) continue;
        if (at === parts.length - 1) request.end(part);
        else request.write(part);
        await this.#received(request);
      }
    }
    return Promise.all(sent.map(({ response }) => response));
  }

  close(): void {
    this.#agent.destroy();
  }

  /** Sends the headers, and with them the whole body if it has one part. */
  #begin({ method, path, headers, parts }: InterleavedRequest) {
    const { port } = this;
    const request = send({ host: '127.0.0.1', port, method, path, headers, agent: this.#agent });
    const response = readJson(request);
    if (parts.length > 1) request.write(parts[0]);
    else request.end(parts[0]);
    return { request, response };
  }

  /** Resolves once the server has received what was written. */
  async #received(request: ClientRequest): Promise<void> {
    const own = request.socket ?? ((await once(request, 'socket')) as [Socket])[0];
    if (own.connecting) await once(own, 'connect');
    const isThere = (): boolean => {
      const socket = this.#sockets.get(own.localPort);
      return own.destroyed || (socket?.bytesRead ?? 0) >= own.bytesWritten;
    };
    while (!isThere()) await nextTurn();
  }
}

async function readJson(request: ClientRequest): Promise<unknown> {
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return JSON.parse(await text(response));
}
