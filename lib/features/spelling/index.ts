import type { IncomingMessage, Server } from 'node:http';
import type { SubRequests } from '../../lifecycle/sub-requests/marks.js';
import { effectiveMethod } from '../../lifecycle/messages/method-override.js';
import { splitTarget } from '../../lifecycle/messages/exchange.js';
import { rememberTarget } from '../../platform/node/target.js';
import type { SpellingParts, StatedMethod } from '../../platform/served.js';
import type { Feature } from '../../nest/composition/feature.js';
import { isOn } from '../../nest/options/styles.js';

/** Methods that a POST states, and paths with a slash at their end. */
export const spelling: Feature = {
  name: 'spelling',
  options: { methodOverride: true },
  spelling: ({ options, subRequests }) => {
    if (!isOn(options, 'methodOverride')) return undefined;
    const statedMethod = createStatedMethod(subRequests);
    return { statedMethod, hear: (server, parts) => hearSpellings(server, parts, statedMethod) };
  },
};

/**
 * The method that the client of a POST means: only a POST may state another one, so that a link cannot delete anything.
 * A request of a batch states its method in the batch: as in WordPress, an override has no effect there.
 */
function createStatedMethod(subRequests: SubRequests): StatedMethod {
  return (message, queryText) => {
    const { method = '', headers } = message;
    if (method !== 'POST' || subRequests.markOf(message) !== undefined) return method;
    return effectiveMethod({ method, headers, queryText });
  };
}

/**
 * Gives requests the spelling of their route before the application sees them: a POST that states another method, and
 * on Fastify a path with a slash at its end. Every hook, middleware, guard, logger and tracer then sees one request.
 *
 * A request stays as it was sent if no route has the method that it states and its path, and if a plain controller has
 * the path with either method: that is not the library's, and a page of another site can send a POST, but no DELETE.
 */
function hearSpellings(
  server: Server,
  { finder, hasPlainHandler }: SpellingParts,
  statedMethod: StatedMethod,
): void {
  // Before the listener of the adapter, and before those that the application has added until now.
  server.prependListener('request', (message: IncomingMessage) => {
    const { method = '', url = '' } = message;
    const canonicalUrl = finder.canonicalUrl?.(url) ?? url;
    if (method !== 'POST' && canonicalUrl === url) return;
    const { path, queryText } = splitTarget(canonicalUrl);
    const stated = statedMethod(message, queryText);
    if (stated === method && canonicalUrl === url) return;
    if (typeof finder.match(stated, canonicalUrl) !== 'object') return;
    if (hasPlainHandler(method, path) || hasPlainHandler(stated, path)) return;
    rememberTarget(message);
    message.method = stated;
    message.url = canonicalUrl;
  });
}
