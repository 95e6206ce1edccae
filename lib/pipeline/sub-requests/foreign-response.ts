import { Logger } from '@nestjs/common';
import { STATUS_CODES } from 'node:http';
import { httpError } from '../../diagnostics/http-error-catalogue.js';
import { RestException } from '../../diagnostics/rest.exception.js';
import { codeOfStatus } from '../../diagnostics/translate-error.js';
import { logText } from '../../shared/log-text.js';
import { bodyFormat } from '../body/body-format.js';
import type { ResponseHeaders } from '../responses/response-headers.js';
import { ReplyBody, type MakeError, type Reply } from '../responses/reply.js';

/**
 * A response as data. The library may not have written it: middleware and hooks respond to sub-requests too. An error without
 * JSON becomes one of ours with its status. Of another response, JSON is parsed, a text stays one, and bytes, which
 * JSON cannot contain, are left out. An encoded body is an error: no sub-request accepts an encoding.
 *
 * @param path That of the sub-request, for the log.
 */
export function readForeign(reply: Reply, makeError: MakeError, path: string): Reply {
  const { status, headers } = reply;
  const content = reply.body.text();
  const json = typeof content === 'string' && isJson(headers) ? parse(content) : undefined;
  if (json !== undefined) return { status, headers, body: json };
  if (status < 400 || status > 599) {
    const encoding = encodingOf(headers);
    if (content !== undefined && encoding !== undefined) return makeError(encoded(encoding, path));
    return typeof content === 'string' ? reply : { status, headers, body: ReplyBody.NONE };
  }
  const message = STATUS_CODES[status] ?? 'Error';
  const error = makeError(new RestException(codeOfStatus(status), `${message}.`, status));
  const { 'content-encoding': _encoding, ...others } = headers;
  return { ...error, headers: { ...others, ...error.headers } };
}

/** `undefined` for a body that is not encoded. */
function encodingOf(headers: ResponseHeaders): string | undefined {
  const encoding = String(headers['content-encoding'] ?? 'identity').toLowerCase();
  return encoding === 'identity' ? undefined : encoding;
}

function encoded(encoding: string, path: string): RestException {
  const error = httpError('rest_response_encoded', JSON.stringify(encoding));
  new Logger('RestModule').warn(logText(`The sub-request to ${path}: ${error.message}`));
  return error;
}

/** Whether the content of a response is JSON. */
export function isJson({ 'content-type': type }: ResponseHeaders): boolean {
  return type !== undefined && bodyFormat(String(type), 'GET') === 'json';
}

function parse(text: string): ReplyBody | undefined {
  try {
    return ReplyBody.of(JSON.parse(text));
  } catch {
    return undefined; // a text that only claims to be JSON
  }
}
