import { showCaller } from '../../lifecycle/steps/authorize.step.js';
import { whenReady } from '../../shared/promises.js';
import type { RequestContext } from '../../lifecycle/request-context.js';
import type { SecurityScheme, SecuritySchemes } from '../../routes/declaration/permission.js';
import { isHeaderName } from '../../shared/header-names.js';
import type { RestModuleOptions } from './rest-options.js';
import { rejectOption } from './option-values.js';

/** A scheme, with its parameters if it has some: `Bearer`, `Basic realm="acme"`. */
const CHALLENGE = /^[\w!#$%&'*+.^`|~-]+(?: +[\x21-\x7e][\x20-\x7e]*)?$/;
const DEFAULT_CHALLENGE = 'Bearer';
/** For options that state no namespace. */
const DEFAULT_REALM = 'api';

/**
 * The `WWW-Authenticate` of a 401: the stated one, or else that of the security schemes; `undefined` for none.
 *
 * @throws InvalidArgumentException if it is not a challenge.
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

/** Finds the user with the option, or else in `request.user`, which Passport and Nest's guards set. */
export function callerOf(options: RestModuleOptions): (context: RequestContext) => unknown {
  if (options.user !== undefined) {
    return ({ request, raw }) =>
      whenReady(options.user?.(request), (user) => showCaller(raw, user));
  }
  return ({ exchange: { raw } }) =>
    typeof raw === 'object' && raw !== null ? (Reflect.get(raw, 'user') as unknown) : undefined;
}

/** The headers by which guards and Passport usually identify callers. */
const USUAL_CALLER_HEADERS: readonly string[] = ['Authorization', 'Cookie'];

/**
 * The request headers that identify callers; `undefined` if they are not known: the application does not state them,
 * and finds its callers by functions of its own, or a security scheme identifies them by something else, such as a
 * certificate.
 *
 * @throws InvalidArgumentException on texts that are not names of headers.
 */
export function callerHeadersOf(options: RestModuleOptions): readonly string[] | undefined {
  const { cache = {}, securitySchemes } = options;
  if (cache.callerHeaders !== undefined) return checkedNames(cache.callerHeaders);
  if (securitySchemes === undefined) {
    const isUsual = options.user === undefined && cache.caller === undefined;
    return isUsual ? USUAL_CALLER_HEADERS : undefined;
  }
  const headers = Object.values(securitySchemes).map(headersOfScheme);
  const known = headers.filter((names) => names !== undefined);
  return known.length === headers.length ? [...new Set(known.flat())] : undefined;
}

/**
 * The guards and interceptors that treat all callers alike, as the application states: classes, objects without a class,
 * and names of providers.
 *
 * @throws InvalidArgumentException on anything else.
 */
export function uniformOf({ cache }: RestModuleOptions): ReadonlySet<unknown> {
  const stated: unknown = cache?.uniform ?? [];
  if (Array.isArray(stated) && stated.every(mayBeUniform)) return new Set<unknown>(stated);
  // An instance may be circular, and a message does not show its content.
  const received = Array.isArray(stated) ? stated.map((one) => typeof one) : typeof stated;
  return rejectOption(
    'cache.uniform',
    "a list of classes such as [ThrottlerGuard, TimingInterceptor], of objects without a class, and of names of providers such as 'ClsRootModule.APP_GUARD'",
    received,
  );
}

/** An object with a class is listed by it: another instance, which Nest creates, would not be this object. */
function mayBeUniform(one: unknown): boolean {
  if (typeof one === 'function') return true;
  if (typeof one === 'string') return one !== '';
  if (typeof one !== 'object' || one === null) return false;
  const { constructor: type }: { readonly constructor?: unknown } = one;
  return (type === undefined || type === Object) && ('canActivate' in one || 'intercept' in one);
}

/** A key in the query is part of the URL, so caches keep the responses apart. */
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
 * The `WWW-Authenticate` of a 401 by the security schemes: one challenge for each HTTP scheme among them. `undefined`
 * if there is none, as for keys and cookies.
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

/** Other HTTP schemes, such as `digest`, need parameters that are made for each response. */
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
