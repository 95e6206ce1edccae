import type { HttpServer } from '@nestjs/common';
import { DeclarationException } from '../../diagnostics/rest.exception.js';
import { NO_ADAPTER } from '../../platform/sub-requests/in-process.js';
import type { ErrorHandling } from '../../lifecycle/messages/error-format.js';
import type { Served } from '../../platform/served.js';
import { ownEnhancersOf, type AppParts, type HandlerParts } from './feature.js';
import type { OwnEnhancers } from '../enhancers/own-enhancers.js';
import { Enhancers } from '../enhancers/enhancers.js';
import type { ExploredApplication } from '../exploration/explore-application.js';
import { checkGuardedRoutes } from '../enhancers/guarded-routes.js';
import { checkInterceptors, UniformEnhancers } from '../enhancers/uniform-enhancers.js';
import { notReady } from './ready-application.js';
import type { SubRequester } from '../../lifecycle/sub-requests/sub-requester.js';
import { composeOptions } from './compose-options.js';
import { composeRequests, composeServed, type ComposedRequests } from './compose-served.js';
import { composeTable } from './compose-table.js';
import type { CompositionContext } from './composition-context.js';
import { createHandlerEntry } from './create-entries.js';
import { errorHandlingOf } from './error-handling.js';
import { mergeObjects } from '../../shared/records.js';

/** Composes the objects that serve the routes of an application, each of those before it. */
export async function composeRoutes(
  explored: ExploredApplication,
  context: CompositionContext,
): Promise<{ readonly served: Served; readonly parts: AppParts }> {
  const own = ownEnhancersOf(context);
  const uniform = uniformEnhancersOf(context, own);
  rejectEnhancers(explored, context, uniform);
  const errors = errorHandlingOf(context.registry.options, context.features);
  const enhancers = createEnhancers(context, errors, own, uniform);
  startHandlers(explored, context, enhancers, uniform);
  // Features make requests of their own, which need the table and the dispatcher.
  const late: { requests?: ComposedRequests } = {};
  const requester = lateRequester(() => late.requests?.requester);
  const table = composeTable(explored, context, enhancers, requester);
  const { options, parts } = await composeOptions(
    explored,
    { ...context, errors, permissions: own.permissions },
    table,
    enhancers,
    requester,
  );
  const requests = (late.requests = composeRequests(options, table, context));
  return {
    served: composeServed(table, requests, { ...context, errors }),
    parts: mergeObjects(parts, { requester: requests.requester }),
  };
}

/** @throws InvalidArgumentException if `cache.uniform` lists a name that no provider has. */
function uniformEnhancersOf(
  { config, registry }: CompositionContext,
  own: OwnEnhancers,
): UniformEnhancers {
  const { options, modules } = registry;
  const uniform = new UniformEnhancers(options, { config, modules }, () => own.isAnyReplaced);
  uniform.checkNames();
  return uniform;
}

/**
 * @throws DeclarationException if a response that all callers share may be changed for one of them, or if no guard
 * decides on a route that guards decide on.
 */
function rejectEnhancers(
  { routes }: ExploredApplication,
  { config, registry: { instances, modules } }: CompositionContext,
  uniform: UniformEnhancers,
): void {
  const diagnostics = [
    ...checkInterceptors(routes, uniform, instances),
    ...checkGuardedRoutes(routes, { config, modules }, uniform),
  ];
  if (diagnostics.length > 0) throw new DeclarationException(diagnostics);
}

function createEnhancers(
  { config, registry, adapter }: CompositionContext,
  errors: ErrorHandling,
  own: OwnEnhancers,
  uniform: UniformEnhancers,
): Enhancers {
  return new Enhancers(
    registry.modules,
    config,
    adapter ?? (NO_ADAPTER as unknown as HttpServer),
    registry.instances,
    own,
    uniform,
    errors,
  );
}

/** The handlers of plain controllers can be reached over HTTP only. */
function startHandlers(
  { handlers }: ExploredApplication,
  { nest, registry, config, adapter, features }: CompositionContext,
  enhancers: Enhancers,
  uniform: UniformEnhancers,
): void {
  if (adapter === undefined) return;
  const containing = { instances: registry.instances, config };
  const entryOf: HandlerParts['entryOf'] = (handler, route) =>
    createHandlerEntry(handler, route, enhancers, containing);
  for (const feature of features) feature.handlers?.({ handlers, adapter, uniform, entryOf, nest });
}

/** The requester of an application that is not composed yet. */
function lateRequester(find: () => SubRequester | undefined): SubRequester {
  const found = (): SubRequester => {
    const requester = find();
    if (requester === undefined) throw notReady();
    return requester;
  };
  return {
    prepare: (...request) => found().prepare(...request),
    findTarget: (...request) => found().findTarget(...request),
    findEntrance: (...request) => found().findEntrance(...request),
    get enter() {
      return found().enter;
    },
    hold: (done) => found().hold(done),
    makeError: (...error) => found().makeError(...error),
  };
}
