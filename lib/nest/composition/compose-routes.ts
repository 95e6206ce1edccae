import type { HttpServer } from '@nestjs/common';
import { DeclarationException } from '../../diagnostics/rest.exception.js';
import { NO_ADAPTER } from '../../platform/sub-requests/in-process.js';
import type { Words } from '../../lifecycle/responses/words.js';
import type { Served } from '../../platform/served.js';
import { Enhancers } from '../enhancers/enhancers.js';
import type { ExploredApplication } from '../exploration/explore-application.js';
import { choiceOf, originOf, errorConverterOf, wordsOf } from '../options/settings.js';
import { PlainHandlers } from '../plain/plain-handlers.js';
import { LibraryEnhancers } from '../plain/library-enhancers.js';
import { checkInterceptors, UniformEnhancers } from '../enhancers/uniform-enhancers.js';
import type { ReadyRoutes } from '../rest-dispatcher.js';
import { composeOptions } from './compose-options.js';
import { composeRequests, composeServed, type ComposedRequests } from './compose-served.js';
import { composeTable } from './compose-table.js';
import type { CompositionContext } from './composition-context.js';
import { createHandlerEntry } from './create-entries.js';
import { mergeObjects } from '../../shared/records.js';

/** Composes the objects that serve the routes of an application, each of those before it. */
export async function composeRoutes(
  explored: ExploredApplication,
  context: CompositionContext,
): Promise<{ readonly served: Served; readonly ready: ReadyRoutes }> {
  const uniform = uniformEnhancersOf(context);
  rejectVarying(explored, context, uniform);
  const words = wordsOf(context.registry.options);
  const enhancers = createEnhancers(context, words, uniform);
  startPlainHandlers(explored, context, enhancers, uniform);
  // A batch is a route itself, whose requests need the table.
  const table = composeTable(explored, context, enhancers, () => requests);
  const options = await composeOptions(explored, { ...context, words }, table, enhancers);
  const requests: ComposedRequests = composeRequests(options, table, context);
  const { prepare, enter } = requests;
  const { subRequests } = context;
  const origin = originOf(context.registry.options);
  return {
    served: composeServed(table, requests, context),
    ready: {
      prepare,
      prefix: table.prefix,
      origin,
      calls: enter && mergeObjects(options, { enter, entries: table.entries, subRequests }),
    },
  };
}

/** @throws InvalidArgumentException if `cache.uniform` lists a name that no provider has. */
function uniformEnhancersOf({ nest, config, registry }: CompositionContext): UniformEnhancers {
  const { options, modules } = registry;
  const isReplaced = (): boolean => nest.get(LibraryEnhancers).isAnyReplaced;
  const uniform = new UniformEnhancers(options, { config, modules }, isReplaced);
  uniform.checkNames();
  return uniform;
}

/** @throws DeclarationException if a response that all callers share may be changed for one of them. */
function rejectVarying(
  { routes }: ExploredApplication,
  { registry: { instances } }: CompositionContext,
  uniform: UniformEnhancers,
): void {
  const diagnostics = checkInterceptors(routes, uniform, instances);
  if (diagnostics.length > 0) throw new DeclarationException(diagnostics);
}

function createEnhancers(
  { nest, config, registry, adapter }: CompositionContext,
  words: Words | undefined,
  uniform: UniformEnhancers,
): Enhancers {
  return new Enhancers(
    registry.modules,
    config,
    adapter ?? (NO_ADAPTER as unknown as HttpServer),
    registry.instances,
    nest.get(LibraryEnhancers),
    uniform,
    choiceOf(registry.options, 'errors') === 'nest',
    errorConverterOf(registry.options, words),
  );
}

/** The handlers of plain controllers can be reached over HTTP only. */
function startPlainHandlers(
  { handlers }: ExploredApplication,
  { nest, registry, config, adapter }: CompositionContext,
  enhancers: Enhancers,
  uniform: UniformEnhancers,
): void {
  if (adapter === undefined) return;
  const plain = nest.get(PlainHandlers);
  plain.start(handlers, adapter, uniform, (handler, route) =>
    createHandlerEntry(handler, route, enhancers, { instances: registry.instances, config }),
  );
}
