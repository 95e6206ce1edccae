import { createApiLink } from '../../pipeline/discovery/api-link.js';
import { challengesOf } from '../../pipeline/outgoing/challenges.js';
import type { ErrorHeaders } from '../../pipeline/outgoing/error-headers.js';
import type { OutgoingOptions } from '../../pipeline/outgoing/outgoing.js';
import { InvalidArgumentException } from '../../diagnostics/invalid-argument.exception.js';
import { mergeObjects } from '../../shared/merge-objects.js';
import { hasNeutralHeaders } from './choice-options.js';
import type { RestModuleOptions } from './rest-options.js';

/** A scheme, and parameters where it has some: `Bearer`, `Basic realm="acme"`. */
const CHALLENGE = /^[\w!#$%&'*+.^`|~-]+(?: +[\x21-\x7e][\x20-\x7e]*)?$/;
const DEFAULT_CHALLENGE = 'Bearer';
/** Where the options state no namespace. */
const DEFAULT_REALM = 'api';

/** The options of `forRoot` that concern errors. */
export type RestErrorOptions = Pick<
  RestModuleOptions,
  'challenge' | 'debug' | 'errors' | 'namespace' | 'protectiveHeaders' | 'securitySchemes'
>;

/**
 * The options that apply to every response.
 *
 * @param root The path of the API, with a slash at the end.
 * @throws InvalidArgumentException where `challenge` is no challenge, or `headers` is unknown.
 */
export function outgoingOf(options: RestModuleOptions, root: string): OutgoingOptions {
  const isNeutral = hasNeutralHeaders(options);
  const apiLink =
    options.discovery === false || isNeutral
      ? undefined
      : { apiLink: createApiLink(root, originOf(options)) };
  return mergeObjects({ ...errorHeadersOf(options), isNeutral }, apiLink);
}

/** The origin of the API from the options; that of each request where it is `undefined`. */
export function originOf({ discovery }: RestModuleOptions): string | undefined {
  return typeof discovery === 'object' ? discovery.url : undefined;
}

/**
 * The options that apply to every error.
 *
 * @throws InvalidArgumentException where `challenge` is no challenge.
 */
export function errorHeadersOf(options: RestErrorOptions): ErrorHeaders {
  const { protectiveHeaders = true } = options;
  const challenge = challengeOf(options);
  return mergeObjects(
    { isProtective: protectiveHeaders },
    challenge === undefined ? undefined : { challenge },
  );
}

/**
 * The `WWW-Authenticate` of a 401: the one that is stated, else that of the security schemes; `undefined` for
 * none.
 *
 * @throws InvalidArgumentException where it is no challenge.
 */
export function challengeOf(options: RestErrorOptions): string | undefined {
  const { securitySchemes, namespace = DEFAULT_REALM } = options;
  const value: unknown = options.challenge;
  if (value === false) return undefined;
  if (value === undefined) {
    return securitySchemes === undefined
      ? DEFAULT_CHALLENGE
      : challengesOf(securitySchemes, namespace);
  }
  if (typeof value === 'string' && CHALLENGE.test(value)) return value;
  throw new InvalidArgumentException(
    `RestModule: challenge is false or a challenge such as "Bearer", not ${JSON.stringify(value)}.`,
  );
}
