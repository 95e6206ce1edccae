import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Logger } from '@nestjs/common';
import type { Dispatcher } from '../lifecycle/dispatcher.js';
import type { RouteEntry } from '../lifecycle/endpoint.js';
import type { SubRequests } from '../lifecycle/sub-requests/marks.js';
import { NO_MATCH, type RouteMatch, type RouteTable } from '../routing/route-table.js';
import { isThenable } from '../shared/promises.js';
import { reportError } from '../shared/report-error.js';
import type { ResponseClosing } from './node/closing.js';

/** The paths and the dispatcher that are mounted. */
export interface Served extends Pick<
  Dispatcher,
  'dispatch' | 'reject' | 'rejectUnmatched' | 'fail'
> {
  /** With a slash in front and none at the end; empty for the root. */
  readonly prefix: string;
  /** The beginnings of all paths that belong to the mount. */
  readonly owned: readonly string[];
  /** Whether the application responds to a path below the prefix that has no route; absent if it does so for none. */
  readonly isApplicationPath?: ((path: string) => boolean) | undefined;
  /** Whether the application's own error handler responds to errors of hooks, as for plain controllers. */
  readonly passesErrors: boolean;
  /** Whether OPTIONS describes a path to every client; otherwise CORS responds to it, as on plain controllers. */
  readonly isDescribed: boolean;
  readonly table: RouteTable<RouteEntry>;
  /** Absent if a request has no other spelling than its own. */
  readonly spelling: RequestSpelling | undefined;
  readonly subRequests: SubRequests | undefined;
  readonly closing: ResponseClosing;
}

/** Gives requests the spelling of their routes before the application sees them. */
export interface RequestSpelling {
  readonly statedMethod: StatedMethod;
  /** Called once for each server, before it listens. */
  readonly hear: (server: Server, parts: SpellingParts) => void;
}

/** The functions that decide which spelling a request gets. */
export interface SpellingParts {
  readonly finder: RouteFinder;
  readonly hasPlainHandler: HasPlainHandler;
}

/** Whether a handler of a plain controller may have a method and a whole path, as a client has sent it. */
export type HasPlainHandler = (method: string, path: string) => boolean;

/** Reads the method that a request states. */
export type StatedMethod = (message: IncomingMessage, queryText: string) => string;

/** Finds routes as strictly as the router of the adapter finds those of plain controllers. */
export interface RouteFinder {
  /** The URL as the adapter has it, and middleware that is bound to its path; absent if every URL is. */
  readonly canonicalUrl?: (url: string) => string;
  match(method: string, url: string): RouteMatch<RouteEntry>;
}

/**
 * Begins to serve, after everything with its own middleware has registered it.
 *
 * @param formLimit The largest form that no parser of the application reads, in bytes.
 */
export type Serve = (served: Served, formLimit: number) => Mounted;

/** The functions that an adapter gives to the rest of the library. */
interface Mounted {
  readonly finder: RouteFinder;
  /** Responds to requests that the adapter brings elsewhere; absent if every request of the mount comes to it. */
  readonly respondUnserved?: RespondUnserved;
}

/** Responds to a request of the adapter that is below the prefix, and that no route serves. */
export type RespondUnserved = (request: object, response: object) => void;

/**
 * Finds the route of a request. A POST that still states another method has none: its client does not mean the POST,
 * and everything before has seen a POST.
 *
 * @param match Finds the route of a method at the path of the request.
 */
export function findStated(
  message: IncomingMessage,
  queryText: string,
  { spelling }: Pick<Served, 'spelling'>,
  match: (method: string) => RouteMatch<RouteEntry>,
): RouteMatch<RouteEntry> {
  const { method = '' } = message;
  const stated = spelling?.statedMethod(message, queryText) ?? method;
  const found = match(stated);
  return stated === method || typeof found === 'symbol' ? found : NO_MATCH;
}

/** Logs the error of a request whose response cannot be written. */
export function logFailure(error: unknown): void {
  reportError(new Logger('RestModule'), error);
}

/**
 * Ends a response without content, because what the application does to responses has failed for the error too. Of a
 * response that has begun, the client gets no end, unless it has got all of it.
 */
export function endFailed(response: ServerResponse, error: unknown): void {
  logFailure(error);
  if (response.headersSent) {
    if (!response.writableEnded) response.destroy();
    return;
  }
  try {
    for (const name of OF_CONTENT) response.removeHeader(name);
    response.setHeader('content-length', '0');
    response.statusCode = 500;
    const ended: unknown = response.end();
    // A wrapper may be asynchronous.
    if (isThenable(ended)) Promise.resolve(ended).catch(() => response.destroy());
  } catch {
    response.destroy();
  }
}

const OF_CONTENT = ['content-type', 'content-encoding', 'etag'] as const;
