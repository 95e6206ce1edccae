import { whenReady, type Awaitable } from '../../shared/when-ready.js';
import { NO_BODY } from '../body/body-format.js';
import { matchContext, type DispatcherParts } from '../dispatcher.js';
import type { RouteEntry } from '../endpoint.js';
import { callerHeaders } from '../in-process/inherited-headers.js';
import { InProcessExchange } from '../in-process/in-process-exchange.js';
import type { MakeInProcessSide } from '../in-process/in-process-request.js';
import { isUrlText, targetOfPath } from '../in-process/target-of-path.js';
import { createAllow, isForSharedCaches } from '../permissions/allow.js';
import { RequestContext } from '../request-context.js';
import type { FindHints, TargetHints } from './find-hints.js';

/** The part of the dispatchers that finds hints, where links have them. */
export function createHinting(
  parts: DispatcherParts,
  makeSide: MakeInProcessSide,
): Pick<DispatcherParts, 'findHints'> {
  return parts.links.hasTargetHints ? { findHints: createFindHints(parts, makeSide) } : {};
}

/**
 * Finds what the caller of a request may do with the target of a link, by the permissions of its routes: the
 * `Allow` of a GET of the same caller. No guard and no method runs. In a response that shared caches may send to
 * other callers, only hints that are the same for all of them: clients take hints as final.
 */
function createFindHints(
  { table, permissions, onAllowFailure }: DispatcherParts,
  makeSide: MakeInProcessSide,
): FindHints {
  const allow = createAllow(permissions, onAllowFailure);
  return (href, response, outer) => {
    const { user, exchange } = outer;
    const [path = ''] = href.split('#');
    if (!isUrlText(path)) return undefined;
    const headers = callerHeaders(exchange.headers);
    const request = { method: 'GET', ...targetOfPath(path), headers, body: NO_BODY };
    const { origin, prefix } = exchange;
    const caller = { user, prefix, origin, outer: exchange };
    const matched = matchContext(new InProcessExchange(request, caller, makeSide), table);
    if (!(matched instanceof RequestContext)) return undefined;
    const isPublic = (entry: RouteEntry): boolean => permissions.isPublic(entry.open());
    const isShared = isForSharedCaches(response, exchange);
    if (isShared && !matched.group.entries.every(isPublic)) return undefined;
    matched.user = user;
    return hintsOf(allow(matched, response, exchange));
  };
}

function hintsOf(methods: Awaitable<string>): Awaitable<TargetHints | undefined> {
  return whenReady(methods, (text) => (text === '' ? undefined : { allow: text.split(', ') }));
}
