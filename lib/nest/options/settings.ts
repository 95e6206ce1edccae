import type { ApplicationConfig } from '@nestjs/core';
import { InvalidArgumentException } from '../../diagnostics/invalid-argument.exception.js';
import type { DiscoveryOptions, RestUploadsOptions } from './option-groups.js';
import { isNamespace } from '../../routes/paths/path-pattern.js';
import { createApiLink, type OutgoingOptions } from '../../lifecycle/responses/outgoing.js';
import { METHOD_PARAMETER } from '../../lifecycle/messages/method-override.js';
import {
  isListStyle,
  LIST_STYLES,
  type StatedLists,
  type ValueReading,
} from '../../routes/definition/value-reading.js';
import { timeZone, type TimeZone } from '../../schema/schema.js';
import type { RestModuleOptions } from './rest-options.js';
import { GLOBAL_PARAMETERS } from '../../lifecycle/messages/global-parameters.js';
import type { AcceptedNames } from '../../lifecycle/steps/unknown-arguments.step.js';
import { type Styled, choiceOf, habit, isOn } from './styles.js';
import { bytesOf, rejectOption } from './option-values.js';
import { challengeOf } from './callers.js';

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
export function readingOf(options: Styled<'values' | 'lists' | 'timeZone'>): ValueReading {
  const { lists, timeZone: zone } = options;
  return { values: choiceOf(options, 'values'), lists: listsOf(lists), zone: zoneOf(zone) };
}

/** Not one of the choices of a style: the default depends on the values of each route. */
function listsOf(stated: unknown): StatedLists | undefined {
  if (stated === undefined || isListStyle(stated)) return stated;
  return rejectOption('lists', LIST_STYLES.map((one) => `'${one}'`).join(' or '), stated);
}

function zoneOf(name: unknown): TimeZone | undefined {
  if (name === undefined) return undefined;
  const zone = typeof name === 'string' ? timeZone(name) : undefined;
  return zone ?? rejectOption('timeZone', "the name of a time zone such as 'Europe/Berlin'", name);
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
