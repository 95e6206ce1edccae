import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { settleHeaders, type LateHeaders } from '../http/late-headers.js';

/** Where a response keeps which headers are checked again when its head is written. */
const LATE = Symbol('late headers');

interface LateResponse extends ServerResponse {
  [LATE]?: LateHeaders;
}

type WriteHead = (this: LateResponse, ...args: unknown[]) => unknown;

/**
 * Checks headers after all middleware: `compression` and `express-session` add theirs in a `writeHead` of
 * their own, around the one of the prototype that is replaced here.
 *
 * @param prototype Of all responses of the application.
 */
export function watchLateHeaders(prototype: object): void {
  const base = Reflect.get(prototype, 'writeHead') as WriteHead;
  const writeHead: WriteHead = function writeHead(...args) {
    const late = this[LATE];
    if (late !== undefined) settleHeaders(this, late, headersIn(args));
    return Reflect.apply(base, this, args);
  };
  Reflect.defineProperty(prototype, 'writeHead', {
    value: writeHead,
    writable: true,
    configurable: true,
  });
}

export function expectLateHeaders(response: LateResponse, late: LateHeaders): void {
  // Without a `writeHead` of its own no middleware can add a header any more.
  if (Object.hasOwn(response, 'writeHead')) response[LATE] = late;
}

/** `writeHead(status, headers)`, or with a phrase between. */
function headersIn(args: readonly unknown[]): OutgoingHttpHeaders | undefined {
  const last = args.at(-1);
  const isHeaders = typeof last === 'object' && last !== null && !Array.isArray(last);
  return isHeaders ? (last as OutgoingHttpHeaders) : undefined;
}
