import { StreamableFile } from '@nestjs/common';
import { bodyFormat } from '../body/body-format.js';
import type { ResponseHeaders } from '../responses/response-headers.js';
import type { RouteResponse } from '../responses/route-response.js';

/** A response with its data in place of a body. */
export interface InProcessResult {
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly data: unknown;
}

/** Only a response that was a text before, of a cache or of a method that writes itself, is parsed. */
export function inProcessResult(response: RouteResponse): InProcessResult {
  const { status, headers } = response;
  return { status, headers, data: dataOfResponse(response) };
}

/** The data of a response: as its method returned them, else what its text contains. */
export function dataOfResponse({ body, kept, headers }: RouteResponse): unknown {
  if (kept !== undefined) return kept.data;
  if (body === undefined || body instanceof StreamableFile) return body;
  return isJson(headers) ? JSON.parse(textOf(body)) : body;
}

function isJson({ 'content-type': type }: ResponseHeaders): boolean {
  return type !== undefined && bodyFormat(String(type), 'GET') === 'json';
}

function textOf(body: string | Uint8Array): string {
  return typeof body === 'string' ? body : Buffer.from(body).toString('utf8');
}
