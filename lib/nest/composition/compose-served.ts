import type { AbstractHttpAdapter } from '@nestjs/core';
import type { FindEntrance } from '../../lifecycle/sub-requests/marks.js';
import {
  createDispatcher,
  type Dispatcher,
  type DispatcherOptions,
} from '../../lifecycle/dispatcher.js';
import {
  createFindTarget,
  createPrepare,
} from '../../lifecycle/sub-requests/in-process-dispatcher.js';
import type { ErrorHandling } from '../../lifecycle/messages/error-format.js';
import type { SubRequester } from '../../lifecycle/sub-requests/sub-requester.js';
import type { MakeInProcessMessages } from '../../lifecycle/sub-requests/in-process-exchange.js';
import { createEnter } from '../../platform/sub-requests/enter.js';
import { chooseMessages } from '../../platform/sub-requests/in-process.js';
import { isBelow, targetBelow } from '../../platform/node/target.js';
import type { Served } from '../../platform/served.js';
import { isDecodable } from '../../routing/path-tree.js';
import { forgetContextId } from '../internals.js';
import type { RestModuleOptions } from '../options/rest-options.js';
import { discoveryOf } from '../options/settings.js';
import { choiceOf } from '../options/styles.js';
import type { ComposedTable } from './compose-table.js';
import type { CompositionContext } from './composition-context.js';

/** Everything that responds to requests: of clients and of the application itself. */
export interface ComposedRequests {
  readonly dispatcher: Dispatcher;
  readonly requester: SubRequester;
}

export function composeRequests(
  options: DispatcherOptions,
  place: Pick<ComposedTable, 'prefix' | 'owned'>,
  context: CompositionContext,
): ComposedRequests {
  const { adapter, subRequests, registry } = context;
  const enter = adapter === undefined ? undefined : createEnter(adapter, subRequests);
  const findEntrance: FindEntrance = (outer, path) => {
    // Fastify rejects a malformed URL itself, with an error of its own.
    const isOwned = targetBelow(place, `${place.prefix}${path}`) !== undefined && isDecodable(path);
    return outer.subRequest === undefined && isOwned ? enter : undefined;
  };
  const { makeError, hold } = options;
  const dispatcher = createDispatcher(options);
  const makeMessages = inProcessMessages(adapter, registry.options);
  return {
    dispatcher,
    requester: {
      prepare: createPrepare(dispatcher, makeError, makeMessages),
      findTarget: createFindTarget(dispatcher, makeMessages),
      findEntrance,
      enter,
      hold,
      makeError,
    },
  };
}

/**
 * Makes the request and the response that guards, interceptors and filters get for an in-process request. For
 * request-scoped providers it is a separate request, whatever the properties of the request from which it is derived.
 */
function inProcessMessages(
  adapter: AbstractHttpAdapter | undefined,
  options: RestModuleOptions,
): MakeInProcessMessages {
  // Without the option, a guard or middleware sets the user of a request of HTTP.
  const makeMessages = chooseMessages(adapter, options.user === undefined);
  return (request, caller) => {
    const messages = makeMessages(request, caller);
    forgetContextId(messages.raw as object);
    return messages;
  };
}

/** The paths and the dispatcher that an adapter mounts. */
export function composeServed(
  composed: ComposedTable,
  { dispatcher }: ComposedRequests,
  context: CompositionContext & { readonly errors: Pick<ErrorHandling, 'isNest'> },
): Served {
  const { prefix, owned, table } = composed;
  const { subRequests, closing } = context;
  return {
    prefix,
    owned,
    isApplicationPath: applicationPathsOf(composed, context),
    passesErrors: context.errors.isNest,
    isDescribed: discoveryOf(context.registry.options) !== undefined,
    table,
    spelling: spellingOf(context),
    subRequests,
    closing,
    ...dispatcher,
  };
}

function spellingOf({ features, registry, subRequests }: CompositionContext): Served['spelling'] {
  const door = features.find(({ spelling }) => spelling !== undefined)?.spelling;
  return door?.({ options: registry.options, subRequests });
}

/**
 * Finds the paths below the prefix that the application responds to if they have no route: those outside of the
 * namespaces, if plain controllers have such paths too, or routes have no namespace. A namespace in which plain
 * controllers have paths also belongs to the application. `undefined` if all paths are the library's.
 */
function applicationPathsOf(
  { prefix, owned, routes }: ComposedTable,
  { registry: { options }, plainPaths }: CompositionContext,
): Served['isApplicationPath'] {
  const choice = options.notFound === undefined ? undefined : choiceOf(options, 'notFound');
  const plain = [...plainPaths.keys()];
  const stated = new Set(routes.map(({ namespace }) => namespace));
  const isWithout = stated.delete('');
  const isAsked = choice === 'nest' || (choice === undefined && isWithout);
  if (!isAsked && (choice === 'rest' || plain.length === 0)) return undefined;
  const namespaces = [...stated]
    .map((namespace) => `/${namespace}`)
    .filter(
      (namespace) => !plain.some((path) => isBelow(`${prefix}${namespace}`, path.toLowerCase())),
    );
  const isApplicationPath = (path: string): boolean => {
    const lower = path.toLowerCase();
    return !namespaces.some((namespace) => isBelow(namespace, lower));
  };
  const isShared = plain.some(
    (path) =>
      owned.some((beginning) => isBelow(beginning, path)) &&
      isApplicationPath(path.slice(prefix.length)),
  );
  return isAsked || isShared ? isApplicationPath : undefined;
}
