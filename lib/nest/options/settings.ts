import type { ApplicationConfig } from '@nestjs/core';
import { InvalidArgumentException } from '../../diagnostics/invalid-argument.exception.js';
import { DEFAULT_MAX_WAIT, LONGEST_WAIT } from '../../lifecycle/sub-requests/marks.js';
import { BYTE_SIZE_FORM, parseByteSize, type ByteSize } from '../../types/files.js';
import { parseDuration } from '../../types/duration.js';
import type { DiscoveryOptions, EmbedOptions, RestUploadsOptions } from './option-groups.js';
import { isNamespace } from '../../routes/paths/path-pattern.js';
import { createApiLink, type OutgoingOptions } from '../../lifecycle/responses/outgoing.js';
import { METHOD_PARAMETER } from '../../lifecycle/messages/method-override.js';
import { showCaller } from '../../lifecycle/steps/authorize.step.js';
import { whenReady } from '../../shared/promises.js';
import type { RequestContext } from '../../lifecycle/request-context.js';
import type { SecurityScheme, SecuritySchemes } from '../../routes/declaration/permission.js';
import { UNKNOWN_ARGUMENTS } from '../../routes/declaration/route-declaration.js';
import {
  LIST_STYLES,
  VALUE_MEANINGS,
  type ValueReading,
} from '../../routes/definition/value-reading.js';
import { timeZone, type TimeZone } from '../../schema/schema.js';
import { isHeaderName } from '../../shared/header-names.js';
import type { RestModuleOptions } from './rest-options.js';
import { GLOBAL_PARAMETERS } from '../../lifecycle/messages/global-parameters.js';
import type { AcceptedNames } from '../../lifecycle/steps/unknown-arguments.step.js';

/** The options that a style sets. */
type Habit =
  | 'batch'
  | 'discovery'
  | 'errors'
  | 'globalParameters'
  | 'headers'
  | 'methodNotAllowed'
  | 'methodOverride'
  | 'unknownArguments';

/** The words of `forRoot({ style })`. */
type RestStyle = NonNullable<RestModuleOptions['style']>;

const DEFAULT_STYLE: RestStyle = 'wordpress';

/** Each style is the defaults of options, and nothing else. */
const STYLES = {
  wordpress: {
    errors: 'wordpress',
    headers: 'wordpress',
    unknownArguments: 'ignore',
    methodNotAllowed: false,
    methodOverride: true,
    globalParameters: 'wordpress',
    discovery: true,
    batch: false,
  },
  nest: {
    errors: 'nest',
    headers: 'neutral',
    unknownArguments: 'refuse',
    methodNotAllowed: true,
    methodOverride: false,
    globalParameters: [],
    discovery: false,
    batch: false,
  },
} as const satisfies Readonly<
  Record<RestStyle, Readonly<Required<Pick<RestModuleOptions, Habit>>>>
>;

/** An option that may be stated, or else has the value of the style. */
type Styled<Name extends keyof RestModuleOptions> = Pick<RestModuleOptions, Name | 'style'>;

/** The options that are one of several words. The first is the default, unless a style has another one. */
const CHOICES = {
  style: [DEFAULT_STYLE, 'nest'],
  unknownArguments: UNKNOWN_ARGUMENTS,
  responses: ['returned', 'declared'],
  values: VALUE_MEANINGS,
  lists: LIST_STYLES,
  headers: ['wordpress', 'neutral'],
  notFound: ['rest', 'nest'],
} as const;

/**
 * The value of an option whose words are in `CHOICES`.
 *
 * @throws InvalidArgumentException on any other value, because a misspelt option must not allow a request or send a
 * property.
 */
export function choiceOf<Name extends keyof typeof CHOICES>(
  options: Styled<Name>,
  name: Name,
): (typeof CHOICES)[Name][number] {
  const choices: readonly (typeof CHOICES)[Name][number][] = CHOICES[name];
  const stated: unknown = isHabit(name) ? habit(options, name) : options[name];
  const choice = stated === undefined ? choices[0] : choices.find((one) => one === stated);
  const expected = choices.map((one) => `'${one}'`).join(' or ');
  return choice ?? rejectOption(name, expected, stated);
}

function isHabit<Name extends keyof RestModuleOptions>(name: Name): name is Extract<Name, Habit> {
  return Object.hasOwn(STYLES.wordpress, name);
}

/**
 * The value of an option that a style sets, as it is stated or as the style has it.
 *
 * @throws InvalidArgumentException if the style is unknown.
 */
export function habit<Name extends Habit>(
  options: Styled<Name>,
  name: Name,
): NonNullable<RestModuleOptions[Name]> {
  const stated: RestModuleOptions[Name] | undefined = options[name];
  const byStyle: NonNullable<RestModuleOptions[Name]> = STYLES[choiceOf(options, 'style')][name];
  return stated ?? byStyle;
}

/**
 * Whether an option that a style sets is on.
 *
 * @throws InvalidArgumentException if it is neither `true` nor `false`.
 */
