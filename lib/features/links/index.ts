import { callerHeaders } from '../../lifecycle/sub-requests/body-of-data.js';
import {
  callerWithin,
  isUrlText,
  targetOfPath,
} from '../../lifecycle/sub-requests/in-process-exchange.js';
import type { SubRequester } from '../../lifecycle/sub-requests/sub-requester.js';
import type { RouteEntry } from '../../lifecycle/endpoint.js';
import { NO_BODY } from '../../lifecycle/messages/body.js';
import type { Link } from '../../lifecycle/messages/link.js';
import {
  createAllow,
  isForSharedCaches,
  type OnAllowFailure,
} from '../../lifecycle/permissions/allow.js';
import type { Permissions } from '../../lifecycle/permissions/permission-checks.js';
import { whenReady, type Awaitable } from '../../shared/promises.js';
import type { Feature } from '../../nest/composition/feature.js';
import type { LinkOptions } from '../../nest/options/option-groups.js';
import type { NamesOf } from '../../nest/options/known-options.js';
import { compileLinks } from './curies.js';
import { canonicalReply, resolveLinksStep, type FindHints } from './resolve-links.js';

const OPTIONS: NamesOf<LinkOptions> = {
  curies: true,
  targetHints: true,
  inFields: true,
};

/** `_links` in WordPress's form: absolute URLs, compact names of relations, and hints of what a caller may do. */
export const links: Feature = {
  name: 'links',
  options: { links: OPTIONS },
  extension: ({ options, origin, permissions, onAllowFailure, requester }) => {
    const { curies, hasTargetHints } = compileLinks(options.links ?? {});
    const findHints = hasTargetHints
      ? createFindHints(permissions, onAllowFailure, requester)
      : undefined;
    return {
      onMade: canonicalReply(curies, origin, hasTargetHints),
      onData: { when: 'links', step: resolveLinksStep(origin, findHints) },
    };
  },
};

/**
 * Finds the methods that the caller of a request may use on the target of a link, by the permissions of its routes: the
 * `Allow` of a GET of the same caller. Guards and methods do not run. A response that shared caches may send to other
 * callers has only hints that are the same for all of them, because clients treat hints as final.
 */
function createFindHints(
  permissions: Permissions,
  onAllowFailure: OnAllowFailure,
  requester: Pick<SubRequester, 'findTarget'>,
): FindHints {
  const allowOf = createAllow(permissions, onAllowFailure);
  return (href, response, outer) => {
    const { user, exchange } = outer;
    const [path = ''] = href.split('#');
    if (!isUrlText(path)) return undefined;
    const headers = callerHeaders(exchange.headers);
    const request = { method: 'GET', ...targetOfPath(path), headers, body: NO_BODY };
    const target = requester.findTarget(request, callerWithin(outer));
    if (target === undefined) return undefined;
    const isPublic = (entry: RouteEntry): boolean => permissions.isPublic(entry.endpoint());
    const isShared = isForSharedCaches(response, exchange);
    if (isShared && !target.group.entries.every(isPublic)) return undefined;
    target.user = user;
    return hintsOf(allowOf(target.group)(target, response, exchange));
  };
}

function hintsOf(methods: Awaitable<string>): Awaitable<Link['targetHints']> {
  return whenReady(methods, (text) => (text === '' ? undefined : { allow: text.split(', ') }));
}
