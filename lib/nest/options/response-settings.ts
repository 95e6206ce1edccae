import { createApiLink, type OutgoingOptions } from '../../lifecycle/responses/outgoing.js';
import {
  replyOfError,
  replyOfNest,
  replyOfProblem,
  type MakeError,
} from '../../lifecycle/messages/reply.js';
import { isNamespace } from '../../routes/paths/path-pattern.js';
import { challengeOf } from './caller-settings.js';
import type { RestModuleOptions } from './rest-options.js';
import { choiceOf, rejectOption } from './settings.js';

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
 * Where the index of the API is, below the prefix; `undefined` where the API has none. At the root of an application,
 * it would take the place of a page of the application.
 *
 * @throws InvalidArgumentException where the stated place is no path.
 */
export function indexPathOf({ discovery }: RestModuleOptions, prefix: string): string | undefined {
  if (discovery === false) return undefined;
  const stated: unknown = typeof discovery === 'object' ? discovery.path : undefined;
  if (stated === undefined) return prefix === '' ? undefined : '';
  if (typeof stated === 'string' && stated.startsWith('/') && isNamespace(stated.slice(1))) {
    return stated;
  }
  return rejectOption('discovery.path', 'a path without placeholders such as "/index"', stated);
}

/**
 * The options that apply to every response.
 *
 * @param prefix Where the API begins: `/api`, or empty.
 * @throws InvalidArgumentException where `challenge` is no challenge, or `headers` is unknown.
 */
export function outgoingOf(options: RestModuleOptions, prefix: string): OutgoingOptions {
  const isNeutral = choiceOf(options, 'headers') === 'neutral';
  const index = isNeutral ? undefined : indexPathOf(options, prefix);
  const paging = isNeutral ? ['X-Total-Count'] : ['X-WP-Total', 'X-WP-TotalPages'];
  return {
    ...errorHeadersOf(options),
    exposed: [...paging, 'Link', 'Allow'],
    apiLink:
      index === undefined ? undefined : createApiLink(`${prefix}${index}/`, originOf(options)),
  };
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
export function errorHeadersOf(options: RestErrorOptions): OutgoingOptions {
  const { protectiveHeaders: isProtective = true } = options;
  const isNeutral = choiceOf(options, 'headers') === 'neutral';
  return { isProtective, isNeutral, challenge: challengeOf(options) };
}
