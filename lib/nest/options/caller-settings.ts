import { CallerReads } from '../../lifecycle/permissions/observed-reads.js';
import type { RequestContext } from '../../lifecycle/request-context.js';
import type { SecurityScheme, SecuritySchemes } from '../../routes/declaration/permission.js';
import type { RestRequest } from '../../routes/rest-request.js';
import { isHeaderName } from '../../shared/header-names.js';
import type { RestModuleOptions } from './rest-options.js';
import { rejectOption } from './settings.js';

/** A scheme, and parameters where it has some: `Bearer`, `Basic realm="acme"`. */
const CHALLENGE = /^[\w!#$%&'*+.^`|~-]+(?: +[\x21-\x7e][\x20-\x7e]*)?$/;
const DEFAULT_CHALLENGE = 'Bearer';
/** Where the options state no namespace. */
const DEFAULT_REALM = 'api';

/**
 * The `WWW-Authenticate` of a 401: the one that is stated, else that of the security schemes; `undefined` for
 * none.
 *
 * @throws InvalidArgumentException where it is no challenge.
 */
export function challengeOf(
  options: Pick<RestModuleOptions, 'challenge' | 'namespace' | 'securitySchemes'>,
): string | undefined {
  const { securitySchemes } = options;
  const namespace = options.namespace || DEFAULT_REALM;
  const value: unknown = options.challenge;
  if (value === false) return undefined;
  if (value === undefined) {
    return securitySchemes === undefined
      ? DEFAULT_CHALLENGE
      : challengesOf(securitySchemes, namespace);
  }
  if (typeof value === 'string' && CHALLENGE.test(value)) return value;
  return rejectOption('challenge', 'false or a challenge such as "Bearer"', value);
}

/** Finds the user with the option, else in `request.user`, where Passport and Nest's guards put it. */
export function callerOf(options: RestModuleOptions): (context: RequestContext) => unknown {
  const isStated = statedCallerHeaders(options) !== undefined;
  if (options.user !== undefined) {
    return (subject) =>
      options.user?.(isStated || !subject.notesCaller ? subject.request : observed(subject));
  }
  return (subject) => {
    // A guard has identified the caller, by whatever it has read.
    if (!isStated && subject.notesCaller) subject.callerReads = new CallerReads();
    const { raw } = subject;
    return typeof raw === 'object' && raw !== null
      ? (Reflect.get(raw, 'user') as unknown)
      : undefined;
  };
}

/** Other caches may keep the response: what identifies the caller is noted. */
function observed(subject: RequestContext): RestRequest {
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
  return rejectOption(
    'cache.callerHeaders',
    'a list of names of headers such as ["Authorization"]',
    names,
  );
}

/**
 * The `WWW-Authenticate` of a 401 by the ways in which callers identify themselves: one challenge for each
 * scheme of HTTP among them. `undefined` where there is none, as for keys and cookies.
 *
 * @example
 * challengesOf({ token: { type: 'oauth2' }, login: { type: 'http', scheme: 'basic' } }, 'acme');
 * // 'Bearer, Basic realm="acme"'
 *
 * @see RFC 9110, 11.6.1; RFC 6750, 3; RFC 7617, 2
 */
function challengesOf(schemes: SecuritySchemes, realm: string): string | undefined {
  const challenges = Object.values(schemes).map((scheme) => challengeOfScheme(scheme, realm));
  const known = new Set(challenges.filter((challenge) => challenge !== undefined));
  return known.size === 0 ? undefined : [...known].join(', ');
}

/** Other schemes of HTTP, such as `digest`, need parameters that are made for each response. */
function challengeOfScheme({ type, scheme }: SecurityScheme, realm: string): string | undefined {
  if (type === 'oauth2' || type === 'openIdConnect') return 'Bearer';
  if (type !== 'http' || typeof scheme !== 'string') return undefined;
  switch (scheme.toLowerCase()) {
    case 'bearer':
      return 'Bearer';
    case 'basic':
      return `Basic realm="${realm.replace(/["\\]/g, '\\$&')}", charset="UTF-8"`;
    default:
      return undefined;
  }
}
