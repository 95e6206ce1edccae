import { InvalidArgumentException } from '../../diagnostics/invalid-argument.exception.js';
import type { SecurityScheme } from '../../model/permissions/security-scheme.js';
import type { RequestParts, RestRequest } from '../../model/request/rest-request.js';
import { CallerReads, type NotedCaller } from '../../pipeline/caching/caller-reads.js';
import { isHeaderName } from '../../shared/header-names.js';
import type { RestModuleOptions } from './rest-options.js';

/** A request whose user can be found: to a route, or to a handler of a plain controller. */
export interface IdentifiableRequest extends RequestParts, NotedCaller {
  readonly request: RestRequest;
  /** Whether other caches may keep the response: what identifies the caller is noted. */
  readonly isCached: boolean;
}

/** Finds the user with the option, else in `request.user`, where Passport and Nest's guards put it. */
export function callerOf(options: RestModuleOptions): (request: IdentifiableRequest) => unknown {
  const isStated = statedCallerHeaders(options) !== undefined;
  if (options.user !== undefined) {
    return (subject) =>
      options.user?.(isStated || !subject.isCached ? subject.request : observed(subject));
  }
  return (subject) => {
    // A guard has identified the caller, by whatever it has read.
    if (!isStated && subject.isCached) subject.callerReads = new CallerReads();
    const { raw } = subject;
    return typeof raw === 'object' && raw !== null
      ? (Reflect.get(raw, 'user') as unknown)
      : undefined;
  };
}

function observed(subject: IdentifiableRequest): RestRequest {
  const reads = new CallerReads();
  subject.callerReads = reads;
  return reads.observe(subject);
}

/**
 * The request headers that identify callers, as the application states them; `undefined` where it does not,
 * or where a security scheme identifies callers by something else, such as a certificate.
 *
 * @throws InvalidArgumentException on what are no names of headers.
 */
export function statedCallerHeaders({
  cache: { callerHeaders } = {},
  securitySchemes,
}: RestModuleOptions): readonly string[] | undefined {
  if (callerHeaders !== undefined) return checkedNames(callerHeaders);
  if (securitySchemes === undefined) return undefined;
  const headers = Object.values(securitySchemes).map(headersOfScheme);
  const known = headers.filter((names) => names !== undefined);
  return known.length === headers.length ? [...new Set(known.flat())] : undefined;
}

/** A key in the query is part of the URL, which keeps the responses apart. */
function headersOfScheme(scheme: SecurityScheme): readonly string[] | undefined {
  const { type, in: place, name } = scheme;
  if (type === 'http' || type === 'oauth2' || type === 'openIdConnect') return ['Authorization'];
  if (type !== 'apiKey') return undefined;
  if (place === 'cookie') return ['Cookie'];
  if (place === 'query') return [];
  return place === 'header' && typeof name === 'string' && isHeaderName(name) ? [name] : undefined;
}

function checkedNames(names: unknown): readonly string[] {
  if (
    Array.isArray(names) &&
    names.every((name) => typeof name === 'string' && isHeaderName(name))
  ) {
    return names as readonly string[];
  }
  throw new InvalidArgumentException(
    `RestModule: cache.callerHeaders is a list of names of headers such as ["Authorization"], not ${JSON.stringify(names)}.`,
  );
}
