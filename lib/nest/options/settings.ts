import type { ApplicationConfig } from '@nestjs/core';
import { InvalidArgumentException } from '../../diagnostics/invalid-argument.exception.js';
import { DEFAULT_MAX_WAIT, LONGEST_WAIT } from '../../lifecycle/batch/sub-requests.js';
import { parseDuration } from '../../types/duration.js';
import type { EmbedOptions } from './option-groups.js';
import { createApiLink, type OutgoingOptions } from '../../lifecycle/responses/outgoing.js';
import {
  replyOfError,
  replyOfNest,
  replyOfProblem,
  type MakeError,
} from '../../lifecycle/messages/reply.js';
import type { RequestContext } from '../../lifecycle/request-context.js';
import type { SecurityScheme, SecuritySchemes } from '../../routes/declaration/permission.js';
import { isHeaderName } from '../../shared/header-names.js';
import type { RestModuleOptions } from './rest-options.js';

/** The options that are one of several words; the first is the default. */
const CHOICES = {
  unknownArguments: ['ignore', 'refuse'],
  responses: ['returned', 'declared'],
  headers: ['wordpress', 'neutral'],
  errors: ['wordpress', 'problem', 'nest'],
  notFound: ['rest', 'nest'],
} as const;

/**
 * The value of an option whose words are in `CHOICES`.
 *
 * @throws InvalidArgumentException on any other value, because a misspelt option must not allow a request or send a
 * property.
 */
export function choiceOf<Name extends keyof typeof CHOICES>(
  options: Pick<RestModuleOptions, Name>,
  name: Name,
): (typeof CHOICES)[Name][number] {
  const choices: readonly (typeof CHOICES)[Name][number][] = CHOICES[name];
  const stated: unknown = options[name];
  const choice = stated === undefined ? choices[0] : choices.find((one) => one === stated);
  const expected = choices.map((one) => `'${one}'`).join(' or ');
  return choice ?? rejectOption(name, expected, stated);
}

const EMBEDDED_REQUESTS = 100;
const MAXIMUM_BYTES = 8 * 1024 * 1024;

/**
 * The limits of the embedded data of one response; `maxWait` in milliseconds.
 *
 * @throws InvalidArgumentException if one is not a whole number in its bounds.
 */
export function embedLimitsOf({ embed = {} }: RestModuleOptions): Required<EmbedOptions> {
  return subRequestLimits('embed', embed, EMBEDDED_REQUESTS, 0);
}

/**
 * The limits of the requests that one request makes, which are the same for batches and embedding.
 *
 * @param least The number of requests that must be allowed.
 * @throws InvalidArgumentException if one is not a whole number in its bounds.
 */
export function subRequestLimits(
  option: 'batch' | 'embed',
  stated: EmbedOptions,
  byDefault: number,
  least: number,
): Required<EmbedOptions> {
  const { maxRequests = byDefault, maxBytes = MAXIMUM_BYTES, maxWait = DEFAULT_MAX_WAIT } = stated;
  return {
    maxRequests: countOf(`${option}.maxRequests`, maxRequests, { least }),
    maxBytes: countOf(`${option}.maxBytes`, maxBytes),
    maxWait: countOf(`${option}.maxWait`, maxWait, { most: LONGEST_WAIT }),
  };
}

/** The milliseconds of an option such as `cache.timeLimit`. @throws InvalidArgumentException */
export function durationOf(name: string, duration: unknown): number {
  const parsed = parseDuration(duration);
  return parsed ?? rejectOption(name, "a duration with a unit such as '100ms'", duration);
}

/** The same, for a duration of more than zero. @throws InvalidArgumentException */
export function positiveDuration(name: string, duration: unknown): number {
  const parsed = durationOf(name, duration);
  return parsed > 0 ? parsed : rejectOption(name, "more than zero, such as '30s'", duration);
}

/** A whole number above zero, or from `least`. @throws InvalidArgumentException */
export function countOf(
  name: string,
  value: unknown,
  { least = 1, most = Number.MAX_SAFE_INTEGER } = {},
): number {
  const isCount = typeof value === 'number' && Number.isSafeInteger(value);
  if (isCount && value >= least && value <= most) return value;
  const beginning = least === 1 ? 'above zero' : `from ${least}`;
  const end = most === Number.MAX_SAFE_INTEGER ? '' : ` and at most ${most}`;
  return rejectOption(name, `a whole number ${beginning}${end}`, value);
}

/** @throws InvalidArgumentException */
export function rejectOption(name: string, expected: string, value: unknown): never {
  const received = typeof value === 'number' ? String(value) : JSON.stringify(value);
  throw new InvalidArgumentException(`RestModule: ${name} is ${expected}, not ${received}.`);
}

const DEFAULT_PREFIX = 'api';

/** The path at which the routes are mounted: with a slash in front and none at the end; empty for the root. */
export function mountPrefix({ prefix }: RestModuleOptions, config: ApplicationConfig): string {
  const text = prefix ?? (config.getGlobalPrefix() || DEFAULT_PREFIX);
  const trimmed = text.replace(/^\/+|\/+$/g, '');
  return trimmed === '' ? '' : `/${trimmed}`;
}

const ERRORS = {
  wordpress: replyOfError,
  problem: replyOfProblem,
  nest: replyOfNest,
} as const satisfies Readonly<Record<NonNullable<RestModuleOptions['errors']>, MakeError>>;

/**
 * Makes the responses of errors in the shape that the application has chosen.
 *
 * @throws InvalidArgumentException on any other value than `wordpress`, `problem` and `nest`.
 */
export function makeErrorOf(options: Pick<RestModuleOptions, 'errors'>): MakeError {
  return ERRORS[choiceOf(options, 'errors')];
}

/** The options of `forRoot` that concern errors. */
export type RestErrorOptions = Pick<
  RestModuleOptions,
  | 'challenge'
  | 'debug'
  | 'errors'
  | 'headers'
  | 'namespace'
  | 'protectiveHeaders'
  | 'securitySchemes'
>;

/**
 * The options that apply to every response.
 *
 * @param index The path of the index of the API, with a slash at the end; absent if there is none.
 * @throws InvalidArgumentException if `challenge` is not a challenge, or `headers` is unknown.
 */
export function outgoingOf(options: RestModuleOptions, index: string | undefined): OutgoingOptions {
  const isNeutral = choiceOf(options, 'headers') === 'neutral';
  const paging = isNeutral ? ['X-Total-Count'] : ['X-WP-Total', 'X-WP-TotalPages'];
  return {
    ...errorHeadersOf(options),
    exposed: [...paging, 'Link', 'Allow'],
    apiLink: index === undefined || isNeutral ? undefined : createApiLink(index, originOf(options)),
  };
}

/** The origin of the API from the options; if it is `undefined`, that of each request. */
export function originOf({ discovery }: RestModuleOptions): string | undefined {
  return typeof discovery === 'object' ? discovery.url : undefined;
}

/**
 * The options that apply to every error.
 *
 * @throws InvalidArgumentException if `challenge` is not a challenge.
 */
export function errorHeadersOf(options: RestErrorOptions): OutgoingOptions {
  const { protectiveHeaders: isProtective = true } = options;
  const isNeutral = choiceOf(options, 'headers') === 'neutral';
  return { isProtective, isNeutral, challenge: challengeOf(options) };
}

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
  if (options.user !== undefined) return ({ request }) => options.user?.(request);
  return ({ raw }) =>
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
