import type { IncomingHttpHeaders } from 'node:http';
import { InvalidArgumentException } from '../../diagnostics/invalid-argument.exception.js';
import { isHttpMethod, type HttpMethod } from '../../model/declaration/http-method.js';
import { bodyOfData } from '../../pipeline/in-process/body-of-data.js';
import type { InProcessRequest } from '../../pipeline/in-process/in-process-request.js';
import {
  addHeaders,
  callerHeaders,
  type HeaderValues,
} from '../../pipeline/in-process/inherited-headers.js';
import { queryTextOf, type QueryValue } from '../../pipeline/in-process/query-text.js';
import { targetOfPath } from '../../pipeline/in-process/target-of-path.js';

/** What `RestDispatcher.request` takes. */
export interface DispatchedRequest {
  /** `GET` by default. */
  readonly method?: HttpMethod | 'HEAD' | 'OPTIONS';
  /** Below the prefix, with a slash in front; may have a query: `/acme/v1/items?page=2`. */
  readonly path: string;
  /** Added to the query of the path. Lists and objects nest as PHP's names do: `tags[]=a`. */
  readonly query?: Readonly<Record<string, QueryValue>>;
  /** What a JSON body contains, as data; an `UploadedFile` is a file of a form. */
  readonly body?: unknown;
  /** Replace those of the caller, by name in any case of their letters. */
  readonly headers?: HeaderValues;
}

/** @throws InvalidArgumentException on a mistake of the caller, before anything runs. */
export function inProcessRequestOf(
  { method = 'GET', path, query, body, headers = {} }: DispatchedRequest,
  outer: IncomingHttpHeaders,
): InProcessRequest {
  const target = targetOfPath(path);
  const added = query === undefined ? '' : queryTextOf(query);
  const content = bodyOfData(body);
  const all = callerHeaders(outer);
  if (content.kind === 'parameters' && content.whole !== undefined && content.files === undefined) {
    all['content-type'] = 'application/json';
  }
  addHeaders(all, headers);
  return {
    method: checkedMethod(method),
    path: target.path,
    queryText: [target.queryText, added].filter((text) => text !== '').join('&'),
    headers: all,
    body: content,
  };
}

function checkedMethod(method: unknown): string {
  const name = String(method).toUpperCase();
  if (isHttpMethod(name) || name === 'HEAD' || name === 'OPTIONS') return name;
  throw new InvalidArgumentException(
    `RestDispatcher: the method is GET, HEAD, POST, PUT, PATCH, DELETE or OPTIONS. Received: ${JSON.stringify(method)}.`,
  );
}
