import type { ExecutionContext } from '@nestjs/common';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { show } from './show.js';

/** What one part saw at one moment. */
export interface Entry {
  /** Of the request, by its header `x-n`. */
  readonly request: string;
  /** The part, and where in it: `guard#2 canActivate`; with `~` before the moment if its order depends on the time. */
  readonly point: string;
  readonly seen: Readonly<Record<string, string>>;
}

/** What is not of one request: lines of the logger, events of the process. */
export interface Line {
  readonly kind: 'logger' | 'process';
  readonly text: string;
  /** The request that it is of, if it is known. */
  readonly request?: string;
}

/** The request of either adapter, or of Node. */
interface AnyRequest {
  readonly method?: string;
  readonly url?: string;
  readonly originalUrl?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly query?: unknown;
  readonly params?: unknown;
  readonly user?: unknown;
}

/** The response of either adapter, or of Node. */
interface AnyResponse {
  readonly statusCode?: number;
  getHeaders?(): Readonly<Record<string, unknown>>;
  readonly headersSent?: boolean;
  readonly sent?: boolean;
}

/** Headers of a response that differ from one to the next, by the clock. */
export const UNSTABLE: ReadonlySet<string> = new Set([
  'date',
  'x-ratelimit-reset',
  'x-response-time',
]);

/** How long a limit of rates lasts depends on the clock: such a header is there, or is not. */
export const ofClock = (name: string, value: string): string =>
  name === 'retry-after' ? 'seconds' : value;

/** Notes what happens in one application, in its order. */
export class Recorder {
  readonly entries: Entry[] = [];
  readonly lines: Line[] = [];
  /** Requests that the server has received and that have not ended. */
  underWay = 0;
  /** What parts have begun and not ended. */
  pending = 0;
  /** The requests that the server has received. */
  readonly received = new Set<string>();
  /** Those whose handler has been called, or whose response has ended. */
  readonly begun = new Set<string>();
  /** The request that is sent alone, for parts that see no request. */
  current = '?';
  readonly #counts = new Map<string, number>();
  readonly #requests = new AsyncLocalStorage<string>();

  saw(point: string, request: unknown, response: unknown, more: object = {}): void {
    const { method, url, originalUrl, headers, body, query, params, user } = request as AnyRequest;
    const own = response as AnyResponse;
    const tag = String(headers?.['x-n'] ?? this.current);
    if (point.startsWith('handler ')) this.begun.add(tag);
    const stated = { method, url, originalUrl, body, query, params, user, ...more };
    const seen: Record<string, string> = {};
    for (const [name, value] of Object.entries(stated)) {
      if (value !== undefined) seen[name] = show(value);
    }
    seen['times'] = String(this.#count(`${tag} ${point}`));
    seen['status'] = String(own.statusCode);
    seen['sent'] = String(own.headersSent ?? own.sent);
    for (const [name, value] of Object.entries(own.getHeaders?.() ?? {}))
      if (!UNSTABLE.has(name))
        seen[`header ${name}`] = ofClock(
          name,
          show(typeof value === 'number' ? String(value) : value),
        );
    this.entries.push({ request: tag, point, seen });
  }

  see(point: string, context: ExecutionContext, more?: object): void {
    const http = context.switchToHttp();
    this.saw(point, http.getRequest(), http.getResponse(), {
      class: context.getClass().name,
      handler: context.getHandler().name,
      ...more,
    });
  }

  line(kind: Line['kind'], text: string): void {
    const request = this.#requests.getStore();
    this.lines.push({ kind, text, ...(request === undefined ? {} : { request }) });
  }

  /** Says of which request the lines are that are written from now on, by what this call begins. */
  enter({ headers }: IncomingMessage): void {
    this.#requests.enterWith(String(headers['x-n']));
  }

  /** Counts a request until its response ends, or its connection: then Node ends no response that waits for its turn. */
  watch(request: IncomingMessage, response: ServerResponse): void {
    const tag = String(request.headers['x-n']);
    this.received.add(tag);
    this.underWay++;
    let isEnded = false;
    const end = (): void => {
      if (isEnded) return;
      isEnded = true;
      this.underWay--;
      this.begun.add(tag);
      request.socket.off('close', end);
    };
    response.once('close', end);
    if (request.httpVersionMajor === 1) request.socket.once('close', end);
  }

  /** Counts work until it ends. */
  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    this.pending++;
    try {
      return await work();
    } finally {
      this.pending--;
    }
  }

  #count(key: string): number {
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return count;
  }
}
