import { createApiLink } from '../../pipeline/discovery/api-link.js';
import type { OutgoingOptions } from '../../pipeline/outgoing/outgoing.js';
import { InvalidArgumentException } from '../../diagnostics/invalid-argument.exception.js';
import type { RestModuleOptions } from './rest-options.js';

/** A scheme, and parameters where it has some: `Bearer`, `Basic realm="acme"`. */
const CHALLENGE = /^[\w!#$%&'*+.^`|~-]+(?: +[\x21-\x7e][\x20-\x7e]*)?$/;
const DEFAULT_CHALLENGE = 'Bearer';

/**
 * The options that apply to every response.
 *
 * @param root The path of the API, with a slash at the end.
 * @throws InvalidArgumentException where `challenge` is no challenge.
 */
export function outgoingOf(options: RestModuleOptions, root: string): OutgoingOptions {
  const { discovery = true, protectiveHeaders = true } = options;
  const url = typeof discovery === 'object' ? discovery.url : undefined;
  const challenge = challengeOf(options.challenge);
  return {
    isProtective: protectiveHeaders,
    ...(challenge === undefined ? {} : { challenge }),
    ...(discovery === false ? {} : { apiLink: createApiLink(root, url) }),
  };
}

function challengeOf(value: unknown = DEFAULT_CHALLENGE): string | undefined {
  if (value === false) return undefined;
  if (typeof value === 'string' && CHALLENGE.test(value)) return value;
  throw new InvalidArgumentException(
    `RestModule: challenge is false or a challenge such as "Bearer", not ${JSON.stringify(value)}.`,
  );
}