export function isOn(
  options: Styled<'methodOverride' | 'methodNotAllowed'>,
  name: 'methodOverride' | 'methodNotAllowed',
): boolean {
  const stated: unknown = habit(options, name);
  return typeof stated === 'boolean' ? stated : rejectOption(name, 'true or false', stated);
}

/** The parameters that all routes of an application have. */
interface GlobalParameters {
  readonly names: ReadonlySet<string>;
  readonly accepted: AcceptedNames;
}

/**
 * The parameters that all routes have.
 *
 * @throws InvalidArgumentException on another name, and if `embed` is stated without `_embed`.
 */
export function globalParametersOf(
  options: Styled<'globalParameters' | 'methodOverride' | 'embed'>,
): GlobalParameters {
  const stated: unknown = habit(options, 'globalParameters');
  const isWordPress = stated === 'wordpress';
  const names = isWordPress ? GLOBAL_PARAMETERS : stated;
  const isKnown = (name: unknown): boolean => GLOBAL_PARAMETERS.some((one) => one === name);
  if (!Array.isArray(names) || !names.every(isKnown)) {
    const list = GLOBAL_PARAMETERS.map((name) => `'${name}'`).join(', ');
    return rejectOption('globalParameters', `'wordpress' or a list of ${list}`, stated);
  }
  const listed = new Set<string>(names);
  const { embed } = options;
  if (embed !== undefined && embed.maxRequests !== 0 && !listed.has('_embed')) {
    throw new InvalidArgumentException(
      `RestModule: embed has no effect, because globalParameters does not list '_embed'${reasonOf(options)}. Add '_embed' to globalParameters, or remove embed.`,
    );
  }
  if (embed?.maxRequests === 0) listed.delete('_embed');
  const others = isOn(options, 'methodOverride') ? [...listed, METHOD_PARAMETER] : listed;
  return { names: listed, accepted: isWordPress ? 'underscored' : new Set(others) };
}

/** Why an option that is not stated has its value. */
function reasonOf(options: Styled<'globalParameters'>): string {
  return options.globalParameters === undefined
    ? `, as in style '${choiceOf(options, 'style')}'`
    : '';
}

/**
 * How the values of arguments are read, unless a route or an argument states it.
 *
 * @throws InvalidArgumentException if an option is unknown, or `timeZone` is not a name of a time zone.
 */
export function readingOf(
  options: Pick<RestModuleOptions, 'values' | 'lists' | 'timeZone'>,
): ValueReading {
  const [values, lists] = [choiceOf(options, 'values'), choiceOf(options, 'lists')];
  return { values, lists, zone: zoneOf(options.timeZone) };
}

function zoneOf(name: unknown): TimeZone | undefined {
  if (name === undefined) return undefined;
  const zone = typeof name === 'string' ? timeZone(name) : undefined;
  return zone ?? rejectOption('timeZone', "the name of a time zone such as 'Europe/Berlin'", name);
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

const DEFAULT_FIELDS_SIZE = 1024 * 1024;

/**
 * The largest form without the contents of its files, in bytes.
 *
 * @throws InvalidArgumentException if it is not a size.
 */
export function fieldsLimitOf({ maxFieldsSize }: RestUploadsOptions): number {
  return bytesOf('uploads.maxFieldsSize', maxFieldsSize, DEFAULT_FIELDS_SIZE);
}

/** The bytes of an option such as `uploads.maxFileSize`. @throws InvalidArgumentException */
export function bytesOf(name: string, value: ByteSize | undefined, byDefault: number): number {
  if (value === undefined) return byDefault;
  return parseByteSize(value) ?? rejectOption(name, BYTE_SIZE_FORM, value);
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

/** The options of `forRoot` that concern errors. */
export type RestErrorOptions = Pick<
  RestModuleOptions,
  | 'challenge'
  | 'debug'
  | 'errors'
  | 'headers'
  | 'messages'
  | 'namespace'
  | 'protectiveHeaders'
  | 'securitySchemes'
  | 'style'
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

/** The description of the application by itself; `undefined` if it has none. */
export function discoveryOf(options: RestModuleOptions): DiscoveryOptions | undefined {
  const discovery = habit(options, 'discovery');
  if (discovery === false) return undefined;
  return discovery === true ? {} : discovery;
}

/**
 * The path of the index of the API, below the prefix; `undefined` if the API has none. At the root of an application,
 * it would replace a page of the application.
 *
 * @throws InvalidArgumentException if the stated place is not a path.
 */
export function indexPathOf(options: RestModuleOptions, prefix: string): string | undefined {
  const discovery = habit(options, 'discovery');
  if (discovery === false) return undefined;
  const stated: unknown = typeof discovery === 'object' ? discovery.path : undefined;
  if (stated === undefined) return prefix === '' ? undefined : '';
  if (typeof stated === 'string' && stated.startsWith('/') && isNamespace(stated.slice(1))) {
    return stated;
  }
  return rejectOption('discovery.path', 'a path without placeholders such as "/index"', stated);
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
