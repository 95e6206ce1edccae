import { Logger } from '@nestjs/common';
import { STATUS_CODES } from 'node:http';
import { httpError } from '../../diagnostics/http-error-catalogue.js';
import { RestException } from '../../diagnostics/rest.exception.js';
import { codeOfStatus } from '../../diagnostics/translate-error.js';
import { logText } from '../../shared/log-text.js';
import { bodyFormat } from '../body/body-format.js';
import type { MakeError, RouteResponse } from '../responses/route-response.js';

/**
 * A response as data. The library may not have written it: middleware and hooks respond to sub-requests too. An error without
 * JSON becomes one of ours with its status. Of another response, JSON is parsed, a text stays one, and bytes, which
 * JSON cannot contain, are left out. An encoded body is an error: no sub-request accepts an encoding.
 *
 * @param path That of the sub-request, for the log.
 */
export function readForeign(
  response: RouteResponse,
  makeError: MakeError,
  path: string,
): RouteResponse {
  const { status, headers, body } = response;
  const parsed = parse(response);
  if (parsed !== undefined) return { status, headers, body: undefined, kept: parsed };
  if (status < 400 || status > 599) {
    const encoding = encodingOf(response);
    if (encoding !== undefined) return makeError(encoded(encoding, path));
    return typeof body === 'string' ? response : { status, headers, body: undefined };
  }
  const message = STATUS_CODES[status] ?? 'Error';
  const error = makeError(new RestException(codeOfStatus(status), `${message}.`, status));
  const { 'content-encoding': _encoding, ...others } = headers;
  return { ...error, headers: { ...others, ...error.headers } };
}

/** `undefined` for a body that is not encoded, and for none. */
function encodingOf({ body, headers }: RouteResponse): string | undefined {
  const encoding = String(headers['content-encoding'] ?? 'identity').toLowerCase();
  return body === undefined || encoding === 'identity' ? undefined : encoding;
}

function encoded(encoding: string, path: string): RestException {
  const error = httpError('rest_response_encoded', JSON.stringify(encoding));
  new Logger('RestModule').warn(logText(`The sub-request to ${path}: ${error.message}`));
  return error;
}

function parse({ body, headers }: RouteResponse): { readonly data: unknown } | undefined {
  const type = headers['content-type'];
  if (typeof body !== 'string' || bodyFormat(String(type ?? ''), 'GET') !== 'json') {
    return undefined;
  }
  try {
    return { data: JSON.parse(body) as unknown };
  } catch {
    return undefined; // a text that only claims to be JSON
  }
}
