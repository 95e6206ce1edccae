import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { settleHeaders, type LateHeaders } from '../http/late-headers.js';

type WriteHead = (status: number, headers?: OutgoingHttpHeaders) => ServerResponse;

/**
 * Looks at the headers of one response after all `onSend` hooks: `@fastify/compress` and `@fastify/cookie`
 * add theirs there. Middleware that has wrapped `writeHead` adds them later still, by `setHeader`.
 */
export function expectLateHeaders(response: ServerResponse, late: LateHeaders): void {
  const isWrapped = Object.hasOwn(response, 'writeHead');
  const write = response.writeHead.bind(response) as WriteHead;
  const writeHead: WriteHead = (status, headers) => {
    settleHeaders(response, late, headers);
    if (isWrapped) watchSetHeader(response, late);
    return headers === undefined ? write(status) : write(status, headers);
  };
  response.writeHead = writeHead as ServerResponse['writeHead'];
}

function watchSetHeader(response: ServerResponse, late: LateHeaders): void {
  const set = response.setHeader.bind(response);
  response.setHeader = (name, value) => {
    set(name, value);
    if (/^(?:set-cookie|content-encoding)$/i.test(name)) settleHeaders(response, late);
    return response;
  };
}
